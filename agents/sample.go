package agents

import (
	"embed"
	"io/fs"
	"path"
	"strings"

	"toolgrant/model"
)

//go:embed builtin/*.md
var builtin embed.FS

// SampleSource is the name of the embedded pack where a folder would stand.
const SampleSource = "builtin"

// Sample is the embedded pack: a handful of agents that between them show every form
// of a list, for the demo and for a first look without any agents of one's own.
func Sample() []model.Document {
	entries, err := fs.ReadDir(builtin, SampleSource)
	if err != nil {
		panic("agents: the embedded pack is missing: " + err.Error()) // cannot happen: it is compiled in
	}
	docs := make([]model.Document, 0, len(entries))
	for _, e := range entries {
		name := path.Join(SampleSource, e.Name())
		text, err := fs.ReadFile(builtin, name)
		if err != nil {
			panic("agents: the embedded pack is damaged: " + err.Error())
		}
		d := Parse(name, strings.TrimSuffix(e.Name(), ext), string(text))
		d.Source, d.Pack = SampleSource, model.Plain
		docs = append(docs, d)
	}
	return docs
}
