package tui

import (
	"slices"
	"strings"

	"toolgrant/model"
)

// A catalog is what can be granted: the servers that were found, and those that
// agents and configuration only name. It is built once for a World, outside Update.
type catalog struct {
	servers []model.Server
	at      map[string]int // by raw name
}

// newCatalog gathers the servers of a world, of its agents and of its selection.
func newCatalog(w World) catalog {
	c := catalog{at: map[string]int{}}
	for _, s := range w.Servers {
		if _, ok := c.at[s.Name]; !ok {
			c.at[s.Name] = len(c.servers)
			c.servers = append(c.servers, s.Clone())
		}
	}
	seen := map[string]bool{}
	name := func(entries []string) {
		for _, e := range entries {
			if !seen[e] {
				seen[e] = true
				c = c.named(e)
			}
		}
	}
	for _, a := range w.Agents {
		for _, d := range a.Documents {
			name(d.Tools.Entries)
		}
	}
	for _, o := range []model.Origin{model.Global, model.Project} {
		tools := w.Selection.Layer(o).Tools
		for _, selector := range keys(tools, nil) {
			name(tools[selector])
		}
	}
	return c
}

// named makes sure that an entry's server, and the tool it names, have a row. A
// wildcard for the server itself matches nothing anywhere and gets none.
func (c catalog) named(entry string) catalog {
	t := model.ParseTool(entry)
	if !t.IsMCP() || t.ServerPattern() {
		return c
	}
	i, member := c.owner(t)
	if i < 0 {
		i, member = len(c.servers), t.Member
		c.at[t.Server] = i
		c.servers = append(c.servers, model.Server{Name: t.Server})
	}
	s := &c.servers[i]
	spelt := func(st model.ServerTool) bool {
		return model.ClaudeMCPName(s.Name, st.Name) == entry || st.Name == member
	}
	if member != "*" && !slices.ContainsFunc(s.Tools, spelt) {
		s.Tools = append(s.Tools, model.ServerTool{Name: member})
	}
	return c
}

// owner is the server that an entry names, and its tool part. Names are never taken
// apart where a known server's own spelling decides: of two that fit, the longer.
func (c catalog) owner(t model.Tool) (at int, member string) {
	at, longest := -1, 0
	for i, s := range c.servers {
		prefix := model.ClaudeMCPName(s.Name, "")
		rest, ok := strings.CutPrefix(t.Raw+"__", prefix)
		if !ok || len(prefix) <= longest {
			continue
		}
		at, longest, member = i, len(prefix), strings.TrimSuffix(rest, "__")
		if member == "" {
			member = "*"
		}
	}
	return at, member
}

// with is the catalog with one more entry named; the old one stays as it was.
func (c catalog) with(entry string) catalog {
	next := catalog{at: map[string]int{}}
	for i, s := range c.servers {
		next.servers = append(next.servers, s.Clone())
		next.at[s.Name] = i
	}
	return next.named(entry)
}

// probed is the catalog with what a probe found out about one server.
func (c catalog) probed(s model.Server) catalog {
	next := c.with("")
	if i, ok := next.at[s.Name]; ok {
		if len(s.Found) == 0 {
			s.Found = next.servers[i].Found
		}
		next.servers[i] = s.Clone()
		return next
	}
	next.at[s.Name] = len(next.servers)
	next.servers = append(next.servers, s.Clone())
	return next
}

// standing says in words what is known about a server.
func standing(s model.Server) string {
	switch {
	case len(s.Found) == 0:
		return "named by agents or configuration, configured on no host"
	case s.State == model.NeedsLogin:
		return "needs a login: " + s.Problem
	case s.State == model.Failed:
		return "did not answer: " + s.Problem
	case !s.Enabled():
		return "switched off on " + strings.Join(s.Hosts(), ", ")
	case !s.Known():
		return "on " + strings.Join(s.Hosts(), ", ") + "; p asks it for its tools"
	}
	return "on " + strings.Join(s.Hosts(), ", ")
}
