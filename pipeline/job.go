package pipeline

import (
	"slices"

	"toolgrant/agents"
	"toolgrant/model"
	"toolgrant/pipeline/rewrite"
)

// A Job is one document on its way to one target. Stages act on it in order; a
// Job belongs to one goroutine and is thrown away after its plan.
type Job struct {
	Row      *Row
	Target   *Target
	Source   *model.Document // as composed; never changed
	Doc      model.Document  // its header as the stages leave it; Body is the source's
	Enforced bool            // enforce_tools names the host

	Catalogue model.Catalogue
	granted   granted // what the grants stage makes of the source itself

	Files   []File
	Image   model.Image
	Notes   []model.Note
	Refused bool // no artifact: what stands there stays

	stages []Stage
	bodies *bodies
	// before reads the header of an artifact of the target as we left it.
	before func(name string) (string, bool)
}

// granted is the grants stage's answer for a document as it was read. It is the
// same for every target, unless the paths stage touches that header.
type granted struct {
	doc    model.Document
	grants []model.Grant // asked for, patterns expanded, refused ones left out
	added  []string
	notes  []model.Note
}

func (j *Job) gsd() bool { return j.Source.Pack == model.GSD }

// paths, text and commands are the target's text rules; a plain pack has none.
func (j *Job) paths(text string) string    { return j.rules(j.Target.paths, text) }
func (j *Job) text(text string) string     { return j.rules(j.Target.text, text) }
func (j *Job) commands(text string) string { return j.rules(j.Target.commands, text) }

func (j *Job) rules(p rewrite.Pass, text string) string {
	if !j.gsd() || len(p) == 0 || text == "" {
		return text
	}
	return p.Apply(text)
}

// setHeader gives the document another header and reads it again if it differs.
func (j *Job) setHeader(header string) {
	if header == j.Doc.Header {
		return
	}
	parts := j.Doc.Parts
	parts.Header = header
	parts.Body = ""
	d := agents.Parse(j.Doc.Path, j.Doc.Stem, parts.Text())
	d.Body, d.Source, d.Pack = j.Doc.Body, j.Doc.Source, j.Doc.Pack
	j.Doc = d
}

// grant is the grants stage. Documents whose header no earlier stage touched, which
// is nearly all, share one edit between all hosts.
func (j *Job) grant() {
	g := j.granted
	j.Notes = append(j.Notes, g.notes...)
	if j.Doc.Header == j.Source.Header {
		j.Doc = g.doc
		return
	}
	if len(g.added) == 0 {
		return
	}
	doc, _, _ := agents.AppendTools(j.Doc, g.grants)
	j.Doc = doc
}

// Body is the document's body as the text stages leave it for this target.
func (j *Job) Body() string {
	if !j.gsd() {
		return j.Source.Body
	}
	return j.bodies.get(bodyKey{j.Source, j.Target.key()}, func() string {
		text := j.Source.Body
		for _, s := range j.stages {
			if s.Body != nil {
				text = s.Body(j, text)
			}
		}
		return text
	})
}

// Derived is another text made of the source, kept under a name of the row's.
func (j *Job) Derived(name string, text func() string) string {
	return j.bodies.get(bodyKey{j.Source, j.Target.key() + "\x00" + name}, text)
}

// Say is a decoded header text, such as a description, after the text stages.
func (j *Job) Say(text string) string { return j.text(j.paths(text)) }

// file adds an artifact.
func (j *Job) file(name, head, body, tail string) {
	j.Files = append(j.Files, File{Name: name, Head: head, Body: body, Tail: tail})
}

// name is the artifact's usual file name in this target.
func (j *Job) name() string { return j.Source.Stem + j.Row.Folder(j.Target.Scope).Ext }

// note records something about this document on this host.
func (j *Job) note(n model.Note) {
	n.Agent, n.Runtime = model.Family(j.Source.Stem), j.Row.ID
	if n.File == "" {
		n.File = j.Source.Path
	}
	j.Notes = append(j.Notes, n)
}

// refuse leaves the document out for this host: whatever stands there stays.
func (j *Job) refuse(n model.Note) {
	n.Severity = model.Error
	j.note(n)
	j.Refused = true
	j.Files = nil
}

// grantOf is the grant that asked for an entry, or nil for the source's own.
func (j *Job) grantOf(entry string) *model.Grant {
	if slices.Contains(j.Source.Tools.Entries, entry) {
		return nil
	}
	for i, g := range j.granted.grants {
		if g.Tool == entry {
			return &j.granted.grants[i]
		}
	}
	return nil
}
