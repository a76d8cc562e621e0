package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"toolgrant/model"
)

// A spelling is one entry in a host's own names, and what becomes of it there.
type spelling struct {
	host  []string
	fate  model.Fate
	why   string
	taken bool // by the author's own deny list
	// unknown is set where only the server's missing tool list keeps the entry out.
	unknown bool
}

func lost(format string, args ...any) spelling {
	return spelling{fate: model.Lost, why: fmt.Sprintf(format, args...)}
}

func held(names ...string) spelling { return spelling{host: names, fate: model.Held} }

// spellMCP writes one MCP entry in the host's form, from the raw names that the
// catalogue knows: as a server pattern where the host has one, else as the list of
// the server's known tools. What the host could read in two ways is not written.
func spellMCP(m *model.ToolModel, c model.Catalogue, t model.Tool) spelling {
	switch {
	case m.MCP == model.Never:
		return lost("the host never gives MCP tools to an agent of this kind")
	case t.ServerPattern():
		return lost("the server part of an entry must be literal; no host matches a pattern there")
	case m.MCPVerbatim:
		return spellVerbatim(m, t)
	case m.MCPTool == nil:
		return lost("agent files of this host cannot name MCP tools")
	}
	meant := meanings(c, t)
	switch {
	case meant[0].tool == "*":
		if s, ok := spellServer(m, c, meant); ok {
			return s
		}
	case !strings.ContainsAny(meant[0].tool, "*?["):
		return spellTool(m, c, meant)
	}
	return spellKnown(m, c, t, nil)
}

// spellVerbatim is for hosts that get the author's own spelling. Where the host's rule
// for names is known, an entry that it was seen to ignore is no grant.
func spellVerbatim(m *model.ToolModel, t model.Tool) spelling {
	if m.MCPTool == nil {
		return held(t.Raw)
	}
	name := m.MCPTool(t.Server, t.Member)
	// A server's own name may hold the double underscore that ends it elsewhere.
	server, whole := strings.CutSuffix(strings.TrimPrefix(t.Raw, "mcp__"), "__*")
	switch {
	case whole || t.WholeServer():
		name, _ = m.MCPServer(server)
	case t.Pattern():
		return lost("a partial wildcard gives nothing there: name the tools, or the whole server")
	}
	if t.Raw != name && t.Raw+"__*" != name {
		return lost("the host registers it as %s, and this spelling matches nothing", name)
	}
	return held(t.Raw)
}

// A rawTool is an MCP tool as the configuration and the server spell it; the tool is
// "*" for a whole server.
type rawTool struct{ server, tool string }

// meanings is every tool that a canonical entry may name. More than one means that
// raw names fall together in the canonical form.
func meanings(c model.Catalogue, t model.Tool) []rawTool {
	var all []rawTool
	for _, s := range c.Matching(t) {
		one := model.NewCatalogue(s)
		server, tool := one.Raw(t)
		same := []string{tool}
		for _, name := range s.ToolNames() {
			if name != tool && tool != "*" && model.ClaudeMCPName(server, name) == model.ClaudeMCPName(server, tool) {
				same = append(same, name)
			}
		}
		for _, name := range same {
			all = append(all, rawTool{server, name})
		}
	}
	if len(all) == 0 {
		return []rawTool{{t.Server, t.Member}}
	}
	return all
}

// spellServer writes a whole server in the host's form for it, if the host has one for
// this name that gives this server and nothing else.
func spellServer(m *model.ToolModel, c model.Catalogue, meant []rawTool) (spelling, bool) {
	if m.MCPServer == nil {
		return spelling{}, false
	}
	var names []string
	for _, raw := range meant {
		name, ok := m.MCPServer(raw.server)
		if !ok {
			return spelling{}, false
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > 1 {
		return twoMeanings(meant), true
	}
	s := held(names...)
	if strings.ContainsAny(strings.TrimSuffix(names[0], "*"), "*?[") {
		return lost("the host would read its name as a pattern"), true
	}
	if more := caught(m, c, meant); len(more) > 0 {
		if known, ok := c.Server(meant[0].server); ok && known.Known() {
			return spellEach(m, c, known), true
		}
		s.fate, s.why = model.Wider, "the host's pattern also gives "+strings.Join(more, ", ")
	}
	if alias, ok := m.ServerAlias[meant[0].server]; ok {
		name, _ := m.MCPServer(alias)
		s.host = append(s.host, name)
	}
	return s, true
}

// caught is what else a host's pattern for a whole server matches.
func caught(m *model.ToolModel, c model.Catalogue, meant []rawTool) []string {
	var more []string
	ours := func(server string) bool {
		return slices.ContainsFunc(meant, func(r rawTool) bool { return r.server == server })
	}
	for _, s := range c.Servers() {
		overlaps := m.MCPOverlap != nil && m.MCPOverlap(meant[0].server, s.Name) ||
			m.FoldsCase && strings.EqualFold(meant[0].server, s.Name)
		if overlaps && !ours(s.Name) {
			more = append(more, "the server "+s.Name)
		}
	}
	if m.MCPOverlap != nil {
		for _, id := range m.OwnIDs {
			if strings.HasPrefix(id, m.MCPTool(meant[0].server, "")) {
				more = append(more, "its own "+id)
			}
		}
	}
	return more
}

// spellTool writes one tool by its exact name.
func spellTool(m *model.ToolModel, c model.Catalogue, meant []rawTool) spelling {
	var names []string
	for _, raw := range meant {
		name := m.MCPTool(raw.server, raw.tool)
		switch {
		case name == "":
			return lost("the host takes no name such as the one it would get, and refuses the whole agent for it")
		case strings.ContainsAny(name, "*?["):
			return lost("the host would read its name as a pattern")
		case !slices.Contains(names, name):
			names = append(names, name)
		}
	}
	if len(names) > 1 {
		return twoMeanings(meant)
	}
	s := held(names...)
	if more := sharers(m, c, names[0], meant); len(more) > 0 {
		s.fate, s.why = model.Wider, "the host has the same name for "+strings.Join(more, ", ")
	}
	if alias, ok := m.ServerAlias[meant[0].server]; ok {
		s.host = append(s.host, m.MCPTool(alias, meant[0].tool))
	}
	return s
}

// sharers is what else a host calls by an exact name.
func sharers(m *model.ToolModel, c model.Catalogue, name string, meant []rawTool) []string {
	same := func(a, b string) bool { return a == b || m.FoldsCase && strings.EqualFold(a, b) }
	var more []string
	for _, s := range c.Servers() {
		for _, tool := range s.ToolNames() {
			if same(m.MCPTool(s.Name, tool), name) && !slices.Contains(meant, rawTool{s.Name, tool}) {
				more = append(more, s.Name+"/"+tool)
			}
		}
	}
	for _, id := range m.OwnIDs {
		if same(id, name) {
			more = append(more, "its own "+id)
		}
	}
	return more
}

// twoMeanings refuses an entry that a host with raw names cannot tell apart.
func twoMeanings(meant []rawTool) spelling {
	var names []string
	for _, raw := range meant {
		names = append(names, fmt.Sprintf("%q of %q", raw.tool, raw.server))
	}
	return lost("it may mean %s, which this host tells apart: rename one of them where it is configured", strings.Join(names, " or "))
}

// spellKnown writes an entry as the exact names of the tools it stands for, without
// those that the author's deny list takes away.
func spellKnown(m *model.ToolModel, c model.Catalogue, t model.Tool, denied []model.Tool) spelling {
	meant := meanings(c, t)
	if s := distinctServers(meant); len(s) > 1 {
		return twoMeanings(meant)
	}
	server := meant[0].server
	tools := c.Expand(t)
	switch {
	case len(tools) == 0 && c.Knows(t) && meant[0].tool == "*":
		return lost("the server %s has no tools", server)
	case len(tools) == 0 && c.Knows(t):
		return lost("no tool of the server %s matches", server)
	case len(tools) == 0 && denied != nil:
		return lost("disallowedTools takes some of its tools, and the others are not known: run toolgrant list servers --probe %s", server)
	case len(tools) == 0:
		s := lost("the host wants exact tool names and those of %s are not known: run toolgrant list servers --probe %s", server, server)
		s.unknown = true
		return s
	}
	var each []rawTool
	for _, tool := range tools {
		name := model.ParseTool(model.ClaudeMCPName(server, tool))
		if !slices.ContainsFunc(denied, func(d model.Tool) bool { return takes(d, name) }) {
			each = append(each, rawTool{server, tool})
		}
	}
	if len(each) == 0 {
		return lost("disallowedTools takes every tool of it")
	}
	return spellAll(m, c, each)
}

// spellEach writes a whole server as the exact names of its tools.
func spellEach(m *model.ToolModel, c model.Catalogue, s model.Server) spelling {
	var each []rawTool
	for _, tool := range s.ToolNames() {
		each = append(each, rawTool{s.Name, tool})
	}
	if len(each) == 0 {
		return lost("the server %s has no tools", s.Name)
	}
	return spellAll(m, c, each)
}

// spellAll writes several tools of which each has one meaning. One that has no name of
// its own there costs all of them, since a list that is nearly right says nothing.
func spellAll(m *model.ToolModel, c model.Catalogue, each []rawTool) spelling {
	all := spelling{fate: model.Held}
	for _, raw := range each {
		s := spellTool(m, c, []rawTool{raw})
		switch {
		case s.fate == model.Lost:
			return lost("%s: %s", raw.tool, s.why)
		case s.fate == model.Wider && all.fate == model.Held:
			all.fate, all.why = s.fate, raw.tool+": "+s.why
		}
		all.host = append(all.host, s.host...)
	}
	return all
}

func distinctServers(meant []rawTool) []string {
	var names []string
	for _, raw := range meant {
		if !slices.Contains(names, raw.server) {
			names = append(names, raw.server)
		}
	}
	return names
}

// always makes a server form that exists for every server name.
func always(form func(server string) string) func(string) (string, bool) {
	return func(server string) (string, bool) { return form(server), true }
}
