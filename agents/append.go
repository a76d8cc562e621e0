package agents

import (
	"fmt"
	"slices"

	"toolgrant/model"
	"toolgrant/model/splice"
)

// AppendTools adds the tools of the grants to a document's list, in the form in
// which it is written. It returns the new document, the tools that were added, and
// what a person should know. Only bytes of the tools node change, and afterwards
// the node means exactly the old entries and the added ones; where that cannot be
// had, nothing changes and a note says why.
//
// Line numbers in the new document stay those of the file that was read, because
// that is the file people look at.
func AppendTools(d model.Document, grants []model.Grant) (model.Document, []string, []model.Note) {
	if len(grants) == 0 {
		return d, nil, nil
	}
	a := appending{doc: &d}
	wanted := a.choose(grants)
	if len(wanted) == 0 {
		return d, nil, a.notes
	}
	next, err := extend(d, wanted)
	if err == nil {
		return next, wanted, a.notes
	}
	// One entry that the form cannot hold must not take the others with it.
	next = d
	var added []string
	for _, tool := range wanted {
		n, err := extend(next, []string{tool})
		if err != nil {
			a.note(model.Error, "not-applied", tool, fmt.Sprintf("%s is not granted: %v", tool, err),
				"write the list as one quoted entry a line")
			continue
		}
		next, added = n, append(added, tool)
	}
	return next, added, a.notes
}

// extend makes the edit and reads it back. Only the lines of the key are parsed:
// they are whole, and the rest of the header keeps its bytes.
func extend(d model.Document, tools []string) (model.Document, error) {
	i := slices.IndexFunc(d.Fields, func(f model.Field) bool { return f.Key == toolsKey })
	if i < 0 {
		return d, fmt.Errorf("the document has no %s key", toolsKey)
	}
	f := d.Fields[i]
	lines := d.Header[f.Start:f.End]
	edits, err := splice.AppendYAMLList(lines, d.Tools.Form, tools)
	if err != nil {
		return d, err
	}
	edited, err := splice.Apply(lines, edits)
	if err != nil {
		return d, err
	}
	key, value, err := splice.YAMLEntry(edited)
	if err != nil {
		return d, fmt.Errorf("the list would not be valid YAML any more: %w", err)
	}
	want := slices.Concat(d.Tools.Entries, tools)
	form, got, fault := readList(value)
	if key.Value != toolsKey || fault.code != "" || form != d.Tools.Form || !slices.Equal(got, want) {
		return d, fmt.Errorf("the list would not mean what it should")
	}
	next := d
	next.Header = d.Header[:f.Start] + edited + d.Header[f.End:]
	next.Tools.Entries = got
	next.Fields = slices.Clone(d.Fields)
	grown := len(edited) - len(lines)
	next.Fields[i].Kind, next.Fields[i].Value, next.Fields[i].Typed = meaning(value)
	next.Fields[i].End += grown
	for j := i + 1; j < len(next.Fields); j++ {
		next.Fields[j].Start += grown
		next.Fields[j].End += grown
	}
	return next, nil
}
