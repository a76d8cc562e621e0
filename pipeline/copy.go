package pipeline

import (
	"slices"
	"strings"

	"toolgrant/model"
	"toolgrant/pipeline/rewrite"
)

// copyHeader is the converter of hosts that read Claude Code's layout with other
// words in it: the author's header stays byte for byte, except for text rules and for
// a tools node whose names the host does not share.
func copyHeader(j *Job) {
	if j.refuseUnsafe() {
		return
	}
	j.Image = j.image()
	d := j.Doc
	header := d.Header
	if d.Fenced() && d.Tools.Form != model.Absent {
		if names := j.written(); !slices.Equal(names, compacted(d.Tools.Entries)) {
			header = spliceList(d, names)
		}
	}
	if !j.Row.Tools.Verbatim {
		header = j.spliceDenied(header)
	}
	j.noteBroken()
	j.noteBounds(d.Name, j.Body())
	j.file(j.name(), d.BOM+d.Open+j.text(header)+d.Close, j.Body(), "")
}

// written is the list of a copied header: a star stands alone, as it is all there is to
// say.
func (j *Job) written() []string {
	if j.Image.Inherits {
		return []string{"*"}
	}
	return j.Image.Written()
}

// spliceDenied puts the host's names into the author's disallowedTools.
func (j *Job) spliceDenied(header string) string {
	var names []string
	for _, e := range j.Doc.Denied {
		for _, name := range j.denial(model.ParseTool(e)).host {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	f, ok := j.Doc.Field("disallowedTools")
	old := j.Doc.Header[f.Start:f.End]
	if !ok || slices.Equal(names, compacted(j.Doc.Denied)) {
		return header
	}
	line := ""
	if len(names) > 0 {
		line = "disallowedTools: " + flow(names) + lineEnd(j.Doc.Open)
	}
	at := f.Start // the same text may stand in a description above it
	if t, ok := j.Doc.Field("tools"); ok && t.Start < f.Start {
		at += len(header) - len(j.Doc.Header)
	}
	return header[:at] + line + header[at+len(old):]
}

// compacted is a list without its repetitions.
func compacted(entries []string) []string {
	var once []string
	for _, e := range entries {
		if !slices.Contains(once, e) {
			once = append(once, e)
		}
	}
	return once
}

// spliceList writes a document's list anew with other names, in the place and, as far
// as that can be, the form of the old one. Items of a block list that stay keep their
// lines.
func spliceList(d model.Document, names []string) string {
	f, ok := d.Field("tools")
	if !ok {
		return d.Header
	}
	old := d.Header[f.Start:f.End]
	eol := lineEnd(d.Open)
	var b strings.Builder
	switch {
	case len(names) == 0:
		b.WriteString("tools: [none]" + eol) // an unknown name: no host reads it as "all"
	case d.Tools.Form == model.BlockList:
		key, rest, _ := strings.Cut(old, "\n")
		b.WriteString(key + "\n")
		for _, n := range names {
			b.WriteString(itemLine(rest, n, eol))
		}
	case rewrite.Scalar(strings.Join(names, ", ")) != strings.Join(names, ", ") || slices.ContainsFunc(names, odd):
		b.WriteString("tools: " + flow(names) + eol)
	default:
		b.WriteString("tools: " + strings.Join(names, ", ") + eol)
	}
	return d.Header[:f.Start] + b.String() + d.Header[f.End:]
}

// odd reports whether a name is more than one to hosts that part a line at its commas
// or spaces.
func odd(name string) bool { return strings.ContainsAny(name, ",: #") }

// flow is a YAML list on one line, in double quotes.
func flow(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = rewrite.JSONQuote(n)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// itemLine is the line of a block list that holds a name, or a new one in the list's
// indentation.
func itemLine(lines, name, eol string) string {
	indent := "  "
	for line := range strings.Lines(lines) {
		lead, item, ok := strings.Cut(line, "-")
		if !ok || strings.TrimSpace(lead) != "" {
			continue
		}
		indent = lead
		item, _, _ = strings.Cut(item, " #")
		item = strings.TrimSpace(item)
		if item == name || item == `"`+name+`"` || item == "'"+name+"'" {
			return line
		}
	}
	return indent + "- " + rewrite.Ident(name) + eol
}
