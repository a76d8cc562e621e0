package tui

import (
	tea "github.com/charmbracelet/bubbletea"
)

// wheelStep is how many lines one notch of a wheel scrolls.
const wheelStep = 3

// mouse turns clicks and the wheel into what keys do. A click goes to a pane and to
// the row under it; on a box, or on the row that has the cursor already, it toggles.
func (r Root) mouse(m tea.MouseMsg) (Root, tea.Cmd) {
	if m.Action != tea.MouseActionPress {
		return r, nil
	}
	by := 0
	switch m.Button {
	case tea.MouseButtonWheelUp:
		by = -wheelStep
	case tea.MouseButtonWheelDown:
		by = wheelStep
	}
	if len(r.overlays) > 0 {
		if by != 0 {
			return r.do(moveBy{by})
		}
		b, _, lines := r.overlayBox()
		if in := b.inner(); m.Button == tea.MouseButtonLeft && in.has(m.X, m.Y) && m.Y-in.y < len(lines) {
			return r.do(pointAt{m.Y - in.y})
		}
		return r, nil
	}
	p, ok := r.lay.at(m.X, m.Y)
	switch {
	case by != 0 && ok:
		return r.wheel(p, by), nil
	case m.Button != tea.MouseButtonLeft:
		return r, nil
	case m.Y == r.lay.header.y && r.lay.shape == tabbed:
		return r.clickTab(m.X), nil
	case !ok:
		return r, nil
	}
	r.status = status{}
	r.focus = p
	c := r.lay.content(p)
	if !c.has(m.X, m.Y) {
		return r, nil
	}
	return r.click(p, m.X-c.x, m.Y-c.y)
}

// wheel scrolls the pane under the pointer, whichever has the focus.
func (r Root) wheel(p pane, by int) Root {
	switch p {
	case agentsPane:
		r.agents.list = r.agents.scroll(by)
	case grantsPane:
		r.grants.list = r.grants.scroll(by)
		r.grants = r.grants.settle(by)
	case diffPane:
		r.diff = r.diff.scroll(by, 0)
	case hostsPane:
		r.hosts = r.hosts.step(by / wheelStep)
	}
	return r
}

func (r Root) click(p pane, x, y int) (Root, tea.Cmd) {
	switch p {
	case agentsPane:
		if at := r.agents.offset + y; at < r.agents.n {
			r.agents.list = r.agents.to(at)
		}
	case grantsPane:
		at := r.grants.offset + y
		if at >= len(r.grants.rows) || r.grants.rows[at].box == noBox {
			return r, nil
		}
		again := at == r.grants.cursor
		r.grants.list = r.grants.to(at)
		from := 2 + len(r.grants.current().indent())
		switch {
		case x >= from && x < from+3:
			return r.toggleGrants(), nil
		case again && r.grants.current().kind == serverRow:
			return r.open(), nil
		case again:
			return r.toggleGrants(), nil
		}
	case hostsPane:
		return r.clickHost(x, y)
	}
	return r, nil
}

// clickHost goes to the runtime under the pointer; on its box it ticks.
func (r Root) clickHost(x, y int) (Root, tea.Cmd) {
	if !r.lay.framed {
		l := list{cursor: r.hosts.cursor}.resize(len(r.hosts.hosts), r.lay.content(hostsPane).h)
		at := l.offset + y
		if at >= len(r.hosts.hosts) {
			return r, nil
		}
		r.hosts.cursor = at
		if x >= 2 && x < 5 {
			return r.toggle()
		}
		return r, nil
	}
	x -= 11
	stops, _ := r.hosts.lay(r.sel, r.lay.content(hostsPane).w-11)
	for _, s := range stops {
		if x >= s.from && x < s.to {
			r.hosts.cursor = s.host
			if x < s.from+3 {
				return r.toggle()
			}
		}
	}
	return r, nil
}

// clickTab goes to the pane whose name was hit.
func (r Root) clickTab(x int) Root {
	at := 0
	for p := range panes {
		w := len(p.String()) + 2
		if r.w < 50 && p != r.focus {
			w = 3
		}
		if x >= at && x < at+w {
			r.focus = p
			return r
		}
		at += w
	}
	return r
}
