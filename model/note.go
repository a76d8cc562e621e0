package model

import (
	"cmp"
	"fmt"
	"strings"
)

// Severity says how much a Note should trouble a person.
type Severity string

// The severities, mildest first. An Error means that something asked for was not
// done; a Warning that it was done with a loss or a widening; Info explains.
const (
	Info    Severity = "info"
	Warning Severity = "warning"
	Error   Severity = "error"
)

// A Note is something a person should know about a plan, a file or a setting:
// where it is, what is wrong or remarkable, and what to do. Nothing that toolgrant
// leaves out, widens or refuses goes without one.
type Note struct {
	Severity Severity `json:"severity"`
	Code     string   `json:"code"`              // stable, kebab-case: "not-applied", "inherits"
	File     string   `json:"file,omitempty"`    // path as given or found; empty when no file is meant
	Line     int      `json:"line,omitempty"`    // from 1; 0 when the whole file is meant
	Column   int      `json:"column,omitempty"`  // from 1, in runes; 0 when unknown
	Agent    string   `json:"agent,omitempty"`   // agent stem
	Runtime  string   `json:"runtime,omitempty"` // runtime id
	Tool     string   `json:"tool,omitempty"`    // the tool or verb the note is about
	Problem  string   `json:"problem"`           // lower case, no full stop
	Hint     string   `json:"hint,omitempty"`    // what to do about it
}

// Where is the position in the form file:line:column, shortened to what is known.
func (n Note) Where() string {
	switch {
	case n.File == "":
		return ""
	case n.Line == 0:
		return n.File
	case n.Column == 0:
		return fmt.Sprintf("%s:%d", n.File, n.Line)
	}
	return fmt.Sprintf("%s:%d:%d", n.File, n.Line, n.Column)
}

// String is the note on one line, without its hint.
func (n Note) String() string {
	var b strings.Builder
	if w := n.Where(); w != "" {
		b.WriteString(w)
		b.WriteString(": ")
	}
	b.WriteString(n.Problem)
	return b.String()
}

// Error makes a Note usable as an error where a single problem stops the work.
func (n Note) Error() string { return n.String() }

// CompareNotes orders notes by place, then code and subject, so that the order in
// which work happened to be done never shows.
func CompareNotes(a, b Note) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Agent, b.Agent),
		cmp.Compare(a.Runtime, b.Runtime),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Tool, b.Tool),
		cmp.Compare(a.Problem, b.Problem),
	)
}
