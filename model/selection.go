package model

import (
	"cmp"
	"maps"
	"slices"
)

// Origin says which configuration file a setting comes from.
type Origin string

// The two layers a person can edit. Project wins over global.
const (
	Global  Origin = "global"
	Project Origin = "project"
)

// Everyone is the selector that means every agent.
const Everyone = "*"

// A Grant is one tool given to the agents of one selector, with its cause.
type Grant struct {
	Tool     string `json:"tool"`
	Selector string `json:"selector"`
	Origin   Origin `json:"origin"`
}

// A Layer is what one configuration file decides. Maps are never shared between
// layers that differ: use the With methods, which copy.
type Layer struct {
	// Tools is agent_tools: selector to accepted tools in file order. A selector
	// with an empty list is present: in the project it hides the global one.
	Tools map[string][]string
	// Loaded is Tools as the file had it when it was read. It never changes, so
	// that taking a tool away and giving it back restores its place.
	Loaded map[string][]string
	// ToolsInvalid is set when agent_tools is there but is no object. It grants
	// nothing and, in the project, hides the global file's grants (case CF11).
	ToolsInvalid bool
	Verbs        map[string][]Verb // peer_bridge_verbs: agent to verbs
	// VerbsUnread names the agents whose peer_bridge_verbs value is no list, or
	// Everyone when the whole key is no object. Their agent.json stays as it is:
	// to leave the field out would let them do all six (DECISIONS 14).
	VerbsUnread []string
	Launch      map[string][]string // mcp_allowlist: agent to server names
	// LaunchInvalid is set when mcp_allowlist is there but is no object: no launch gets
	// a server from it and, in the project, none from the global file either.
	LaunchInvalid bool
	Enforce       []string // enforce_tools: runtime ids
}

// A Selection is everything a person has decided. It has value semantics: every
// change returns a new Selection and leaves the old one as it was.
type Selection struct {
	Global, Project Layer
}

// Layer returns the layer of an origin.
func (s Selection) Layer(o Origin) Layer {
	if o == Project {
		return s.Project
	}
	return s.Global
}

// With returns the selection with one layer replaced.
func (s Selection) With(o Origin, l Layer) Selection {
	if o == Project {
		s.Project = l
	} else {
		s.Global = l
	}
	return s
}

// Effective is the list of one selector after the merge, and where it comes from:
// a project selector replaces the global one completely, also with an empty list.
func (s Selection) Effective(selector string) ([]string, Origin) {
	if s.Project.ToolsInvalid {
		return nil, Project
	}
	if tools, ok := s.Project.Tools[selector]; ok {
		return tools, Project
	}
	return s.Global.Tools[selector], Global
}

// Grants is what an agent is given, by stem: "*" first, then the agent's own,
// first-seen order, no duplicates.
func (s Selection) Grants(stem string) []Grant {
	seen := map[string]bool{}
	var grants []Grant
	for _, selector := range []string{Everyone, Family(stem)} {
		tools, origin := s.Effective(selector)
		for _, t := range tools {
			if !seen[t] {
				seen[t] = true
				grants = append(grants, Grant{Tool: t, Selector: selector, Origin: origin})
			}
		}
		if stem == Everyone {
			break
		}
	}
	return grants
}

// Selectors is every selector that either layer names, sorted.
func (s Selection) Selectors() []string {
	all := map[string]bool{}
	for k := range s.Global.Tools {
		all[k] = true
	}
	for k := range s.Project.Tools {
		all[k] = true
	}
	return slices.Sorted(maps.Keys(all))
}

// PeerVerbs is the narrowing set for an agent, if any layer declares one. It is not
// known for an agent that VerbsUnread reports.
func (s Selection) PeerVerbs(agent string) ([]Verb, Origin, bool) {
	if o, unread := s.VerbsUnread(agent); unread {
		return nil, o, false
	}
	if v, ok := s.Project.Verbs[agent]; ok {
		return v, Project, true
	}
	v, ok := s.Global.Verbs[agent]
	return v, Global, ok
}

// VerbsUnread reports whether the layer that decides about an agent's peer verbs
// has a value for it that cannot be read, and which layer that is.
func (s Selection) VerbsUnread(agent string) (Origin, bool) {
	if s.Project.verbsUnread(agent) {
		return Project, true
	}
	if _, ok := s.Project.Verbs[agent]; ok {
		return Project, false
	}
	return Global, s.Global.verbsUnread(agent)
}

func (l Layer) verbsUnread(agent string) bool {
	return slices.Contains(l.VerbsUnread, agent) || slices.Contains(l.VerbsUnread, Everyone)
}

// Allowlist is the launch allowlist of an agent, if any layer declares one.
func (s Selection) Allowlist(agent string) ([]string, Origin, bool) {
	if v, ok := s.Project.Launch[agent]; ok || s.Project.LaunchInvalid {
		return v, Project, true
	}
	v, ok := s.Global.Launch[agent]
	return v, Global, ok
}

// Enforced reports whether either layer enforces lists on a runtime. Enforcing
// restricts, so the layers add up: a project cannot lift what the person set.
func (s Selection) Enforced(runtime string) bool {
	return slices.Contains(s.Global.Enforce, runtime) || slices.Contains(s.Project.Enforce, runtime)
}

// Toggle gives a tool to a selector in one layer, or takes it away. The first
// change of a project selector starts from the effective list, because a project
// selector replaces the global one (DECISIONS 12). Toggling twice is nothing, and
// the order in which tools were toggled never shows: a tool stands where the file
// had it, new ones follow by name.
func (s Selection) Toggle(o Origin, selector, tool string) Selection {
	current, _ := s.list(o, selector)
	if slices.Contains(current, tool) {
		return s.Revoke(o, selector, tool)
	}
	return s.Grant(o, selector, tool)
}

// Grant gives a tool to a selector in one layer. A tool already there changes nothing.
func (s Selection) Grant(o Origin, selector, tool string) Selection {
	current, base := s.list(o, selector)
	if slices.Contains(current, tool) {
		return s
	}
	return s.withTools(o, selector, base, append(slices.Clone(current), tool))
}

// Revoke takes a tool of a selector away in one layer. What is not there stays so.
func (s Selection) Revoke(o Origin, selector, tool string) Selection {
	current, base := s.list(o, selector)
	i := slices.Index(current, tool)
	if i < 0 {
		return s
	}
	return s.withTools(o, selector, base, slices.Delete(slices.Clone(current), i, i+1))
}

// list is what a change of a selector in a layer starts from, and the order that
// it keeps: the file's own, else (for the project) that of the list it replaces.
func (s Selection) list(o Origin, selector string) (current, base []string) {
	l := s.Layer(o)
	current, present := l.Tools[selector]
	base, loaded := l.Loaded[selector]
	if o == Project && !present {
		current, _ = s.Effective(selector)
	}
	if o == Project && !loaded {
		base = s.Global.Loaded[selector]
	}
	return current, base
}

// sameTools reports whether two lists without duplicates hold the same tools.
func sameTools(a, b []string) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(t string) bool { return !slices.Contains(b, t) })
}

// compareIn orders tools by their place in base; those that base lacks come last,
// by name.
func compareIn(base []string, a, b string) int {
	rank := func(t string) int {
		if i := slices.Index(base, t); i >= 0 {
			return i
		}
		return len(base)
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
}

// withTools sets a selector's list, or drops the selector where a list says
// nothing. An empty list says something only in the project, and only while the
// global file has the selector; a project list of the same tools as the global one
// says nothing either. What the file had when it was read is always kept as it was.
//
// List and fate depend on nothing but which tools there are, so that no way of
// getting there shows.
func (s Selection) withTools(o Origin, selector string, base, next []string) Selection {
	l := s.Layer(o)
	slices.SortFunc(next, func(a, b string) int { return compareIn(base, a, b) })
	loaded, wasLoaded := l.Loaded[selector]
	keep := len(next) > 0
	if global, ok := s.Global.Tools[selector]; ok && o == Project && !l.ToolsInvalid {
		keep = !sameTools(next, global)
	}
	if wasLoaded && slices.Equal(next, loaded) {
		keep = true
	}
	l.Tools = maps.Clone(l.Tools)
	if l.Tools == nil {
		l.Tools = map[string][]string{}
	}
	if keep {
		l.Tools[selector] = next
	} else {
		delete(l.Tools, selector)
	}
	return s.With(o, l)
}

// WithVerbs returns the layer with an agent's verbs set, or cleared for nil.
func (l Layer) WithVerbs(agent string, verbs []Verb) Layer {
	l.Verbs = maps.Clone(l.Verbs)
	if l.Verbs == nil {
		l.Verbs = map[string][]Verb{}
	}
	if verbs == nil {
		delete(l.Verbs, agent)
	} else {
		l.Verbs[agent] = verbs
	}
	return l
}

// WithLaunch returns the layer with an agent's allowlist set, or cleared for nil.
func (l Layer) WithLaunch(agent string, servers []string) Layer {
	l.Launch = maps.Clone(l.Launch)
	if l.Launch == nil {
		l.Launch = map[string][]string{}
	}
	if servers == nil {
		delete(l.Launch, agent)
	} else {
		l.Launch[agent] = servers
	}
	return l
}

// WithEnforced returns the layer with a runtime opted in or out.
func (l Layer) WithEnforced(runtime string, on bool) Layer {
	i := slices.Index(l.Enforce, runtime)
	switch {
	case on && i < 0:
		l.Enforce = append(slices.Clone(l.Enforce), runtime)
	case !on && i >= 0:
		l.Enforce = slices.Delete(slices.Clone(l.Enforce), i, i+1)
	}
	return l
}
