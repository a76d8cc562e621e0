package board

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"time"

	"toolgrant/agents/peerbridge/js"
)

// The states of a task, in the only order in which it moves.
const (
	Assigned     = "assigned"
	Acknowledged = "acknowledged"
	InProgress   = "in-progress"
	Done         = "done"
)

// next is the state after a state, if there is one.
func next(state string) (string, bool) {
	order := []string{Assigned, Acknowledged, InProgress, Done}
	if i := slices.Index(order, state); i >= 0 && i+1 < len(order) {
		return order[i+1], true
	}
	return "", false
}

// A Brief is what one agent asks of another. The texts are kept untrimmed.
type Brief struct {
	From, To, Title, Objective, Context, Requirements, Pointers string
}

// A task is a board file. The order of the fields is the file's.
type task struct {
	ID           string  `json:"id"`
	From         string  `json:"from"`
	To           string  `json:"to"`
	Title        string  `json:"title"`
	Objective    string  `json:"objective"`
	Context      string  `json:"context"`
	Requirements string  `json:"requirements"`
	Pointers     string  `json:"pointers"`
	State        string  `json:"state"`
	CreatedAt    string  `json:"created_at"`
	Result       *string `json:"result"`
	SeenByFrom   bool    `json:"seen_by_from"` // set by the mesh's own session hook
	History      []step  `json:"history"`
}

type step struct {
	State string `json:"state"`
	At    string `json:"at"`
	By    string `json:"by"`
}

func (b Brief) task(id string, now time.Time) task {
	at := Stamp(now)
	return task{
		ID: id, From: b.From, To: b.To, Title: b.Title, Objective: b.Objective, Context: b.Context,
		Requirements: b.Requirements, Pointers: b.Pointers, State: Assigned, CreatedAt: at,
		History: []step{{Assigned, at, b.From}},
	}
}

// Stamp is a time as the mesh writes it: UTC, milliseconds, Z.
func Stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// encode is the file's content.
func encode(v any) ([]byte, error) {
	b, err := js.MarshalIndent(v)
	return append(b, '\n'), err
}

// taskID is the form of every id that a bridge gives out. Anything else, above all a
// path, names no task.
var taskID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]*-[0-9]{3,}$`)

// advance moves the task in a file one step and keeps whatever else the file has.
func advance(file []byte, me, state string, result *string, now time.Time) ([]byte, error) {
	o, err := js.ParseObject(file)
	if err != nil {
		return nil, err
	}
	current, _ := o.String("state")
	if n, ok := next(current); !ok || n != state {
		return nil, refuse(InvalidTransition, "cannot move task from %q to %q.", current, state)
	}
	raw, _ := o.Get("history")
	var history []json.RawMessage
	if js.Kind(raw) == '[' {
		if err := json.Unmarshal(raw, &history); err != nil {
			return nil, err
		}
	}
	entry, err := js.Marshal(step{state, Stamp(now), me})
	if err != nil {
		return nil, err
	}
	o, err = o.Set("state", state)
	if err == nil {
		o, err = o.Set("history", append(history, entry))
	}
	if err == nil && state == Done && result != nil {
		o, err = o.Set("result", *result)
	}
	if err != nil {
		return nil, err
	}
	return encode(o)
}

// owner checks that a file is the task it is named after, and says whose it is.
func owner(file []byte, id string) (to string, ok bool) {
	o, err := js.ParseObject(bytes.TrimSpace(file))
	if err != nil {
		return "", false
	}
	own, _ := o.String("id")
	_, hasState := o.String("state")
	to, hasOwner := o.String("to")
	return to, own == id && hasState && hasOwner
}

// A Refusal is an answer of the board, not a fault: the model that asked reads it.
type Refusal struct{ Code, Summary string }

// The codes of refusals (spec/bridge.md, 7.4).
const (
	NoTask            = "no_task"
	NotAssignee       = "not_assignee"
	InvalidTransition = "invalid_transition"
)

func (r *Refusal) Error() string { return r.Code + ": " + r.Summary }

func refuse(code, format string, args ...any) *Refusal {
	return &Refusal{code, fmt.Sprintf(format, args...)}
}
