package model

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// A Catalogue is what is known of MCP servers and their tools, by raw name, at one
// moment. Hosts normalise names differently, so the raw ones are kept and each host
// makes its own of them. The zero Catalogue knows nothing. A Catalogue never
// changes; it may be shared and copied freely.
type Catalogue struct {
	servers []Server // by name
}

// NewCatalogue keeps the servers given. Of two with one name the later one counts.
func NewCatalogue(servers ...Server) Catalogue {
	byName := make(map[string]Server, len(servers))
	for _, s := range servers {
		byName[s.Name] = s.Clone()
	}
	c := Catalogue{servers: make([]Server, 0, len(byName))}
	for _, s := range byName {
		c.servers = append(c.servers, s)
	}
	slices.SortFunc(c.servers, CompareServers)
	return c
}

// Servers lists every known server by name. The list is a copy.
func (c Catalogue) Servers() []Server {
	out := make([]Server, len(c.servers))
	for i, s := range c.servers {
		out[i] = s.Clone()
	}
	return out
}

// Server finds a server by its raw name.
func (c Catalogue) Server(name string) (Server, bool) {
	i, found := slices.BinarySearchFunc(c.servers, name, func(s Server, n string) int { return strings.Compare(s.Name, n) })
	if !found {
		return Server{}, false
	}
	return c.servers[i].Clone(), true
}

// Matching lists the servers that a canonical entry (mcp__server__tool) may mean:
// those whose own canonical form is the entry's server part. A name with a double
// underscore in it is recognised too, which ParseTool alone cannot do: of a and
// a__b the one that has the tool is meant, else the longer name. More than one
// means that the names fall together in the canonical form.
func (c Catalogue) Matching(t Tool) []Server {
	if !t.IsMCP() {
		return nil
	}
	var named, out []Server
	longest := 0
	for _, s := range c.servers {
		member, ok := memberOf(t, s.Name)
		if !ok {
			continue
		}
		if member != "*" && slices.ContainsFunc(s.Tools, func(st ServerTool) bool { return spells(member, st.Name) }) {
			named = append(named, s.Clone())
		}
		switch n := len(ClaudeMCPName(s.Name, "")); {
		case n > longest:
			out, longest = []Server{s.Clone()}, n
		case n == longest:
			out = append(out, s.Clone())
		}
	}
	if len(named) > 0 {
		return named
	}
	return out
}

// spells reports whether a member part spells one raw tool name.
func spells(member, tool string) bool {
	return member == tool || member == sanitize(tool, isNameUnit)
}

// memberOf is the tool part of a canonical entry, if the entry names that server.
func memberOf(t Tool, server string) (string, bool) {
	prefix := ClaudeMCPName(server, "")
	if t.Raw == strings.TrimSuffix(prefix, "__") || t.Raw == prefix {
		return "*", true
	}
	if member, ok := strings.CutPrefix(t.Raw, prefix); ok {
		return member, true
	}
	// An entry made by hand may spell the server raw, or carry no text at all.
	if t.Server == server {
		return t.Member, true
	}
	return "", false
}

// Expand lists the raw tool names that a canonical MCP entry stands for: all of a
// server's for a whole-server entry, those that match for a pattern, the one itself
// for an exact name. It is nil when the server or its tools are not known, which is
// not the same as a server without tools: see Knows.
func (c Catalogue) Expand(t Tool) []string {
	var out []string
	for _, s := range c.Matching(t) {
		member, _ := memberOf(t, s.Name)
		for _, tool := range s.ToolNames() {
			if matchTool(member, tool) {
				out = append(out, tool)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Knows reports whether the tools of the server that an entry names were learnt.
func (c Catalogue) Knows(t Tool) bool {
	return slices.ContainsFunc(c.Matching(t), Server.Known)
}

// Raw is the server and tool of a canonical entry as the configuration and the
// server spell them, for hosts that want raw names. The tool is "*" for a whole
// server. What is not known comes back as the entry has it.
func (c Catalogue) Raw(t Tool) (server, tool string) {
	servers := c.Matching(t)
	if len(servers) == 0 {
		return t.Server, t.Member
	}
	member, _ := memberOf(t, servers[0].Name)
	for _, s := range servers {
		for _, name := range s.ToolNames() {
			if spells(member, name) {
				return s.Name, name
			}
		}
	}
	return servers[0].Name, member
}

// matchTool compares a member part, which may be a pattern, with a raw tool name
// and with its canonical form. A star also matches a slash, unlike in paths.
func matchTool(member, tool string) bool {
	if member == "*" || spells(member, tool) {
		return true
	}
	flat := strings.NewReplacer("/", "\x00").Replace
	for _, name := range []string{tool, sanitize(tool, isNameUnit)} {
		if ok, err := path.Match(flat(member), flat(name)); ok && err == nil {
			return true
		}
	}
	return false
}

// Collisions notes names that differ in the configuration and are one in the
// canonical form, so that a grant to one is a grant to the other.
func (c Catalogue) Collisions() []Note {
	var notes []Note
	seen := map[string]string{}
	clash := func(canonical, name, what string) bool {
		first, ok := seen[canonical]
		if !ok {
			seen[canonical] = name
			return false
		}
		notes = append(notes, Note{
			Severity: Warning, Code: "name-collision", Tool: canonical,
			Problem: fmt.Sprintf("the %s %q and %q are both %s to most hosts: a grant to one is a grant to the other", what, first, name, canonical),
			Hint:    "rename one of them where it is configured",
		})
		return true
	}
	for _, s := range c.servers {
		if clash(ClaudeMCPWildcard(s.Name), s.Name, "servers") {
			continue
		}
		for _, tool := range s.ToolNames() {
			clash(ClaudeMCPName(s.Name, tool), s.Name+"/"+tool, "tools")
		}
	}
	return notes
}
