package servers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"toolgrant/model"
)

// A List is what Discover found, in the order of names. It keeps to itself how each
// server is started; everything that it hands out is free of secrets.
type List struct {
	where   Where
	entries []entry
}

// entry is a server with the recipe of each place, in the order of server.Found.
// Recipes are behind pointers, which fmt does not follow: printing a List by mistake
// shows addresses and no secrets.
type entry struct {
	server  model.Server
	recipes []*recipe
}

// Servers lists what was found. The list is a copy.
func (l List) Servers() []model.Server {
	out := make([]model.Server, len(l.entries))
	for i, e := range l.entries {
		out[i] = e.server.Clone()
	}
	return out
}

// Only keeps the servers with these names, and says which names are not there.
func (l List) Only(names ...string) (found List, missing []string) {
	found.where = l.where
	for _, e := range l.entries {
		if slices.Contains(names, e.server.Name) {
			found.entries = append(found.entries, e)
		}
	}
	for _, n := range names {
		if !slices.ContainsFunc(l.entries, func(e entry) bool { return e.server.Name == n }) {
			missing = append(missing, n)
		}
	}
	return found, missing
}

// settled puts the place that a probe should ask first: one that is switched on
// before one that is not, the person's own before what a project brings.
func (e *entry) settled() entry {
	type pair struct {
		place  model.Place
		recipe *recipe
	}
	trust := []model.ServerScope{model.FromUser, model.FromLocal, model.FromManaged, model.FromPlugin, model.FromProject}
	pairs := make([]pair, len(e.recipes))
	for i := range pairs {
		pairs[i] = pair{e.server.Found[i], e.recipes[i]}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int {
		off := map[bool]int{true: 1}
		return cmp.Or(
			off[a.place.Disabled]-off[b.place.Disabled],
			slices.Index(trust, a.place.Scope)-slices.Index(trust, b.place.Scope),
		)
	})
	out := entry{server: model.Server{Name: e.server.Name}}
	for _, p := range pairs {
		out.server.Found = append(out.server.Found, p.place)
		out.recipes = append(out.recipes, p.recipe)
		out.server.Differs = out.server.Differs || startOf(p.place) != startOf(pairs[0].place)
	}
	return out
}

// startOf is what a person compares places by: the command or address as shown. A
// token or a variable of its own does not make another server.
func startOf(p model.Place) string { return string(p.Transport) + " " + p.Command }

// differs says where one name means different servers.
func differs(s model.Server) model.Note {
	n := model.Note{Severity: model.Info, Code: "server-differs", Tool: s.Name}
	var seen, said []string
	for _, p := range s.Found {
		if slices.Contains(seen, startOf(p)) {
			continue
		}
		seen = append(seen, startOf(p))
		said = append(said, fmt.Sprintf("%s has %q", p.Host, p.Command))
	}
	n.Problem = fmt.Sprintf("the server %s is not the same everywhere: %s", s.Name, strings.Join(said, ", "))
	n.Hint = "a grant by this name reaches each of them; a probe asks the first"
	return n
}
