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
	if j.open() {
		img.Inherits = true
		for i := range j.granted.grants {
			img.Lines = append(img.Lines, j.unlistedGrant(&j.granted.grants[i]))
		}
		j.noteDenials()
		return img
	}
	j.noteDenials()
	for _, entry := range j.Doc.Tools.Entries {
		img.Lines = append(img.Lines, j.line(entry))
	}
	img.Lines = append(img.Lines, j.givenServers()...)
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

// givenServers is what a host adds for the servers that come with the agent.
func (j *Job) givenServers() []model.ImageLine {
	if !j.Row.Tools.GivesServers {
		return nil
	}
	var lines []model.ImageLine
	for _, server := range j.Doc.Servers {
		entry := model.ClaudeMCPWildcard(server)
		if slices.ContainsFunc(j.Doc.Denied, func(d string) bool { return model.ParseTool(d).Covers(model.ParseTool(entry)) }) {
			continue
		}
		why := "mcpServers gives every tool of " + server + ", whatever tools says"
		lines = append(lines, model.ImageLine{Host: []string{entry}, Fate: model.Added, Why: why})
		n := model.Note{
			Severity: model.Warning, Code: "servers-given", Tool: entry, Line: j.Source.Tools.Line,
			Problem: why + " (" + j.Row.Name + ")",
			Hint:    "take the entry out, or name in disallowedTools what the agent may not use",
		}
		if f, ok := j.Source.Field("mcpServers"); ok {
			n.Line = f.Line
		}
		j.note(n)
	}
	return lines
}

// open reports whether the author gives the agent every tool: by no list, or by a star
// in it. A list of ours would take tools away.
func (j *Job) open() bool {
	return j.Doc.Tools.Form == model.Absent || slices.Contains(j.Doc.Tools.Entries, "*")
}

// unlistedGrant is the fate of a grant to an agent that is open.
func (j *Job) unlistedGrant(g *model.Grant) model.ImageLine {
	l := model.ImageLine{Tool: g.Tool, Grant: g}
	m := &j.Row.Tools
	switch t := model.ParseTool(g.Tool); {
	case t.IsMCP() && m.MCP == model.Never:
		l.Fate, l.Why = model.Lost, "the host never gives MCP tools to an agent of this kind"
	case j.deniable() && slices.ContainsFunc(j.Doc.Denied, func(d string) bool { return model.ParseTool(d).Covers(t) }):
		l.Fate, l.Why = model.Lost, deniedWhy
	case !t.IsMCP() && m.NoBuiltInGrant != "":
		l.Fate, l.Why = model.Lost, m.NoBuiltInGrant
	case m.Absent == model.ReadsAll, j.holding(t) == model.Inherits:
		l.Fate, l.Why = model.Inherited, "already allowed: the agent has no tool list and inherits all tools"
	case m.Absent == model.ReadsDefault:
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
	s := j.spell(t)
	if s.unknown && t.WholeServer() {
		if known := j.remembered(t); len(known.host) > 0 {
			s = known
		}
	}
	if s.fate == model.Wider && l.Grant != nil && l.Grant.Selector == model.Everyone {
		// DECISIONS 8: what widens beyond the words wants a named agent.
		s = lost("%s: a grant to every agent does not do that, name the agent", s.why)
	}
	switch holding := j.holding(t); {
	case holding == model.Inherits && l.Grant != nil && !t.IsMCP() && j.Row.Tools.NoBuiltInGrant != "":
		s = lost("%s", j.Row.Tools.NoBuiltInGrant)
	case holding == model.Inherits && j.Row.Tools.ReadOnlyOnly && j.Enforced:
		s = j.knobFate(t, l.Grant, s)
	case holding == model.Inherits && s.taken && j.deniable() && len(j.denial(t).host) > 0:
		// It is taken away by name.
	case holding == model.Inherits && j.Row.Tools.Withheld[t.Name] != "":
		s = lost("%s", j.Row.Tools.Withheld[t.Name])
	case holding == model.Inherits:
		s.fate, s.why = model.Inherited, "already allowed: "+j.inheritsWhy(t)
	case holding == model.Unknown && s.fate != model.Lost:
		why := "no run and no settled documentation says whether it holds a list"
		if s.why != "" {
			why += "; " + s.why
		}
		s.fate, s.why = model.Untold, why
	}
	l.Host, l.Fate, l.Why = s.host, s.fate, s.why
	return l
}

// spell writes one entry in the host's names, without what the author's own deny list
// takes away.
func (j *Job) spell(t model.Tool) spelling {
	if j.Row.Tools.Spaces && j.oneLine() {
		if parts := words(t.Raw); len(parts) > 1 {
			return j.spellWords(parts)
		}
	}
	denied := j.deniedFrom(t)
	if slices.ContainsFunc(denied, func(d model.Tool) bool { return takes(d, t) }) {
		return taken(deniedWhy)
	}
	if by := j.caughtBy(t); by != "" {
		return taken("the host's pattern for %s, which disallowedTools takes away, catches it", by)
	}
	if !t.IsMCP() {
		return j.withoutDenied(t, j.spellBuiltIn(t), denied)
	}
	if m := &j.Row.Tools; len(denied) > 0 && m.MCPTool != nil && !m.MCPVerbatim && !t.ServerPattern() {
		return spellKnown(m, j.Catalogue, t, denied)
	}
	return j.bodies.spelling(spellingKey{j.Row.ID, t.Raw}, func() spelling {
		return spellMCP(&j.Row.Tools, j.Catalogue, t)
	})
}

// spellWords is for hosts that make several tools of an entry with spaces in it.
func (j *Job) spellWords(parts []string) spelling {
	all := lost("none of its words is a tool there")
	for _, part := range parts {
		if s := j.spell(model.ParseTool(part)); s.fate != model.Lost {
			all.host = append(all.host, s.host...)
			all.fate, all.why = model.Wider, "the host reads it as "+strings.Join(all.host, " and ")
		}
	}
	return all
}

// holding is what the host does with this kind of tool in the artifact we write.
func (j *Job) holding(t model.Tool) model.Holding {
	h := j.Row.Tools.BuiltIn
	if t.IsMCP() {
		h = j.Row.Tools.MCP
	}
	if h == model.Inherits && j.Enforced && !j.Row.Tools.ReadOnlyOnly {
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
func (j *Job) spellBuiltIn(t model.Tool) spelling {
	m := &j.Row.Tools
	if as := j.together(t.Name); as != "" && !t.Parametrised {
		return held(as)
	}
	if names, ok := m.Names[t.Name]; ok {
		switch {
		case len(names) == 0:
			return lost("%s has no counterpart on this host", t.Name)
		case t.Parametrised && j.whole(t):
			return held(names...)
		case t.Parametrised:
			return spelling{host: names, fate: model.Wider, why: "the host has no parameters and gives all of " + strings.Join(names, ", ")}
		}
		if why := m.Caveats[t.Name]; why != "" {
			return spelling{host: names, fate: model.Lost, why: why}
		}
		if more := j.unlisted(m.Widens[t.Name]); len(more) > 0 {
			return spelling{host: names, fate: model.Wider, why: "the host gives " + strings.Join(more, ", ") + " with it"}
		}
		return held(names...)
	}
	switch {
	case m.Vocabulary != nil && !slices.Contains(m.Vocabulary, t.Name):
		return j.noSuchTool(t)
	case m.Verbatim && t.Parametrised && m.WholeTool && !j.whole(t):
		return spelling{host: []string{t.Raw}, fate: model.Wider, why: "the host ignores the parameters and gives all of " + t.Name}
	case m.Verbatim:
		return held(t.Raw)
	}
	return lost("%s has no counterpart on this host", t.Name)
}

// noSuchTool is for names that the host passes over. Hosts compare names exactly, so a
// slip in the case of a letter is told as what it is.
func (j *Job) noSuchTool(t model.Tool) spelling {
	for _, name := range j.Row.Tools.Vocabulary {
		if strings.EqualFold(name, t.Name) {
			return lost("it has no tool of that name and passes over it in silence; it has %s", name)
		}
	}
	return lost("it has no tool of that name and passes over it in silence")
}

// whole reports whether a parametrised entry adds nothing, because another one gives all
// of the tool already: the plain name, or one of the author's own where this is granted.
func (j *Job) whole(t model.Tool) bool {
	return slices.ContainsFunc(j.Doc.Tools.Entries, func(e string) bool {
		o := model.ParseTool(e)
		return e != t.Raw && o.Name == t.Name && (!o.Parametrised || j.grantOf(e) == nil && j.grantOf(t.Raw) != nil)
	})
}

// oneLine reports whether the list is one text, which some hosts part at spaces too.
func (j *Job) oneLine() bool {
	form := j.Doc.Tools.Form
	return form == model.InlineList || form == model.QuotedList || form == model.ScalarList
}

// words is an entry cut at the spaces that stand outside its parentheses.
func words(entry string) []string {
	depth := 0
	return strings.FieldsFunc(entry, func(r rune) bool {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		return depth <= 0 && model.ECMASpace(r)
	})
}

// together is the one word the host has for several tools, if the agent lists them all.
func (j *Job) together(name string) string {
	for _, t := range j.Row.Tools.Together {
		if slices.Contains(t.Names, name) && len(j.unlisted(t.Names)) == 0 && len(j.deniedNames(t.Names)) == 0 {
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
