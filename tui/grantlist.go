package tui

import (
	"slices"

	"github.com/sahilm/fuzzy"

	"toolgrant/tui/cell"
	"toolgrant/tui/theme"
)

// grantList is the pane of one agent's grants.
type grantList struct {
	list
	rows   []row
	opened map[string]bool
	filter string
}

// with shows other rows and keeps the cursor on the same grant where it can.
func (g grantList) with(rows []row) grantList {
	was := g.current()
	g.rows = matching(rows, g.filter)
	g.list = g.resize(len(g.rows), g.height)
	for i, r := range g.rows {
		if r.key == was.key && r.kind == was.kind && was.key != "" {
			g.list = g.to(i)
			return g
		}
	}
	return g.settle(1)
}

// matching keeps the rows whose names match, and the headings above them.
func matching(rows []row, pattern string) []row {
	if pattern == "" {
		return rows
	}
	var out []row
	var title *row
	for i, r := range rows {
		if r.kind == heading {
			title = &rows[i]
			continue
		}
		if r.kind == remark || len(fuzzy.Find(pattern, []string{r.server + " " + r.label})) == 0 {
			continue
		}
		if title != nil {
			out = append(out, *title)
			title = nil
		}
		out = append(out, r)
	}
	return out
}

// settle moves the cursor off headings, first in the given direction.
func (g grantList) settle(by int) grantList {
	step := 1
	if by < 0 {
		step = -1
	}
	for _, step := range []int{step, -step} {
		for i := g.cursor; i >= 0 && i < len(g.rows); i += step {
			if g.rows[i].box != noBox {
				g.list = g.to(i)
				return g.headed()
			}
		}
	}
	return g
}

// headed shows the headings above the first box again, which the cursor never visits.
func (g grantList) headed() grantList {
	first := slices.IndexFunc(g.rows, func(r row) bool { return r.box != noBox })
	if g.cursor == first && first < g.height {
		g.offset = 0
	}
	return g
}

func (g grantList) current() row {
	if g.cursor < len(g.rows) {
		return g.rows[g.cursor]
	}
	return row{}
}

// open shows or hides the tools of the server under the cursor.
func (g grantList) open(want bool) grantList {
	name := g.current().server
	if name == "" || g.opened[name] == want {
		return g
	}
	next := map[string]bool{}
	for s := range g.opened {
		next[s] = true
	}
	next[name] = want
	g.opened = next
	if !want && g.current().kind == memberRow {
		for i, r := range g.rows {
			if r.kind == serverRow && r.server == name {
				g.list = g.to(i)
			}
		}
	}
	return g
}

// targets is the rows that a toggle means.
func (g grantList) targets() []row {
	from, to := g.span()
	var out []row
	for i := from; i <= to && i < len(g.rows); i++ {
		if g.rows[i].box != noBox {
			out = append(out, g.rows[i])
		}
	}
	return out
}

// view draws the rows that fit.
func (g grantList) view(t theme.Theme, w int, focused bool) []string {
	var lines []string
	from, to := g.window()
	for i := from; i < to; i++ {
		r := g.rows[i]
		switch {
		case r.kind == heading:
			lines = append(lines, t.Strong.Render(cell.Fit(r.label, w)))
		case r.kind == remark:
			lines = append(lines, t.Muted.Render(cell.Fit("  "+r.label, w)))
		default:
			lines = append(lines, g.line(t, i, w, focused))
		}
	}
	return lines
}

func (g grantList) line(t theme.Theme, i, w int, focused bool) string {
	r := g.rows[i]
	point, left := "  ", r.indent()+r.box.String()+" "
	switch {
	case i == g.cursor:
		point = t.Marks.Point + " "
	case g.marked(i):
		point = t.Marks.Dot + " "
	}
	name, end := cell.Text(r.label), r.mark
	if r.kind == serverRow {
		name = g.hinge(t, r) + name
	}
	if r.detail != "" {
		name += "  " + r.detail
	}
	if r.lock != "" && r.box == on && end == "" {
		end = "locked"
	}
	if i == g.cursor {
		style := t.Faint
		if focused {
			style = t.Cursor
		}
		return style.Render(cell.Ends(point+left+name, end, w))
	}
	style := t.Text
	switch {
	case g.marked(i):
		style = t.Marked
	case r.lock != "":
		style = t.Locked
	case r.box == on:
		style = t.On
	case r.box == part:
		style = t.Partial
	}
	return cell.Ends(point+style.Render(left+name), t.Muted.Render(end), w)
}

func (r row) indent() string {
	if r.kind == memberRow {
		return "    "
	}
	return ""
}

// hinge shows whether a server's tools are unfolded.
func (g grantList) hinge(t theme.Theme, r row) string {
	if g.opened[r.server] {
		return t.Marks.Open + " "
	}
	return t.Marks.Closed + " "
}

// opening unfolds the tools of one server, wherever the cursor is.
func (g grantList) opening(server string) grantList {
	next := map[string]bool{server: true}
	for s, open := range g.opened {
		next[s] = open || s == server
	}
	g.opened = next
	return g
}
