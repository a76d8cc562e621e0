package tui

import (
	"sort"
	"strconv"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"toolgrant/tui/cell"
	"toolgrant/tui/theme"
)

// viewMode is what the diff pane shows of the agent under the cursor.
type viewMode int

const (
	oneRuntime viewMode = iota // its artifacts on the runtime under the cursor
	allRuntimes
	configFile
	launchLines // skipped where there is no launch registry
	viewModes
)

// A viewKey says which content is wanted; an answer for another key is dropped.
type viewKey struct {
	gen            int
	agent, runtime string
	mode           viewMode
	plan           int // generation of the plan, for what is shown of it
}

// A drawn is one line on the screen: a line of the content, or a piece of one.
type drawn struct{ line, from, to int }

// diffView is the pane that shows differences.
type diffView struct {
	content
	key    viewKey  // what is shown
	mode   viewMode // what is wanted
	wrap   bool
	left   int // columns scrolled off at the left
	top    int // first drawn line in view
	w, h   int
	drawns []drawn
	widest int
}

// show replaces the content. A view of the same thing keeps its place.
func (d diffView) show(k viewKey, c content) diffView {
	same := d.key.agent == k.agent && d.key.runtime == k.runtime && d.key.mode == k.mode
	d.content, d.key = c, k
	if !same {
		d.top, d.left = 0, 0
	}
	return d.size(d.w, d.h)
}

// size fits the content to a width and a height.
func (d diffView) size(w, h int) diffView {
	d.w, d.h, d.widest = w, max(1, h), 0
	d.drawns = make([]drawn, 0, len(d.lines))
	for i, l := range d.lines {
		width := cell.Width(l.text)
		d.widest = max(d.widest, width)
		if !d.wrap || width <= w {
			d.drawns = append(d.drawns, drawn{i, 0, width})
			continue
		}
		from := 0
		for _, to := range cell.Breaks(l.text, w, w-2) {
			d.drawns = append(d.drawns, drawn{i, from, to})
			from = to
		}
	}
	return d.scroll(0, 0)
}

// scroll moves the window by lines and columns.
func (d diffView) scroll(lines, cols int) diffView {
	d.top = max(0, min(d.top+lines, len(d.drawns)-d.h))
	d.left = max(0, min(d.left+cols, d.widest-d.w))
	if d.wrap {
		d.left = 0
	}
	return d
}

// toFile puts the nearest file before or after the top line at the top, and reports
// whether there is one.
func (d diffView) toFile(by int) (diffView, bool) {
	at := d.lineAt(d.top)
	next := -1
	for _, f := range d.files {
		if by > 0 && f > at {
			next = f
			break
		}
		if by < 0 && f < at {
			next = f
		}
	}
	if next < 0 {
		return d, false
	}
	d.top = d.drawnAt(next)
	return d.scroll(0, 0), true
}

func (d diffView) lineAt(drawn int) int {
	if drawn < len(d.drawns) {
		return d.drawns[drawn].line
	}
	return 0
}

func (d diffView) drawnAt(line int) int {
	return sort.Search(len(d.drawns), func(i int) bool { return d.drawns[i].line >= line })
}

// where says how far down the window is, for the frame's corner.
func (d diffView) where() string {
	switch {
	case len(d.drawns) <= d.h:
		return ""
	case d.top == 0:
		return "top"
	case d.top+d.h >= len(d.drawns):
		return "end"
	}
	return strconv.Itoa(100*d.top/(len(d.drawns)-d.h)) + "%"
}

// view draws the lines in the window.
func (d diffView) view(t theme.Theme) []string {
	var out []string
	for _, dr := range d.drawns[min(d.top, len(d.drawns)):min(len(d.drawns), d.top+d.h)] {
		l := d.lines[dr.line]
		switch {
		case dr.from > 0:
			out = append(out, "  "+cell.Part(paint(t, l), dr.from, dr.to))
		case d.wrap:
			out = append(out, cell.Head(paint(t, l), dr.to))
		default:
			out = append(out, cell.Slice(paint(t, l), d.left, d.w))
		}
	}
	return out
}

// paint gives a line its colours; the marked words stand out inside it.
func paint(t theme.Theme, l textLine) string {
	style, word := lineStyle(t, l.kind), t.Strong
	switch l.kind {
	case addedLine:
		word = t.AddedWord
	case removedLine:
		word = t.RemovedWord
	}
	var b strings.Builder
	at := 0
	for _, s := range l.words {
		b.WriteString(style.Render(l.text[at:s.From]))
		b.WriteString(word.Render(l.text[s.From:s.To]))
		at = s.To
	}
	b.WriteString(style.Render(l.text[at:]))
	return b.String()
}

func lineStyle(t theme.Theme, k lineKind) lipgloss.Style {
	switch k {
	case addedLine:
		return t.Added
	case removedLine:
		return t.Removed
	case hunkLine:
		return t.Hunk
	case fileLine:
		return t.Strong
	case infoLine:
		return t.Muted
	case warnLine:
		return t.Warning
	case badLine:
		return t.Bad
	}
	return t.Text
}
