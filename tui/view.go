package tui

import (
	"fmt"
	"slices"
	"strings"

	"toolgrant/model"
	"toolgrant/tui/cell"
)

// View draws the screen from what is there; it computes nothing that could take
// longer than drawing does.
func (r Root) View() string {
	defer r.crash.note()
	if r.w == 0 {
		return ""
	}
	if r.lay.shape == tooSmall {
		return r.tooSmall()
	}
	lines := r.screen()
	if len(r.overlays) > 0 {
		lines = r.overlaid(lines)
	}
	return r.theme.Finish(strings.Join(lines, "\n"))
}

// tooSmall is one line that fits any terminal there is.
func (r Root) tooSmall() string {
	text := fmt.Sprintf("too small: at least %dx%d", minWidth, minHeight)
	if cell.Width(text) > r.w {
		text = "too small"
	}
	return cell.Clip(text, r.w)
}

// screen is the panes with the lines above and below them.
func (r Root) screen() []string {
	lines := make([]string, r.h)
	lines[r.lay.header.y] = r.header()
	var drawn [panes][]string
	for p := range panes {
		if r.lay.panes[p].w > 0 {
			drawn[p] = r.pane(p)
		}
	}
	for y := range lines {
		for p := range panes { // panes of one line stand in this order
			if b := r.lay.panes[p]; b.w > 0 && y >= b.y && y < b.y+b.h {
				lines[y] += drawn[p][y-b.y]
			}
		}
	}
	if r.lay.teach.h > 0 {
		style := r.theme.Text
		if r.status.bad {
			style = r.theme.Warning
		} else if r.status.text == "" {
			style = r.theme.Muted
		}
		text := cell.Wrap(r.teach(), r.w-1)
		for i := range r.lay.teach.h {
			line := ""
			if i < len(text) {
				line = " " + text[i]
			}
			if i == r.lay.teach.h-1 && len(text) > i+1 {
				line += " " + r.theme.Marks.More
			}
			lines[r.lay.teach.y+i] = style.Render(cell.Fit(line, r.w))
		}
	}
	lines[r.lay.foot.y] = r.foot()
	return lines
}

func (r Root) pane(p pane) []string {
	b, focused := r.lay.panes[p], r.focus == p && len(r.overlays) == 0
	in := r.lay.content(p)
	var title, right string
	var body []string
	switch p {
	case agentsPane:
		title, right = r.agentsTitle()
		body = r.agents.view(r.theme, in.w, focused, r.count)
	case grantsPane:
		title, right = r.grantsTitle()
		body = r.grants.view(r.theme, in.w, focused)
	case diffPane:
		title, right = r.diffTitle()
		body = r.diff.view(r.theme)
	case hostsPane:
		if !r.lay.framed {
			return unframed(b, r.hostLines(b.w, b.h, focused))
		}
		return []string{r.strip(b.w, focused)}
	}
	if !r.lay.framed {
		return unframed(b, body)
	}
	return frame(r.theme, b, title, right, body, focused)
}

// count is how many grants an agent has in the layer that is edited.
func (r Root) count(e agentEntry) int {
	s := subject{agent: e.agent, sel: r.sel, layer: r.layer}
	own, _ := s.list(s.selector())
	if e.agent == nil {
		return len(own)
	}
	n := len(own)
	all, _ := s.list(model.Everyone)
	for _, t := range all {
		if !slices.Contains(own, t) {
			n++
		}
	}
	return n
}

func (r Root) agentsTitle() (title, right string) {
	if r.search != nil && r.focus == agentsPane {
		return "/" + r.search.view(max(6, r.lay.panes[agentsPane].w-12)), ""
	}
	title = fmt.Sprintf("Agents %d", len(r.agents.all)-1)
	if r.agents.filter != "" {
		title = fmt.Sprintf("Agents %d of %d", len(r.agents.shown)-1, len(r.agents.all)-1)
		right = "/" + cell.Text(r.agents.filter)
	}
	if n := len(r.agents.targets()); n > 1 {
		right = fmt.Sprintf("%d marked", n)
	}
	return title, right
}

func (r Root) grantsTitle() (title, right string) {
	if r.search != nil && r.focus == grantsPane {
		return "/" + r.search.view(max(6, r.lay.panes[grantsPane].w-12)), ""
	}
	title = r.agents.current().label
	if n := len(r.agents.targets()); n > 1 {
		title = plural(n, "agent") + ", shown: " + title
	}
	if r.grants.filter != "" {
		right = "/" + cell.Text(r.grants.filter)
	}
	return title, right
}

func (r Root) diffTitle() (title, right string) {
	right = r.diff.where()
	if n := len(r.diff.notes); n > 0 {
		right = strings.TrimSpace(plural(n, "note") + "  " + right)
	}
	if r.loaded && r.diff.key != r.wanted() {
		right = r.theme.Marks.More
	}
	switch r.diff.mode {
	case allRuntimes:
		return "all files of " + r.agents.current().label, right
	case configFile:
		return "config files", right
	case launchLines:
		return "launches of " + r.agents.current().label, right
	}
	if h := r.hosts.current(); h.ID != "" {
		return cell.Text(h.Name) + "  " + r.hosts.position(), right
	}
	return "Diff", right
}

// strip is the line of runtimes with its name in front.
func (r Root) strip(w int, focused bool) string {
	name := " Runtimes  "
	if focused {
		name = r.theme.Accent.Render(name)
	}
	return name + r.hosts.view(r.theme, r.sel, w-11, focused)
}

// hostLines lists the runtimes one a line, where they have a tab of their own.
func (r Root) hostLines(w, h int, focused bool) []string {
	l := list{cursor: r.hosts.cursor}.resize(len(r.hosts.hosts), h)
	var out []string
	from, to := l.window()
	for i := from; i < to; i++ {
		point, style := "  ", r.theme.Text
		if i == r.hosts.cursor {
			point, style = r.theme.Marks.Point+" ", r.theme.Cursor
		}
		out = append(out, style.Render(cell.Fit(point+r.hosts.label(i, r.sel), w)))
	}
	return out
}
