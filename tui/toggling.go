package tui

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"toolgrant/model"
	"toolgrant/tui/cell"
)

// toggle is space in the pane with the focus.
func (r Root) toggle() (Root, tea.Cmd) {
	switch r.focus {
	case agentsPane:
		r.agents = r.agents.pick()
	case grantsPane:
		return r.toggleGrants(), nil
	case hostsPane:
		strip, why := r.hosts.toggle()
		if why != "" {
			return r.complain(why), nil
		}
		r.hosts = strip
		r.gen++ // another set of runtimes is another plan
	}
	return r, nil
}

// toggleGrants turns the row under the cursor round, and makes every other marked
// row and agent the same. What is locked stays and says why.
func (r Root) toggleGrants() Root {
	targets, agents := r.grants.targets(), r.agents.targets()
	if len(targets) == 0 {
		return r
	}
	now := r.grants.current()
	if len(targets) == 1 && len(agents) == 1 && now.lock != "" {
		return r.complain(cell.Text(now.label) + " stays: " + now.lock)
	}
	want, sel, stays := now.box != on, r.sel, 0
	for _, e := range agents {
		s := subject{agent: e.agent, sel: sel, layer: r.layer, opened: r.grants.opened}
		for _, t := range targets {
			t, ok := r.rowFor(s, t)
			if !ok || t.lock != "" && (t.box == on) != want {
				stays++
				continue
			}
			s.sel = s.set(t, want, r.world)
		}
		sel = s.sel
	}
	r = r.changed(sel)
	if len(agents) > 1 || stays > 0 {
		text := fmt.Sprintf("%s for %s", count(len(targets), "box", "boxes"), plural(len(agents), "agent"))
		if stays > 0 {
			text += fmt.Sprintf("; %d locked, unchanged", stays)
		}
		r = r.say(text)
	}
	return r
}

// rowFor is the row of another agent that means the same as this one.
func (r Root) rowFor(s subject, like row) (row, bool) {
	switch like.kind {
	case serverRow:
		for _, server := range r.cat.servers {
			if server.Name == like.server {
				return s.serverRow(server), true
			}
		}
	case memberRow, toolRow:
		like.box, like.mark, like.lock = s.state(like.key)
		return like, true
	case verbRow:
		if s.agent == nil {
			return row{}, false
		}
		now, ok := r.world.Peers[s.agent.Stem]
		if !ok {
			return row{}, false
		}
		return find(s.verbRows(now), like.key)
	case ownedRow:
		if s.agent == nil {
			return row{}, false
		}
		return find(s.ownedRows(r.world.Owned), like.key)
	}
	return row{}, false
}

func find(rows []row, key string) (row, bool) {
	for _, r := range rows {
		if r.key == key {
			return r, true
		}
	}
	return row{}, false
}

// enforce opts the runtime under the cursor in or out. Enforcing restricts, so the
// layers add up: what one of them set, the other cannot lift.
func (r Root) enforce() Root {
	h := r.hosts.current()
	if h.ID == "" {
		return r
	}
	l := r.sel.Layer(r.layer)
	is := slices.Contains(l.Enforce, h.ID)
	other := model.Project
	if r.layer == model.Project {
		other = model.Global
	}
	switch {
	case !is && !h.Tools.Enforceable:
		why := h.Tools.Refusal
		if why == "" {
			why = "its lists hold already"
		}
		return r.complain(h.Name + " cannot be made to enforce lists: " + why)
	case !is && slices.Contains(r.sel.Layer(other).Enforce, h.ID):
		return r.complain(fmt.Sprintf("the %s file enforces %s already: g edits that layer", other, h.Name))
	}
	r = r.changed(r.sel.With(r.layer, l.WithEnforced(h.ID, !is)))
	if is {
		return r.say(h.Name + " no longer enforces lists")
	}
	return r.say(h.Name + " enforces each agent's list from the next apply on")
}

// giveTo sets one tool for some agents, as the view of a server's users asks.
func (r Root) giveTo(g giveTo) Root {
	sel, want, first := r.sel, false, true
	stays := 0
	for _, stem := range g.agents {
		s := subject{sel: sel, layer: r.layer}
		for i := range r.world.Agents {
			if r.world.Agents[i].Stem == stem {
				s.agent = &r.world.Agents[i]
			}
		}
		t, _ := r.rowFor(s, row{kind: serverRow, server: g.tool})
		if first {
			want, first = t.box != on, false
		}
		if t.lock != "" && (t.box == on) != want {
			stays++
			continue
		}
		sel = s.set(t, want, r.world)
	}
	r = r.changed(sel)
	if stays > 0 {
		r = r.complain(fmt.Sprintf("%d locked, unchanged: the source or * gives it", stays))
	}
	return r.refreshWho()
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
