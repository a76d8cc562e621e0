package tui

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"toolgrant/tui/cell"
)

// header is the first line: where we are, which layer is edited, what is not saved.
// On a screen of one pane it is the tabs.
func (r Root) header() string {
	if r.lay.shape == tabbed {
		return r.tabs()
	}
	name := " " + r.theme.Header.Render("toolgrant")
	if !r.loaded {
		return cell.Fit(name, r.w)
	}
	where := "  " + r.place().short(r.world.Project)
	if r.world.Project == "" || r.world.Project == r.world.Home {
		where = "  ~"
	}
	scope := r.theme.Muted.Render("  scope " + string(r.world.Scope))
	layer, file := r.theme.Accent.Render(string(r.layer)), " ("+r.place().short(r.configPath(r.layer))+")"
	state := "   " + r.state() + " "
	// The state and the layer stay longest: a person must see what a key would change.
	for _, try := range [][2]string{
		{name + where + scope, "editing: " + layer + file + state},
		{name + where, "editing: " + layer + file + state},
		{name + where, "editing: " + layer + state},
		{name, "editing: " + layer + state},
		{name, layer + state},
	} {
		if cell.Width(try[0])+cell.Width(try[1])+1 <= r.w {
			return cell.Ends(try[0], try[1], r.w)
		}
	}
	return cell.Fit(" "+layer+state, r.w)
}

// state says how far the screen, the config and the hosts agree.
func (r Root) state() string {
	t := r.theme
	switch n := len(r.unsaved); {
	case len(r.world.Agents) == 0:
		return t.Warning.Render("no agents")
	case r.job != "":
		return t.Accent.Render(r.job)
	case n > 0:
		return t.Warning.Render(plural(n, "unsaved change"))
	case r.plan.err != nil && r.plan.gen == r.gen:
		return t.Bad.Render("the plan fails")
	case r.plan.gen != r.gen:
		return t.Muted.Render("planning")
	case r.plan.files > 0:
		return t.Warning.Render(plural(r.plan.files, "file") + " to apply")
	}
	return t.Good.Render("in place")
}

// tabs names the panes on one line, the shown one in brackets.
func (r Root) tabs() string {
	var parts []string
	for p := range panes {
		name := p.String()
		if r.w < 50 {
			name = name[:1]
		}
		if p == r.focus {
			if r.w < 50 {
				name = p.String()
			}
			parts = append(parts, r.theme.Accent.Bold(true).Render("["+name+"]"))
		} else {
			parts = append(parts, r.theme.Muted.Render(" "+name+" "))
		}
	}
	line := strings.Join(parts, "")
	if r.search != nil {
		return cell.Ends(line, "/"+r.search.view(8), r.w)
	}
	right := ""
	switch {
	case r.w < 36:
	case r.focus == grantsPane:
		right = cell.Clip(r.agents.current().label, r.w-cell.Width(line)-4)
	case r.focus == diffPane:
		right = cell.Clip(cell.Text(r.hosts.current().Name), r.w-cell.Width(line)-4)
	}
	if len(r.unsaved) > 0 {
		right += r.theme.Warning.Render(" *")
	}
	return cell.Ends(line, right, r.w)
}

// foot names as many keys as fit; help and quit always do.
func (r Root) foot() string {
	last := r.label(help{}) + " help  " + r.label(quit{}) + " quit"
	if len(r.overlays) > 0 {
		last = ""
	}
	room, line := r.w-cell.Width(last)-1, " "
	for _, h := range r.hints() {
		part := r.label(h.intent) + " " + h.word + "  "
		if cell.Width(line)+cell.Width(part) > room {
			break
		}
		line += part
	}
	return r.theme.Muted.Render(cell.Fit(line+last, r.w))
}

// label is the first key that stands for an intent here.
func (r Root) label(i intent) string {
	s := r.focus.scope()
	if n := len(r.overlays); n > 0 {
		s = r.overlays[n-1].scope()
	}
	for _, in := range []scope{s, everywhere} {
		for _, b := range r.binds {
			if b.scope == in && b.intent == i {
				return short(b.keys)
			}
		}
	}
	return ""
}

// short is the first of a binding's keys as its help writes it.
func short(b key.Binding) string {
	first, _, _ := strings.Cut(b.Help().Key, " ")
	return first
}
