package tui

import (
	"strconv"

	"github.com/sahilm/fuzzy"

	"toolgrant/model"
	"toolgrant/tui/cell"
	"toolgrant/tui/theme"
)

// An agentEntry is one row of the agents pane, made once for a World.
type agentEntry struct {
	agent    *model.Agent // nil for every agent
	label    string
	readOnly bool
	noted    bool
}

func (e agentEntry) stem() string {
	if e.agent == nil {
		return model.Everyone
	}
	return e.agent.Stem
}

// agentList is the pane of agents: every agent first, then each by name.
type agentList struct {
	list
	all    []agentEntry
	shown  []int // indexes into all, after the filter
	filter string
	picked map[string]bool // marked one by one
}

func newAgentList(w World) agentList {
	noted := map[string]bool{}
	for _, n := range w.Notes {
		if n.Severity != model.Info {
			noted[n.Agent] = true
		}
	}
	l := agentList{all: []agentEntry{{label: "* every agent"}}, picked: map[string]bool{}}
	for i := range w.Agents {
		a := &w.Agents[i]
		e := agentEntry{agent: a, label: cell.Text(a.Stem), readOnly: a.ReadOnly(), noted: noted[a.Stem]}
		for _, d := range a.Documents {
			e.noted = e.noted || d.Broken || len(d.Notes) > 0
		}
		l.all = append(l.all, e)
	}
	return l.filtered("")
}

// filtered shows the agents whose names match, best match first. The first row
// always stays, and the cursor stays on its agent where that is still shown.
func (l agentList) filtered(pattern string) agentList {
	at := l.current().stem()
	l.filter, l.shown, l.anchor = pattern, []int{0}, 0
	if pattern == "" {
		for i := 1; i < len(l.all); i++ {
			l.shown = append(l.shown, i)
		}
	} else {
		labels := make([]string, 0, len(l.all))
		for _, e := range l.all[1:] {
			labels = append(labels, e.label)
		}
		for _, m := range fuzzy.Find(pattern, labels) {
			l.shown = append(l.shown, m.Index+1)
		}
	}
	l.list = l.resize(len(l.shown), l.height)
	if pattern != "" && len(l.shown) > 1 {
		l.list = l.to(1)
		return l
	}
	return l.on(at)
}

// on puts the cursor on an agent, if it is shown.
func (l agentList) on(stem string) agentList {
	for i, at := range l.shown {
		if l.all[at].stem() == stem {
			l.list = l.to(i)
		}
	}
	return l
}

func (l agentList) current() agentEntry {
	if l.cursor < len(l.shown) {
		return l.all[l.shown[l.cursor]]
	}
	return agentEntry{label: "* every agent"}
}

// pick marks the agent under the cursor, or takes the mark away, and goes on.
func (l agentList) pick() agentList {
	stem := l.current().stem()
	next := map[string]bool{}
	for s := range l.picked {
		next[s] = true
	}
	if stem != model.Everyone {
		next[stem] = !next[stem]
		if !next[stem] {
			delete(next, stem)
		}
	}
	l.picked = next
	l.list = l.move(1)
	return l
}

// targets is the agents that a toggle means: the marked ones, else the current.
func (l agentList) targets() []agentEntry {
	var out []agentEntry
	for i, at := range l.shown {
		if e := l.all[at]; e.agent != nil && (l.marked(i) || l.picked[e.stem()]) {
			out = append(out, e)
		}
	}
	if len(out) == 0 {
		return []agentEntry{l.current()}
	}
	return out
}

// view draws the rows that fit. Counts are of what the edited layer gives.
func (l agentList) view(t theme.Theme, w int, focused bool, count func(agentEntry) int) []string {
	var lines []string
	from, to := l.window()
	for i := from; i < to; i++ {
		e := l.all[l.shown[i]]
		point, style := "  ", t.Text
		if l.marked(i) || l.picked[e.stem()] {
			point, style = t.Marks.Dot+" ", t.Marked
		}
		if i == l.cursor {
			point = t.Marks.Point + " "
			if l.marked(i) || l.picked[e.stem()] {
				point = t.Marks.Point + t.Marks.Dot
			}
			style = t.Faint
			if focused {
				style = t.Cursor
			}
		}
		lines = append(lines, style.Render(cell.Ends(point+e.label, e.flags(count(e)), w)))
	}
	return lines
}

// flags is what stands at the end of an agent's row.
func (e agentEntry) flags(grants int) string {
	s := ""
	if grants > 0 {
		s = "+" + strconv.Itoa(grants)
	}
	if e.readOnly {
		s += " ro"
	}
	if e.noted {
		s += " !"
	}
	return s
}
