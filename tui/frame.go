package tui

import (
	"strings"

	"toolgrant/tui/cell"
	"toolgrant/tui/theme"
)

// frame draws a border round lines of text, with a title in its upper side and a
// remark at the end of it. The result is exactly r.h lines of r.w columns.
func frame(t theme.Theme, r rect, title, right string, lines []string, focused bool) []string {
	m, style, ink := t.Marks, t.Border, t.Strong
	if focused {
		style, ink = t.Focused, t.Focused.Bold(true)
	}
	w := r.w - 2
	title = cell.Clip(title, w-2)
	right = cell.Clip(right, w-cell.Width(title)-4)
	rule := w - 2 - cell.Width(title)
	top := style.Render(m.TopLeft) + " " + ink.Render(title) + " "
	if right != "" {
		rule -= cell.Width(right) + 2
		top += style.Render(strings.Repeat(m.Line, max(0, rule))) + " " + t.Muted.Render(right) + " "
	} else {
		top += style.Render(strings.Repeat(m.Line, max(0, rule)))
	}
	out := []string{top + style.Render(m.TopRight)}
	side := style.Render(m.Side)
	for i := range r.h - 2 {
		line := ""
		if i < len(lines) {
			line = lines[i]
		}
		out = append(out, side+cell.Fit(line, w)+side)
	}
	return append(out, style.Render(m.BottomLeft+strings.Repeat(m.Line, w)+m.BottomRight))
}

// unframed is lines of text filled up to a rectangle.
func unframed(r rect, lines []string) []string {
	out := make([]string, 0, r.h)
	for i := range r.h {
		line := ""
		if i < len(lines) {
			line = lines[i]
		}
		out = append(out, cell.Fit(line, r.w))
	}
	return out
}
