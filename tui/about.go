package tui

import (
	"strings"

	"toolgrant/model"
	"toolgrant/tui/cell"
)

// about is everything that can be read about the agent under the cursor: what it
// is, where it was read, what it may use, and every note.
func (r Root) about() content {
	var c content
	e := r.agents.current()
	if e.agent == nil {
		c.add(fileLine, "Every agent")
		c.add(infoLine, "What is granted here reaches all "+plural(len(r.world.Agents), "agent")+".")
		c.section("Looked for", r.lookedFor())
	}
	if e.agent != nil {
		r.describe(&c, *e.agent)
	}
	r.hostFacts(&c)
	r.noteLines(&c, e)
	return c
}

func (c *content) section(title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	c.add(contextLine, "")
	c.add(fileLine, title)
	for _, l := range lines {
		c.add(contextLine, l)
	}
}

func (r Root) describe(c *content, a model.Agent) {
	c.add(contextLine, cell.Text(a.Lead().Description))
	for _, d := range a.Documents {
		c.add(contextLine, "")
		c.add(fileLine, r.place().short(d.Path))
		list := strings.Join(d.Tools.Entries, ", ")
		switch {
		case d.Tools.Inherits():
			list = "no list: hosts give it every tool"
		case len(d.Tools.Entries) == 0:
			list = "an empty list"
		}
		c.add(contextLine, "tools: "+cell.Text(list))
		if d.Broken {
			c.add(warnLine, "! its header is not valid YAML: some hosts refuse it, some give it every tool")
		}
	}
	var gained []string
	for _, g := range r.sel.Grants(a.Stem) {
		gained = append(gained, "  "+cell.Text(g.Tool+"  from "+g.Selector+" ("+string(g.Origin)+")"))
	}
	c.section("Granted", gained)
}

// hostFacts says what the runtime under the cursor makes of lists.
func (r Root) hostFacts(c *content) {
	h := r.hosts.current()
	if h.ID == "" {
		return
	}
	lines := []string{
		"built-in tools: " + holding(h.Tools.BuiltIn),
		"MCP tools: " + holding(h.Tools.MCP),
	}
	if h.Folder != "" {
		lines = append(lines, "agents in "+r.place().short(h.Folder))
	}
	if !h.Tools.Enforceable && h.Tools.Refusal != "" {
		lines = append(lines, "cannot be enforced: "+cell.Text(h.Tools.Refusal))
	}
	for _, m := range h.Tools.Remarks {
		lines = append(lines, cell.Text(m))
	}
	if h.Tools.Checked != "" {
		lines = append(lines, "checked "+h.Tools.Checked+": "+cell.Text(h.Tools.Source))
	}
	c.section(cell.Text(h.Name), lines)
}

func holding(h model.Holding) string {
	switch h {
	case model.Restricts:
		return "the list, and nothing else"
	case model.Inherits:
		return "everything of the parent, whatever the list says"
	case model.Never:
		return "none, whatever the list says"
	}
	return "not known"
}

// noteLines gathers the notes of reading, of the plan and of the view, grouped.
func (r Root) noteLines(c *content, e agentEntry) {
	var notes []model.Note
	seen := map[model.Note]bool{}
	add := func(all []model.Note) {
		for _, n := range all {
			mine := e.agent == nil || n.Agent == e.stem() || n.Agent == ""
			here := n.Runtime == "" || r.hosts.ticked[n.Runtime] || n.Runtime == r.hosts.current().ID
			if mine && here && !seen[n] {
				seen[n] = true
				notes = append(notes, n)
			}
		}
	}
	add(r.world.Notes)
	if e.agent != nil {
		for _, d := range e.agent.Documents {
			add(d.Notes)
		}
	}
	add(r.plan.Notes)
	if r.plan.err != nil {
		notes = append(notes, model.Note{Severity: model.Error, Problem: "the plan fails: " + r.plan.err.Error()})
	}
	groups := grouped(notes, model.Info)
	if len(groups) == 0 {
		return
	}
	c.section("Notes", []string{""})
	c.lines = c.lines[:len(c.lines)-1]
	for _, g := range groups {
		c.add(g.kind, g.text)
	}
}
