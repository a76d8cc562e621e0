package pipeline

import (
	"regexp"

	"toolgrant/model"
	"toolgrant/pipeline/rewrite"
)

// A Target is one host in one place: where its artifacts go, which documents it
// gets and what of the reference's configuration holds there.
type Target struct {
	Row       *Row
	Scope     model.Scope
	Dir       string // absolute folder that the artifacts go into
	Place     rewrite.Place
	Documents []*model.Document // composed; shared between targets
	Tuning    model.Tuning
	Commands  []string // command names for the normalise stage
	// Partial is set when a source of this target could not be read whole: then
	// nothing is removed here (DECISIONS 3).
	Partial bool

	text, paths, commands rewrite.Pass // the row's rules, made for this place
	names, files          *regexp.Regexp
}

// prepare makes the row's text rules for the target's place.
func (t *Target) prepare() {
	if t.Row.Paths != nil {
		t.paths = t.Row.Paths(t.Place)
	}
	if t.Row.Text != nil {
		t.text = t.Row.Text(t.Place)
	}
	if t.Row.Commands {
		t.commands = rewrite.Commands(t.Commands)
	}
	if p := t.Row.Tools.NamePattern; p != "" {
		t.names = regexp.MustCompile(p)
	}
	if p := t.Row.Tools.FilePattern; p != "" {
		t.files = regexp.MustCompile(p)
	}
}

// key identifies the text that a target makes of a body.
func (t *Target) key() string { return t.Row.ID + "\x00" + string(t.Scope) + "\x00" + t.Place.Target }
