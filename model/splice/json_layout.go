package splice

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// lineWidth is how long a list on one line may get before a new one is broken up.
const lineWidth = 100

// A style is how a text is laid out, inferred from the text itself.
type style struct {
	eol       string
	unit      string // one level of indentation
	colon     string // between a key and its value
	gap       string // after a comma on one line
	longLists bool   // lists stand one element a line, however short
}

// plain is the style of a file that we make: 2-space JSON as gsd-core writes it, but
// for short lists, which stay on one line.
func plain() style { return style{eol: "\n", unit: "  ", colon: ": ", gap: " "} }

// style infers the style of the text as a whole.
func (d *JSON) style() style {
	st := plain()
	if i := bytes.IndexByte(d.body, '\n'); i > 0 && d.body[i-1] == '\r' {
		st.eol = "\r\n"
	}
	root := d.Root()
	if indent, ok := d.itemIndent(d.sequence(root)); ok {
		if unit, ok := strings.CutPrefix(indent, d.lineIndent(int(root.v.start))); ok && unit != "" {
			st.unit = unit
		}
	}
	return st.near(root)
}

// near is the style with the habits of a container that is edited.
func (st style) near(n JSONNode) style {
	if colon, ok := n.colon(); ok {
		st.colon = colon
	}
	st.gap = " "
	if !strings.HasSuffix(st.colon, " ") {
		st.gap = ""
	}
	if list, ok := n.firstList(); ok {
		st.longLists = n.doc.broken(int(list.v.start), int(list.part(0).v.start))
	}
	return st
}

// colon is what stands between the last key of an object and its value.
func (n JSONNode) colon() (string, bool) {
	if n.v.kind != '{' || n.Len() == 0 {
		return "", false
	}
	m := n.part(n.Len() - 1).v
	text := string(n.doc.body[m.keyEnd:m.start])
	return text, strings.Trim(text, " ") == ":"
}

// firstList is the first array with elements, itself included; it stands for its
// neighbours when it comes to whether lists have one element a line.
func (n JSONNode) firstList() (JSONNode, bool) {
	if n.v.kind == '[' && n.Len() > 0 {
		return n, true
	}
	for i := range n.Len() {
		if list, ok := n.part(i).firstList(); ok {
			return list, true
		}
	}
	return JSONNode{}, false
}

// lineIndent is the white space at the beginning of an offset's line.
func (d *JSON) lineIndent(at int) string {
	start := bytes.LastIndexByte(d.body[:at], '\n') + 1
	end := start
	for end < at && (d.body[end] == ' ' || d.body[end] == '\t') {
		end++
	}
	return string(d.body[start:end])
}

// A place is where a value is written: under which indentation, behind how many
// characters, and whether it may take several lines.
type place struct {
	style
	indent string // of the line on which the value begins
	used   int    // characters before it on that line
	multi  bool
}

// inside is the place of an item of a container that is written at p.
func (p place) inside() place {
	p.indent += p.unit
	p.used = utf8.RuneCountInString(p.indent)
	return p
}

// text is a new value as it is written at a place.
func (p place) text(w wanted) string {
	switch {
	case w.kind == 'l':
		return w.literal
	case len(w.parts) == 0 && w.kind == '[':
		return "[]"
	case len(w.parts) == 0:
		return "{}"
	}
	open, shut := "{", "}"
	if w.kind == '[' {
		open, shut = "[", "]"
		if one := p.oneLine(w); !p.multi || p.fits(w, one) {
			return one
		}
	} else if !p.multi {
		return p.oneLine(w)
	}
	inner := p.inside()
	var b strings.Builder
	b.WriteString(open)
	for i := range w.parts {
		b.WriteString(p.eol + inner.indent + inner.item(w, i))
		if i < len(w.parts)-1 {
			b.WriteByte(',')
		}
	}
	b.WriteString(p.eol + p.indent + shut)
	return b.String()
}

// item is one part of a container, with its key if it has one.
func (p place) item(w wanted, i int) string {
	if w.kind != '{' {
		return p.text(w.parts[i])
	}
	return p.member(w.names[i], w.parts[i])
}

// member is a key and its value.
func (p place) member(name string, value wanted) string {
	// Keys were checked when the wanted value was made.
	key, _ := quoted(name)
	p.used += utf8.RuneCountInString(key + p.colon)
	return key + p.colon + p.text(value)
}

func (p place) oneLine(w wanted) string {
	p.multi = false
	parts := make([]string, len(w.parts))
	for i := range w.parts {
		parts[i] = p.item(w, i)
	}
	text := strings.Join(parts, ","+p.gap)
	if w.kind == '[' {
		return "[" + text + "]"
	}
	return "{" + text + "}"
}

// fits reports whether a list may stand on one line.
func (p place) fits(w wanted, text string) bool {
	if p.longLists || p.used+utf8.RuneCountInString(text) > lineWidth {
		return false
	}
	for _, part := range w.parts {
		if part.kind != 'l' {
			return false
		}
	}
	return true
}
