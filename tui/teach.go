package tui

import (
	"fmt"
	"slices"
	"strings"

	"toolgrant/model"
	"toolgrant/tui/cell"
)

// teach is the line above the keys: what just happened, else what the row under the
// cursor means, what a key would write, and where.
func (r Root) teach() string {
	if r.status.text != "" {
		return r.status.text
	}
	if r.failure != nil {
		return "ctrl+r reads again, q quits"
	}
	if !r.loaded {
		return "reading agents, hosts and configuration"
	}
	switch r.focus {
	case agentsPane:
		e := r.agents.current()
		if e.agent == nil {
			return fmt.Sprintf("grants of this row reach all %s", plural(len(r.world.Agents), "agent"))
		}
		return cell.Text(e.agent.Lead().Description)
	case grantsPane:
		return r.teachRow(r.grants.current())
	case diffPane:
		return r.teachDiff()
	}
	return r.teachHost(r.hosts.current())
}

func (r Root) teachRow(t row) string {
	switch {
	case t.box == noBox:
		return ""
	case t.lock != "":
		return cell.Text(t.label) + " is locked: " + cell.Text(t.lock)
	}
	return "space " + r.effect(t)
}

// effect is what toggling a row gives or takes, which file says so afterwards, and
// what the runtime under the cursor makes of it.
func (r Root) effect(t row) string {
	verb, to := "gives", "to"
	if t.box == on {
		verb, to = "takes", "from"
	}
	target := "every agent"
	switch who := r.agents.targets(); {
	case len(who) > 1:
		target = plural(len(who), "agent")
	case who[0].agent != nil:
		target = who[0].label
	}
	file := r.place().short(r.configPath(r.layer))
	text := fmt.Sprintf("%s %s %s %s: ", verb, cell.Text(t.key), to, target)
	switch t.kind {
	case verbRow:
		text += "peer_bridge_verbs in " + file + ", then its agent.json"
	case ownedRow:
		text += "mcp_allowlist in " + file + ", used at launch; no agent file"
	default:
		text += "agent_tools in " + file + ", then files on " + plural(len(r.hosts.ticked), "host")
	}
	if n := r.consequence(t); n != "" {
		return text + "; " + n
	}
	if t.does != "" {
		text += " (" + cell.Text(t.does) + ")"
	}
	return text
}

// consequence is what the runtime under the cursor will do with the row's tool: the
// engine's own note where there is one, else what the host is known for.
func (r Root) consequence(t row) string {
	h := r.hosts.current()
	for _, n := range r.diff.notes {
		if n.Tool == "" || n.Tool != t.key || n.Runtime != "" && n.Runtime != h.ID {
			continue
		}
		if n.Runtime == "" || strings.Contains(n.Problem, h.Name) {
			return cell.Text(n.Problem)
		}
		return cell.Text(h.Name + ": " + n.Problem)
	}
	if r.sel.Enforced(h.ID) || t.kind == verbRow || t.kind == ownedRow {
		return ""
	}
	kind := h.Tools.BuiltIn
	if t.kind == serverRow || t.kind == memberRow {
		kind = h.Tools.MCP
	}
	switch kind {
	case model.Inherits:
		return cell.Text(h.Name) + " gives all of these anyway"
	case model.Never:
		return cell.Text(h.Name) + " gives none of these, whatever is written"
	}
	return ""
}

func (r Root) teachDiff() string {
	n := len(r.diff.notes)
	switch {
	case r.diff.key != r.wanted():
		return "rendering"
	case n == 1:
		return cell.Text(r.diff.notes[0].Problem)
	case n > 1:
		return plural(n, "note") + ": i shows them"
	}
	return "the same that a writes: nothing is written before you say yes"
}

func (r Root) teachHost(h Host) string {
	name := cell.Text(h.Name)
	switch {
	case h.ID == "":
		return "no runtimes are known"
	case h.Why != "":
		return name + ": " + cell.Text(h.Why)
	case slices.Contains(r.sel.Global.Enforce, h.ID) || slices.Contains(r.sel.Project.Enforce, h.ID):
		return name + " enforces each agent's list: e leaves it again"
	case h.Tools.BuiltIn == model.Inherits && h.Tools.Enforceable:
		return name + " gives agents all tools, whatever their lists say: e enforces them"
	case h.Tools.BuiltIn == model.Inherits:
		return name + " gives agents all tools: " + cell.Text(h.Tools.Refusal)
	}
	if r.hosts.ticked[h.ID] {
		return fmt.Sprintf("%s is planned for: agents in %s; space leaves it out", name, r.place().short(h.Folder))
	}
	return fmt.Sprintf("space plans for %s: agents in %s", name, r.place().short(h.Folder))
}
