package pipeline_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"toolgrant/agents"
	"toolgrant/model"
	"toolgrant/pipeline"
	"toolgrant/pipeline/rewrite"
)

// An outcome is what one document became on one host.
type outcome struct {
	row      pipeline.Row
	doc      model.Document
	sel      model.Selection
	enforced bool
	files    map[string]string // by base name
	image    model.Image
	notes    []model.Note
}

// render takes one document to one host, by itself.
func render(t testing.TB, row pipeline.Row, doc model.Document, sel model.Selection, c model.Catalogue) outcome {
	t.Helper()
	o := outcome{row: row, doc: doc, sel: sel, enforced: sel.Enforced(row.ID) && row.Tools.Enforceable, files: map[string]string{}}
	around := pipeline.Surroundings{Home: "/home/u", Project: "/p", Env: func(string) string { return "" }, Exists: func(string) bool { return false }}
	loaded, _ := pipeline.Load([]model.Document{doc})
	target := &pipeline.Target{
		Row: &row, Scope: model.GlobalScope, Dir: pipeline.ArtifactDir(row.Runtime, model.GlobalScope, around), Documents: loaded,
		Place:    rewrite.Place{Home: "/home/u", Target: pipeline.TextTarget(row.Runtime, model.GlobalScope, around), Scope: model.GlobalScope, Absolute: row.AbsolutePaths},
		Commands: rewrite.KnownCommands(),
	}
	p := pipeline.New(pipeline.Input{Targets: []*pipeline.Target{target}, Snapshot: nothing{}, Catalogue: c})
	changes, images, notes := p.Preview(sel, model.Family(doc.Stem), row.ID)
	for _, ch := range changes {
		o.files[filepath.Base(ch.Path)] = string(ch.After)
	}
	if len(images) == 1 {
		o.image = images[0]
	}
	o.notes = notes
	return o
}

// document is a source of a plain pack.
func document(stem, text string) model.Document {
	d := agents.Parse(stem+".md", stem, text)
	d.Pack, d.Source = model.Plain, "src"
	return d
}

// agentFile is the file that the host reads the list from.
func (o outcome) agentFile() (string, bool) {
	for name, text := range o.files {
		switch {
		case o.row.ID == "codex" && !strings.HasSuffix(name, ".toml"):
		case o.row.ID == "kimi" && (!strings.HasSuffix(name, ".yaml") || name == "gsd.yaml" && o.doc.Name != "gsd"):
		default:
			return text, true
		}
	}
	return "", false
}

func (o outcome) noted(code string) bool {
	return slices.ContainsFunc(o.notes, func(n model.Note) bool { return n.Code == code })
}

// misread holds an artifact against the image: what the host's reader finds is what was
// written and what the host adds, and nothing else. It answers what is wrong, or "".
func (o outcome) misread() string {
	text, ok := o.agentFile()
	if !ok {
		if slices.ContainsFunc(o.notes, func(n model.Note) bool { return n.Severity != model.Info }) {
			return "" // left out, and said so
		}
		return "no artifact and no word about it"
	}
	r, err := readers()[o.row.ID](text)
	if err != nil {
		if o.mayFail() {
			return ""
		}
		return fmt.Sprintf("the host does not load it: %v\n%s", err, text)
	}
	if wrong := o.differs(r); wrong != "" {
		return wrong + "\n" + text
	}
	return ""
}

// mayFail reports whether a note has said already that the host will not load this.
func (o outcome) mayFail() bool {
	missing := o.doc.Description == "" || !o.doc.Fenced()
	return o.noted("broken-header") || o.noted("host-bound") || missing
}

func (o outcome) differs(r reading) string {
	m := &o.row.Tools
	listed := o.enforced || m.BuiltIn != model.Inherits && m.Key != ""
	switch {
	case m.ReadOnlyOnly:
		if want := o.enforced && o.harmless(); want == r.open {
			return fmt.Sprintf("readonly: %v, want %v", !r.open, want)
		}
		return ""
	case m.Key == "":
		return ""
	case !listed || o.image.Inherits:
		if len(r.names) > 0 && !r.others || !r.open && !r.others {
			return fmt.Sprintf("a list of %q for an agent that should have everything", r.names)
		}
		return ""
	}
	if r.open {
		return "every tool for an agent with a list"
	}
	if o.enforced && r.others {
		return "what the list does not name is open"
	}
	// A list with nothing in it may be written with a name that no tool has.
	nothing := func(n string) bool { return n == "none" }
	got, want := slices.DeleteFunc(unique(r.names), nothing), slices.DeleteFunc(unique(o.image.Host()), nothing)
	if !slices.Equal(got, want) {
		return fmt.Sprintf("the host finds %q, the image says %q", got, want)
	}
	return ""
}

// harmless reports whether an agent may neither write nor use a server, by its own list
// and by what was granted to it by name.
func (o outcome) harmless() bool {
	if o.doc.Tools.Form == model.Absent {
		return false
	}
	entries := slices.Clone(o.doc.Tools.Entries)
	if o.doc.Tools.Form != model.Unreadable && !slices.Contains(entries, "*") {
		for _, g := range o.sel.Grants(o.doc.Stem) {
			refused := func(n model.Note) bool { return n.Code == "not-applied" && n.Tool == g.Tool }
			if g.Selector != model.Everyone && !slices.ContainsFunc(o.notes, refused) {
				entries = append(entries, g.Tool)
			}
		}
	}
	for _, e := range entries {
		name, _, _ := strings.Cut(e, "(")
		danger := strings.HasPrefix(e, "mcp__") || slices.ContainsFunc(strings.Fields(name), func(w string) bool {
			return slices.Contains([]string{"Write", "Edit", "MultiEdit", "NotebookEdit", "Bash", "*"}, w)
		})
		if danger && !slices.ContainsFunc(o.doc.Denied, func(d string) bool { return claudeDenies(d, e) || d == name }) {
			return false
		}
	}
	return true
}
