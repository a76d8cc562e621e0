package pipeline

import (
	"slices"
	"strings"

	"toolgrant/model"
)

// image works out what a host makes of the job's list, entry by entry, from the
// row's data alone. It is what renderers write, what notes speak of and what the
// independent readers in the tests compare with.
func (j *Job) image() model.Image {
	img := model.Image{Enforced: j.Enforced}
	if j.Doc.Tools.Form == model.Absent {
		img.Inherits = true
		for i := range j.granted.grants {
			img.Lines = append(img.Lines, j.unlistedGrant(&j.granted.grants[i]))
		}
		return img
	}
	for _, entry := range j.Doc.Tools.Entries {
		img.Lines = append(img.Lines, j.line(entry))
	}
	if !j.listed() {
		return img
	}
	for _, name := range j.Row.Tools.Always {
		img.Lines = append(img.Lines, model.ImageLine{
			Host: []string{name}, Fate: model.Added, Why: "the host always adds it",
		})
	}
	return img
}

// unlistedGrant is the fate of a grant to an agent without a list. Writing one for it
// would take everything else away.
func (j *Job) unlistedGrant(g *model.Grant) model.ImageLine {
	l := model.ImageLine{Tool: g.Tool, Grant: g}
	switch t := model.ParseTool(g.Tool); {
	case t.IsMCP() && j.Row.Tools.MCP == model.Never:
		l.Fate, l.Why = model.Lost, "the host never gives MCP tools to an agent of this kind"
	case j.Row.Tools.Absent == model.ReadsAll, j.holding(t) == model.Inherits:
		l.Fate, l.Why = model.Inherited, "already allowed: the agent has no tool list and inherits all tools"
	case j.Row.Tools.Absent == model.ReadsDefault:
		l.Fate, l.Why = model.Lost, "the agent has no tool list, and the host gives such an agent its default set"
	default:
		l.Fate, l.Why = model.Untold, "the agent has no tool list, and nobody has seen what the host gives it"
	}
	return l
}

// line is the fate of one entry of the list.
func (j *Job) line(entry string) model.ImageLine {
	t := model.ParseTool(entry)
	l := model.ImageLine{Tool: entry, Grant: j.grantOf(entry)}
	if t.IsMCP() {
		l.Host, l.Fate, l.Why = j.spellMCP(t)
	} else {
		l.Host, l.Fate, l.Why = j.spellBuiltIn(t)
		if l.Fate == model.Wider && l.Grant != nil && l.Grant.Selector == model.Everyone {
			// DECISIONS 8: what widens beyond the words wants a named agent.
			l.Host, l.Fate = nil, model.Lost
			l.Why += ": a grant to every agent does not do that, name the agent"
		}
	}
	switch holding := j.holding(t); {
	case holding == model.Inherits:
		l.Fate, l.Why = model.Inherited, "already allowed: "+j.inheritsWhy(t)
	case holding == model.Unknown && l.Fate != model.Lost:
		l.Fate, l.Why = model.Untold, "no run and no settled documentation says whether it holds a list"
	}
	return l
}

// holding is what the host does with this kind of tool in the artifact we write.
func (j *Job) holding(t model.Tool) model.Holding {
	h := j.Row.Tools.BuiltIn
	if t.IsMCP() {
		h = j.Row.Tools.MCP
	}
	if h == model.Inherits && j.Enforced {
		return model.Restricts
	}
	return h
}

func (j *Job) inheritsWhy(t model.Tool) string {
	if t.IsMCP() {
		return j.Row.Name + " gives an agent every MCP server of its parent"
	}
	return j.Row.Name + " gives an agent every built-in tool"
}

// spellBuiltIn writes one built-in tool in the host's names.
func (j *Job) spellBuiltIn(t model.Tool) ([]string, model.Fate, string) {
	m := &j.Row.Tools
	if as := j.together(t.Name); as != "" && !t.Parametrised {
		return []string{as}, model.Held, ""
	}
	if names, ok := m.Names[t.Name]; ok {
		switch {
		case len(names) == 0:
			return nil, model.Lost, t.Name + " has no counterpart on this host"
		case t.Parametrised:
			return names, model.Wider, "the host has no parameters and gives all of " + strings.Join(names, ", ")
		}
		if more := j.unlisted(m.Widens[t.Name]); len(more) > 0 {
			return names, model.Wider, "the host gives " + strings.Join(more, ", ") + " with it"
		}
		return names, model.Held, ""
	}
	switch {
	case m.Verbatim && t.Parametrised && m.WholeTool:
		return []string{t.Raw}, model.Wider, "the host ignores the parameters and gives all of " + t.Name
	case m.Verbatim:
		return []string{t.Raw}, model.Held, ""
	}
	return nil, model.Lost, t.Name + " has no counterpart on this host"
}

// together is the one word the host has for several tools, if the agent lists them all.
func (j *Job) together(name string) string {
	for _, t := range j.Row.Tools.Together {
		if slices.Contains(t.Names, name) && len(j.unlisted(t.Names)) == 0 {
			return t.As
		}
	}
	return ""
}

// unlisted is those of some tools that the agent's own list does not have.
func (j *Job) unlisted(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool {
		return slices.ContainsFunc(j.Doc.Tools.Entries, func(e string) bool { return model.ParseTool(e).Name == n })
	})
}

// spellMCP writes one MCP entry in the host's form: as a server pattern where the
// host has one, else as the list of the server's known tools.
func (j *Job) spellMCP(t model.Tool) ([]string, model.Fate, string) {
	m := &j.Row.Tools
	switch {
	case m.MCP == model.Never:
		return nil, model.Lost, "the host never gives MCP tools to an agent of this kind"
	case t.ServerPattern():
		return nil, model.Lost, "the server part of a grant must be literal; no host matches a pattern there"
	case m.MCPVerbatim:
		return []string{t.Raw}, model.Held, ""
	case m.MCPTool == nil && m.MCPServer == nil:
		return nil, model.Lost, "agent files of this host cannot name MCP tools"
	case t.WholeServer() && m.MCPServer != nil:
		if s, ok := m.MCPServer(t.Server); ok {
			names := []string{s}
			if alias, ok := m.ServerAlias[t.Server]; ok {
				s, _ = m.MCPServer(alias)
				names = append(names, s)
			}
			return names, model.Held, ""
		}
	case !t.WholeServer() && !t.Pattern():
		names := []string{m.MCPTool(t.Server, t.Member)}
		if alias, ok := m.ServerAlias[t.Server]; ok {
			names = append(names, m.MCPTool(alias, t.Member))
		}
		return names, model.Held, ""
	}
	tools := j.Catalogue.Expand(t)
	if len(tools) == 0 {
		return nil, model.Lost, "the host wants exact tool names and those of " + t.Server +
			" are not known: run toolgrant list servers --probe " + t.Server
	}
	names := make([]string, len(tools))
	for i, tool := range tools {
		names[i] = m.MCPTool(t.Server, tool)
	}
	return names, model.Held, ""
}

// always makes a server form that exists for every server name.
func always(form func(server string) string) func(string) (string, bool) {
	return func(server string) (string, bool) { return form(server), true }
}
