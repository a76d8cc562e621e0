package install

import (
	"io/fs"
	"path"
	"path/filepath"
	"time"

	"toolgrant/model"
)

// A journal says what a run is about to do, before it does it: as long as it is
// there without a commit beside it, everything in it is to be put back.
type journal struct {
	Version int       `json:"version"`
	Op      string    `json:"op"`
	ID      string    `json:"id"` // of the receipt that would have been
	PID     int       `json:"pid"`
	Time    time.Time `json:"time"`
	Roots   []string  `json:"roots"`
	Follow  bool      `json:"follow,omitempty"`
	Steps   []step    `json:"steps"`
}

// A step is one file of a journal.
type step struct {
	Entry model.Entry `json:"entry"`
	Real  string      `json:"real"`  // where Entry.Path led
	Token string      `json:"token"` // in the names of its staged files

	place         place
	before, after []byte // nil when nothing is there or wanted
	info          fs.FileInfo
	manner        manner
}

// A commit says that every step was done, and which bookkeeping is left. All of it
// can be done twice.
type commit struct {
	Version  int             `json:"version"`
	Op       string          `json:"op"`
	Time     time.Time       `json:"time"`
	Roots    []string        `json:"roots"`
	Follow   bool            `json:"follow,omitempty"`
	Receipts []model.Receipt `json:"receipts"`
	// Reset deletes every other receipt, as uninstall does; Base is what stays.
	Reset bool           `json:"reset,omitempty"`
	Base  *model.Receipt `json:"base,omitempty"`
	// Rescue are backups that no receipt will name any more, and that a person may
	// still want.
	Rescue []model.Sum `json:"rescue,omitempty"`
	// Sweep are folders to remove when they are empty, innermost first.
	Sweep []string `json:"sweep,omitempty"`
}

// finish does the bookkeeping of a commit and ends the transaction.
func (t *tx) finish(c commit) error {
	kept := map[string]bool{}
	for _, r := range c.Receipts {
		kept[r.ID+".json"] = true
		if err := t.st.writeJSON(path.Join(receiptsDir, r.ID+".json"), r); err != nil {
			return err
		}
	}
	if c.Base != nil {
		kept[baseName] = true
		if err := t.st.writeJSON(path.Join(receiptsDir, baseName), c.Base); err != nil {
			return err
		}
	}
	if err := t.st.rescue(c.Rescue); err != nil {
		return err
	}
	if c.Reset {
		if err := t.st.prune(receiptsDir, func(name string) bool { return kept[name] }); err != nil {
			return err
		}
	}
	f, err := t.s.newFence(c.Roots)
	if err != nil {
		return err
	}
	f.follow = f.follow || c.Follow
	if err := t.sweep(f, c.Sweep); err != nil {
		return err
	}
	// The journal first: a commit without a journal is finished again, a journal
	// without its commit would be put back.
	for _, name := range []string{journalName, committedName} {
		if err := remove(t.st.root, name); err != nil {
			return err
		}
	}
	return t.st.root.SyncDir(".")
}

// sweep removes folders that we made, where they are empty. That one is not, or is
// gone, or is a link by now, is no error: somebody uses it.
func (t *tx) sweep(f *fence, dirs []string) error {
	for _, dir := range dirs {
		w, err := f.walk(dir, new(int))
		if err != nil || w.real != dir || len(w.missing) > 0 {
			if err != nil && !notThere(err) {
				return err
			}
			continue
		}
		base := f.baseOf(w)
		if base == "" {
			continue
		}
		root, err := t.root(base)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(base, dir)
		if err != nil {
			return err
		}
		names, err := root.ReadDir(rel)
		if err != nil && !notThere(err) {
			return err
		}
		if err != nil || len(names) > 0 {
			continue
		}
		if err := remove(root, rel); err != nil {
			return err
		}
	}
	return nil
}
