package tui

import (
	"slices"

	"toolgrant/model"
)

// A catalog is what can be granted: the servers that were found, and those that
// agents and configuration only name. It is built once for a World, outside Update.
type catalog struct {
	servers []Server
	at      map[string]int
}

// newCatalog gathers the servers of a world, of its agents and of its selection.
func newCatalog(w World) catalog {
	c := catalog{at: map[string]int{}}
	for _, s := range w.Servers {
		if _, ok := c.at[s.Name]; !ok {
			c.at[s.Name] = len(c.servers)
			s.Tools = slices.Clone(s.Tools)
			c.servers = append(c.servers, s)
		}
	}
	seen := map[string]bool{}
	name := func(entry string) {
		if !seen[entry] {
			seen[entry] = true
			c = c.named(entry)
		}
	}
	for _, a := range w.Agents {
		for _, d := range a.Documents {
			for _, e := range d.Tools.Entries {
				name(e)
			}
		}
	}
	for _, o := range []model.Origin{model.Global, model.Project} {
		tools := w.Selection.Layer(o).Tools
		for _, selector := range keys(tools, nil) {
			for _, t := range tools[selector] {
				name(t)
			}
		}
	}
	return c
}

// named makes sure that an entry's server, and the tool it names, have a row.
// Wildcards name no tool; a wildcard for the server itself matches nothing anywhere.
func (c catalog) named(entry string) catalog {
	t := model.ParseTool(entry)
	if !t.IsMCP() || t.ServerPattern() {
		return c
	}
	i, ok := c.at[t.Server]
	if !ok {
		i = len(c.servers)
		c.at[t.Server] = i
		c.servers = append(c.servers, Server{Name: t.Server, State: "named by agents or configuration, found on no host"})
	}
	has := slices.ContainsFunc(c.servers[i].Tools, func(s ServerTool) bool { return s.Name == t.Member })
	if !has && !t.WholeServer() {
		c.servers[i].Tools = append(c.servers[i].Tools, ServerTool{Name: t.Member})
	}
	return c
}

// with is the catalog with one more entry named; the old one stays as it was.
func (c catalog) with(entry string) catalog {
	next := catalog{at: map[string]int{}}
	for i, s := range c.servers {
		s.Tools = slices.Clone(s.Tools)
		next.servers = append(next.servers, s)
		next.at[s.Name] = i
	}
	return next.named(entry)
}

// probed is the catalog with what a probe found out about one server.
func (c catalog) probed(s Server) catalog {
	next := c.with("mcp__" + s.Name)
	next.servers[next.at[s.Name]] = s
	return next
}
