package splice

import (
	"bytes"
	"strings"
)

// A sequence is the layout of a container: its items and what stands between them.
// Objects and arrays are woven by the same rules.
type sequence struct {
	open, shut int // offsets after the opening and of the closing bracket
	items      []span
}

// A span is one item of a sequence: a member with its key, or an element.
type span struct {
	gap        int // offset where the gap before the item begins
	start, end int
	comma      int // offset of the comma after it, -1 when it has none
}

// after is the offset behind the item and its comma.
func (s span) after() int { return max(s.end, s.comma+1) }

func (d *JSON) sequence(n JSONNode) sequence {
	s := sequence{open: int(n.v.start) + 1, shut: int(n.v.end) - 1}
	gap := s.open
	for i := range n.Len() {
		v := n.part(i).v
		// The key of an element is empty and stands where the element begins.
		item := span{gap: gap, start: int(v.key), end: int(v.end), comma: int(v.comma)}
		s.items = append(s.items, item)
		gap = item.after()
	}
	return s
}

// tail is where the gap before the closing bracket begins.
func (s sequence) tail() int {
	if len(s.items) == 0 {
		return s.open
	}
	return s.items[len(s.items)-1].after()
}

// broken reports whether a stretch of the body holds a line break.
func (d *JSON) broken(from, to int) bool { return bytes.IndexByte(d.body[from:to], '\n') >= 0 }

// spread reports whether a sequence stands on several lines, apart from its values.
func (d *JSON) spread(s sequence) bool {
	for _, item := range s.items {
		if d.broken(item.gap, item.start) {
			return true
		}
	}
	return d.broken(s.tail(), s.shut)
}

// itemIndent is the indentation of the last item that begins a line.
func (d *JSON) itemIndent(s sequence) (string, bool) {
	for i := len(s.items) - 1; i >= 0; i-- {
		if d.broken(s.items[i].gap, s.items[i].start) {
			return d.lineIndent(s.items[i].start), true
		}
	}
	return "", false
}

// A gap is a stretch of white space and comments.
type gap struct {
	comments int  // offset after the last comment; the stretch's start without any
	line     bool // that comment ends with its line
	brk      int  // offset of the first line break outside block comments, \r included; -1 without
}

// bare reports whether a stretch between two values holds no comment.
func (d *JSON) bare(from, to int) bool { return d.gapAt(from, to).comments == from }

func (d *JSON) gapAt(from, to int) gap {
	g := gap{comments: from, brk: -1}
	for i := from; i < to; i++ {
		switch d.body[i] {
		case '/':
			g.line = d.body[i+1] == '/'
			i = min(skipComment(d.body, i), to)
			if g.line && i > from && d.body[i-1] == '\r' {
				i--
			}
			g.comments = i
			i--
		case '\n':
			if g.brk < 0 {
				g.brk = i
				if i > from && d.body[i-1] == '\r' {
					g.brk--
				}
			}
		}
	}
	return g
}

// A weave changes a sequence: which items go, and which texts come after which
// kept item (-1: before all).
type weave struct {
	*JSON
	sequence
	eol, indent, sep, shutIndent string
	spread                       bool
	drop                         []bool
	add                          map[int][]string
}

// edits are the splices that make the change. Each item is decided by itself: a
// comma stands where another item follows, or where the container had a trailing
// comma. Comments between items are never removed.
func (w *weave) edits() []Edit {
	n := len(w.items)
	if n == 0 {
		return w.fill()
	}
	first, last := -1, -1
	for i, gone := range w.drop {
		if !gone {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	tail := w.add[last]
	if last < 0 && len(tail) == 0 && !w.commented() {
		return w.empty()
	}
	trailing := w.items[n-1].comma >= 0
	leads := w.leads(first, len(tail) > 0)
	var edits []Edit
	for i, item := range w.items {
		if w.drop[i] {
			edits = append(edits, w.remove(i, leads)...)
			continue
		}
		if i == first && i > 0 && leads && w.blank(item) {
			edits = append(edits, Edit{Start: item.gap, End: item.start})
		}
		follows := i < last || len(tail) > 0
		switch {
		case follows && item.comma < 0:
			edits = append(edits, Edit{item.end, item.end, ","})
		case !follows && !trailing && item.comma >= 0:
			edits = append(edits, Edit{Start: item.comma, End: item.comma + 1})
		}
		if i < last {
			edits = append(edits, w.between(i)...)
		}
	}
	if last >= 0 {
		edits = append(edits, w.front()...)
	}
	return append(edits, w.behind(tail, last < 0 && leads, trailing)...)
}

// leads reports whether the white space before the first item is to stay for the
// item that becomes the first one, as in a list on one line.
func (w *weave) leads(first int, tail bool) bool {
	if !w.drop[0] || first < 0 && !tail || !w.blank(w.items[0]) {
		return false
	}
	if item := w.items[0]; !w.bare(item.end, item.comma) {
		return false
	}
	return first < 0 || w.bare(w.items[first].gap, w.items[first].start)
}

// blank reports whether only blanks, no line break, stand before an item.
func (w *weave) blank(item span) bool {
	g := w.gapAt(item.gap, item.start)
	return g.brk < 0 && g.comments == item.gap
}

// commented reports whether any comment stands between the items.
func (w *weave) commented() bool {
	for _, item := range w.items {
		if !w.bare(item.gap, item.start) || !w.bare(item.end, item.comma) {
			return true
		}
	}
	return !w.bare(w.tail(), w.shut)
}

// remove takes out one item with the white space before it and its comma.
func (w *weave) remove(i int, leads bool) []Edit {
	item := w.items[i]
	g := w.gapAt(item.gap, item.start)
	from := g.comments
	switch {
	case i == 0 && leads:
		from = item.start
	case g.comments > item.gap && g.line && !w.breaksAfter(i):
		// What follows must not become part of the line comment.
		from += bytes.IndexByte(w.body[from:], '\n') + 1
	}
	if w.bare(item.end, item.comma) {
		return []Edit{{Start: from, End: item.after()}}
	}
	return []Edit{{Start: from, End: item.end}, {Start: item.comma, End: item.comma + 1}}
}

// breaksAfter reports whether the text behind an item goes on in a new line and
// stays so.
func (w *weave) breaksAfter(i int) bool {
	item := w.items[i]
	if i+1 < len(w.items) && w.drop[i+1] || !w.bare(item.end, item.comma) {
		return false
	}
	rest := w.body[item.after():]
	return bytes.HasPrefix(rest, []byte("\n")) || bytes.HasPrefix(rest, []byte("\r\n"))
}

// between inserts the texts that follow a kept item which is not the last one.
func (w *weave) between(i int) []Edit {
	at := w.items[i].after()
	return w.insert(w.add[i], at, w.items[i+1].start)
}

// front inserts the texts that come before all kept items.
func (w *weave) front() []Edit {
	texts := w.add[-1]
	if len(texts) == 0 {
		return nil
	}
	item := w.items[0]
	text := strings.Join(texts, ","+w.sep) + ","
	g := w.gapAt(item.gap, item.start)
	switch {
	case g.brk >= 0:
		return w.insert(texts, item.gap, item.start)
	case w.drop[0]:
		return []Edit{{g.comments, g.comments, string(w.body[g.comments:item.start]) + text}}
	}
	return []Edit{{item.start, item.start, text + w.sep}}
}

// insert puts texts into a gap that has an item behind it.
func (w *weave) insert(texts []string, from, to int) []Edit {
	var b strings.Builder
	at, lead := from, w.sep
	if g := w.gapAt(from, to); g.brk >= 0 {
		at, lead = min(g.brk, g.comments), w.eol+w.indent
	}
	for _, t := range texts {
		b.WriteString(lead + t + ",")
	}
	return []Edit{{at, at, b.String()}}
}

// behind puts texts behind all items.
func (w *weave) behind(texts []string, leads, trailing bool) []Edit {
	if len(texts) == 0 {
		return nil
	}
	lead := w.sep
	if w.spread {
		lead = w.eol + w.indent
	}
	text := strings.Join(texts, ","+lead)
	if !leads || w.spread {
		text = lead + text
	}
	if trailing {
		text += ","
	}
	at := w.gapAt(w.tail(), w.shut).comments
	return []Edit{{at, at, text}}
}

// fill puts texts into an empty container, in such a way that empty can tell from
// the result what was there before.
func (w *weave) fill() []Edit {
	texts := w.add[-1]
	if len(texts) == 0 {
		return nil
	}
	g := w.gapAt(w.open, w.shut)
	between := string(w.body[w.open:w.shut])
	switch {
	case g.comments > w.open && (g.line || w.broken(w.open, w.shut)):
		lead := w.eol + w.indent
		return []Edit{{g.comments, g.comments, lead + strings.Join(texts, ","+lead)}}
	case g.comments > w.open:
		return []Edit{{g.comments, g.comments, " " + strings.Join(texts, ","+w.sep)}}
	case w.spread && (between == "" || g.brk >= 0):
		lead := w.eol + w.indent
		return []Edit{{w.open, w.open, lead + strings.Join(texts, ","+lead) + w.eol + w.shutIndent}}
	}
	return []Edit{{w.shut, w.shut, strings.Join(texts, ","+w.sep) + between}}
}

// empty takes out everything that fill put there.
func (w *weave) empty() []Edit {
	from, lead := w.items[0].start, string(w.body[w.open:w.items[0].start])
	if w.broken(w.open, from) {
		from, lead = w.open, w.eol+w.shutIndent
	}
	to := w.tail()
	if strings.HasPrefix(string(w.body[to:w.shut]), lead) {
		to += len(lead)
	}
	return []Edit{{Start: from, End: to}}
}
