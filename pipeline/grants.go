package pipeline

import (
	"fmt"
	"slices"

	"toolgrant/agents"
	"toolgrant/model"
)

// grantTo is the grants stage for a document as it was read: the grants of its stem,
// with patterns expanded and what no host could hold refused, put into its list.
func grantTo(d *model.Document, asked []model.Grant, catalogue model.Catalogue) granted {
	g := granted{doc: *d}
	if len(asked) == 0 {
		return g
	}
	for _, grant := range asked {
		g.take(d, grant, catalogue)
	}
	var notes []model.Note
	g.doc, g.added, notes = agents.AppendTools(*d, g.grants)
	for _, n := range notes {
		if n.Code != "inherits" { // what a host makes of a missing list is said host by host
			g.notes = append(g.notes, n)
		}
	}
	for i := range g.notes {
		if g.notes[i].Agent == "" {
			g.notes[i].Agent = model.Family(d.Stem)
		}
		if g.notes[i].File == "" {
			g.notes[i].File = d.Path
		}
	}
	return g
}

// take adds one grant, or the names it stands for, or a note that says why not.
func (g *granted) take(d *model.Document, grant model.Grant, catalogue model.Catalogue) {
	t := model.ParseTool(grant.Tool)
	refuse := func(problem, hint string) {
		g.notes = append(g.notes, model.Note{
			Severity: model.Warning, Code: "not-applied", Line: d.Tools.Line, Tool: grant.Tool,
			Problem: fmt.Sprintf("%s is not granted: %s", grant.Tool, problem), Hint: hint,
		})
	}
	switch {
	case t.ServerPattern():
		refuse("the server part of a grant must be literal, no host matches a pattern there",
			"name the server: mcp__docs__search")
	case t.Pattern():
		names := expanded(catalogue, t)
		switch {
		case len(names) == 0 && catalogue.Knows(t):
			refuse("no tool of "+t.Server+" matches it", "run toolgrant list servers to see their names")
			return
		case len(names) == 0:
			refuse("a partial wildcard gives nothing on most hosts, and the tools of "+t.Server+" are not known",
				"run toolgrant list servers --probe "+t.Server+", or name the tools")
			return
		}
		for _, name := range names {
			g.add(model.Grant{Tool: name, Selector: grant.Selector, Origin: grant.Origin})
		}
	case t.Parametrised && grant.Selector == model.Everyone && !lists(d, t.Name):
		refuse("hosts ignore parameters and would give every agent all of "+t.Name,
			"grant it to a named agent, where that is a decision of its own")
	default:
		g.add(grant)
	}
}

// expanded is the canonical names of the tools that a pattern matches. The server is
// the one that the catalogue finds, since an entry alone does not say where a name with
// a double underscore in it ends.
func expanded(c model.Catalogue, t model.Tool) []string {
	var names []string
	for _, s := range c.Matching(t) {
		for _, tool := range model.NewCatalogue(s).Expand(t) {
			if name := model.ClaudeMCPName(s.Name, tool); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

func (g *granted) add(grant model.Grant) {
	if !slices.ContainsFunc(g.grants, func(o model.Grant) bool { return o.Tool == grant.Tool }) {
		g.grants = append(g.grants, grant)
	}
}

// lists reports whether a document's own list has a built-in, parametrised or not.
func lists(d *model.Document, name string) bool {
	return slices.ContainsFunc(d.Tools.Entries, func(e string) bool { return model.ParseTool(e).Name == name })
}
