// Package runlog provides the bridge's record of delegations: one JSON line when a
// message goes out and one when it is settled. A parent worker adds up the costs and
// collects the changes from these files by its run id, so names and order are the
// mesh's (spec/bridge.md, 9b).
package runlog

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"toolgrant/agents/peerbridge/a2a"
	"toolgrant/agents/peerbridge/board"
	"toolgrant/agents/peerbridge/js"
)

// A Log is one file of records. Its date is that of the bridge's start.
type Log struct {
	path string
	now  func() time.Time
	warn func(string)
}

// Open names the log in dir; the folder is made with the first record. What cannot be
// written is told to warn: a call never fails for its record.
func Open(dir string, now func() time.Time, warn func(string)) *Log {
	name := "a2a-" + now().UTC().Format(time.DateOnly) + ".jsonl"
	return &Log{filepath.Join(dir, name), now, warn}
}

// A Head says which delegation a record is about. From and To are nil when unknown.
type Head struct {
	From, To *string
	Mode     json.RawMessage // as given
	Parent   *string         // run id of the worker that asked
}

// A Record is one delegation in the log.
type Record struct {
	log  *Log
	head js.Object
}

// Begin names a delegation; nothing is written yet.
func (l *Log) Begin(h Head) *Record {
	started := board.Stamp(l.now())
	var b [4]byte
	rand.Read(b[:]) // never fails
	r := &Record{log: l}
	r.head = r.with(
		"kind", "a2a", "from", h.From, "to", h.To, "mode", h.Mode, "parent_run_id", h.Parent, "started_at", started,
		"id", "a2a-"+strings.NewReplacer(":", "-", ".", "-").Replace(started)+"-"+hex.EncodeToString(b[:]))
	return r
}

// Started records that the message is about to go out.
func (r *Record) Started(message string) {
	r.log.append(r.with("state", "started", "message_id", message))
}

// Done records the peer's answer.
func (r *Record) Done(message string, o a2a.Outcome) {
	var path *string
	if o.LogPath != "" {
		path = &o.LogPath
	}
	r.log.append(r.done("message_id", message, "status", o.Status, "error_code", o.ErrorCode,
		"child_log_path", path, "child_run_id", o.RunID, "summary_preview", js.Cut(Scrub(o.Summary), maxPreview),
		"peer_changes", o.Changes, "best_effort", o.BestEffort, "subtree_cost_usd", o.Cost))
}

// Refused records that nothing was sent.
func (r *Record) Refused(code string) {
	r.log.append(r.done("message_id", nil, "status", "rejected", "error_code", code))
}

// Failed records that no answer came. To the worker that is a rejection like any
// other; here the two can be told apart.
func (r *Record) Failed(message, code string) {
	r.log.append(r.done("message_id", message, "status", "error", "error_code", code))
}

func (r *Record) done(pairs ...any) js.Object {
	return r.with(append([]any{"state", "done", "finished_at", board.Stamp(r.log.now())}, pairs...)...)
}

// with is the head with the pairs of keys and values behind it.
func (r *Record) with(pairs ...any) js.Object {
	o := r.head
	for i := 0; i < len(pairs); i += 2 {
		next, err := o.Set(pairs[i].(string), pairs[i+1])
		if err != nil {
			r.log.warn(fmt.Sprintf("run log: %v", err))
			continue
		}
		o = next
	}
	return o
}

// append writes one line in one write, so that bridges of one agent do not mix.
func (l *Log) append(o js.Object) {
	err := func() error {
		line, err := js.Marshal(o)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(l.path), 0o755); err != nil {
			return err
		}
		f, err := os.OpenFile(l.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return err
		}
		_, err = f.Write(append(line, '\n'))
		if cerr := f.Close(); err == nil {
			err = cerr
		}
		return err
	}()
	if err != nil {
		l.warn(fmt.Sprintf("run log: %v", err))
	}
}

// maxPreview is the length of a summary's preview in UTF-16 units.
const maxPreview = 200

var paths = regexp.MustCompile(`(?:[A-Za-z]:\\|/)[^\s'"]+`)

// Scrub replaces what looks like a path. It is for texts that leave their machine's
// context: previews, and causes of failure that a model reads.
func Scrub(text string) string { return paths.ReplaceAllString(text, "[path]") }
