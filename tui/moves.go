package tui

import (
	"toolgrant/model"
)

func (r Root) move(by int) Root {
	switch r.focus {
	case agentsPane:
		r.agents.list = r.agents.move(by)
	case grantsPane:
		r.grants.list = r.grants.move(by)
		r.grants = r.grants.settle(by)
	case diffPane:
		r.diff = r.diff.scroll(by, 0)
	case hostsPane:
		r.hosts = r.hosts.step(by)
	}
	return r
}

func (r Root) page(by int) Root {
	switch r.focus {
	case agentsPane:
		r.agents.list = r.agents.page(by)
	case grantsPane:
		r.grants.list = r.grants.page(by)
		r.grants = r.grants.settle(by)
	case diffPane:
		r.diff = r.diff.scroll(by*max(1, r.diff.h-1), 0)
	case hostsPane:
		r.hosts = r.hosts.step(4 * by)
	}
	return r
}

func (r Root) edge(last bool) Root {
	far := len(r.diff.drawns) + len(r.hosts.hosts)
	by := 1
	if !last {
		far, by = -far, -1
	}
	switch r.focus {
	case agentsPane:
		r.agents.list = r.agents.edge(last)
	case grantsPane:
		r.grants.list = r.grants.edge(last)
		r.grants = r.grants.settle(-by)
	case diffPane:
		r.diff = r.diff.scroll(far, 0)
	case hostsPane:
		r.hosts = r.hosts.step(far)
	}
	return r
}

// sideStep is how many columns a diff scrolls sideways at a key.
const sideStep = 8

func (r Root) sideways(by int) Root {
	switch r.focus {
	case grantsPane:
		if by < 0 && r.grants.current().kind != memberRow && !r.grants.opened[r.grants.current().server] {
			r.focus = agentsPane
			return r
		}
		r.grants = r.grants.open(by > 0)
	case diffPane:
		r.diff = r.diff.scroll(0, by*sideStep)
	case hostsPane:
		r.hosts = r.hosts.step(by)
	}
	return r
}

func (r Root) open() Root {
	switch r.focus {
	case agentsPane:
		r.focus = grantsPane
	case grantsPane:
		r.grants = r.grants.open(!r.grants.opened[r.grants.current().server])
	}
	return r
}

func (r Root) mark() Root {
	switch r.focus {
	case agentsPane:
		r.agents.list = r.agents.mark()
	case grantsPane:
		r.grants.list = r.grants.mark()
	}
	return r
}

// clear takes away, one at a time, what a person may want to be rid of.
func (r Root) clear() Root {
	switch {
	case r.grants.anchor > 0:
		r.grants.anchor = 0
	case r.agents.anchor > 0 || len(r.agents.picked) > 0:
		r.agents.anchor, r.agents.picked = 0, map[string]bool{}
	case r.grants.filter != "":
		r.grants.filter = ""
	case r.agents.filter != "":
		r.agents = r.agents.filtered("")
	}
	return r
}

func (r Root) startFilter() Root {
	if r.focus != grantsPane {
		r.focus = agentsPane
	}
	text := r.agents.filter
	if r.focus == grantsPane {
		text = r.grants.filter
	}
	f := newField(text)
	r.search = &f
	return r
}

// walkDiff goes to the next change: the next file of what is shown, else the next
// agent and runtime of the plan that have one.
func (r Root) walkDiff(by int) Root {
	if d, ok := r.diff.toFile(by); ok {
		r.diff = d
		return r
	}
	if r.diff.mode != oneRuntime {
		return r
	}
	pending := r.plan.Pending()
	if len(pending) == 0 {
		return r.complain("no change: " + r.whyNotApply())
	}
	at := -1
	agent, runtime := r.agents.current().stem(), r.hosts.current().ID
	for i, c := range pending {
		if c.Agent == agent && c.Runtime == runtime {
			at = i
		}
	}
	if at < 0 && by < 0 {
		at = 0
	}
	for n := range pending {
		c := pending[((at+by*(n+1))%len(pending)+len(pending))%len(pending)]
		host := hostIndex(r.hosts.hosts, c.Runtime)
		if host < 0 || c.Agent == agent && c.Runtime == runtime {
			continue
		}
		r.hosts.cursor = host
		r.agents = r.agents.on(c.Agent)
		if r.agents.current().stem() != c.Agent {
			r.agents = r.agents.filtered("").on(c.Agent)
		}
		return r
	}
	return r
}

func hostIndex(hosts []Host, id string) int {
	for i, h := range hosts {
		if h.ID == id {
			return i
		}
	}
	return -1
}

// nextLayer edits the other config file, where there is one.
func (r Root) nextLayer() Root {
	if r.layer == model.Project {
		r.layer = model.Global
		return r
	}
	if r.world.Local == "" {
		return r.complain("there is no project here: only the global file can be edited")
	}
	r.layer = model.Project
	return r
}
