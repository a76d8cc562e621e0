package pipeline

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"toolgrant/model"
)

// An author's disallowedTools is a restriction too. Where a list is written it is
// taken from the list, so that no host needs to know the key; where there is no list,
// the host's own key for it is written if it has one. Everything else is a note.

// takes reports whether a denied entry takes a whole entry away. The stars are Claude
// Code's: "*" is every tool, mcp__* every server's (hosts-a.md 1.2).
func takes(denied, t model.Tool) bool {
	if denied.Pattern() && denied.Server == t.Server {
		if match, err := path.Match(denied.Member, t.Member); match && err == nil {
			return true
		}
	}
	return denied.Raw == "*" || denied.Server == "*" && t.IsMCP() || denied.Covers(t)
}

// touches reports whether a denied entry has to do with an entry at all: it takes it, or
// a part of it.
func touches(denied, t model.Tool) bool {
	if takes(denied, t) {
		return true
	}
	if t.IsMCP() {
		return denied.Server == t.Server && (t.WholeServer() || t.Pattern())
	}
	return denied.Parametrised && denied.Name == t.Name
}

// deniedFrom is what of the author's deny list has to do with an entry.
func (j *Job) deniedFrom(t model.Tool) []model.Tool {
	var denied []model.Tool
	for _, e := range j.Doc.Denied {
		if d := model.ParseTool(e); touches(d, t) {
			denied = append(denied, d)
		}
	}
	return denied
}

// caughtBy is the denied whole server whose pattern, written for a host that gives every
// server, also matches the tools of this one; "" when there is none.
func (j *Job) caughtBy(t model.Tool) string {
	overlap := j.Row.Tools.MCPOverlap
	if overlap == nil || !t.IsMCP() || j.holding(t) != model.Inherits || !j.deniable() {
		return ""
	}
	for _, e := range j.Doc.Denied {
		d := model.ParseTool(e)
		pattern := func(name string) bool { return strings.HasSuffix(name, "*") }
		if d.WholeServer() && overlap(d.Server, t.Server) && slices.ContainsFunc(j.denial(d).host, pattern) {
			return e
		}
	}
	return ""
}

// taken is a loss that the author wanted.
func taken(format string, args ...any) spelling {
	s := lost(format, args...)
	s.taken = true
	return s
}

// deniedNames is those of some built-ins that the author takes away.
func (j *Job) deniedNames(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool {
		return !slices.ContainsFunc(j.Doc.Denied, func(e string) bool { return takes(model.ParseTool(e), model.Tool{Raw: n, Name: n}) })
	})
}

// withoutDenied looks at a built-in's spelling again in the light of the deny list: what
// the host cannot give without a denied tool, it does not give.
func (j *Job) withoutDenied(t model.Tool, s spelling, denied []model.Tool) spelling {
	if s.fate == model.Lost {
		return s
	}
	if _, named := j.Row.Tools.Names[t.Name]; named {
		if with := j.deniedNames(j.Row.Tools.Widens[t.Name]); len(with) > 0 {
			return taken("the host gives %s with it, which disallowedTools takes away", strings.Join(with, ", "))
		}
	}
	if len(denied) > 0 && !j.Row.Tools.WholeTool {
		s.fate = model.Wider
		s.why = "the host cannot keep " + denied[0].Raw + " from it"
	}
	return s
}

// deniable reports whether this file says what is taken away: in a copied header the
// author's line does, elsewhere the host's key, where the file holds anything at all.
func (j *Job) deniable() bool {
	m := &j.Row.Tools
	if m.Deny == "" {
		return false
	}
	return m.BuiltIn != model.Inherits || j.Enforced
}

// subtracted reports whether a denied entry needs no word of its own, because a list
// that holds for its kind is written without it.
func (j *Job) subtracted(t model.Tool) bool {
	return !j.open() && j.listed() && j.holding(t) != model.Inherits
}

// denials is what is taken away by name, in the host's names: from an open agent, and of
// the kinds that the host does not hold to a list.
func (j *Job) denials() []string {
	if !j.deniable() {
		return nil
	}
	var names []string
	for _, e := range j.Doc.Denied {
		if j.subtracted(model.ParseTool(e)) {
			continue
		}
		for _, name := range j.denial(model.ParseTool(e)).host {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// denial writes one denied entry in the host's names. Unlike a grant it may take more
// than was said.
func (j *Job) denial(t model.Tool) spelling {
	m := &j.Row.Tools
	switch {
	case m.Verbatim && m.MCPVerbatim:
		return held(t.Raw)
	case t.Parametrised:
		return lost("the host has no parameters, and all of %s is more than was said", t.Name)
	case t.Raw == "*" || t.Server == "*":
		return lost("the host has no word for it")
	case t.IsMCP():
		return j.bodies.spelling(spellingKey{j.Row.ID, t.Raw}, func() spelling { return spellMCP(m, j.Catalogue, t) })
	case m.Verbatim:
		return held(t.Raw)
	}
	names := m.Names[t.Name]
	if len(names) == 0 {
		return spelling{fate: model.Held} // nothing there to take away
	}
	s := held(names...)
	var more []string
	for other, of := range m.Names {
		shared := slices.ContainsFunc(of, func(n string) bool { return slices.Contains(names, n) })
		if shared && other != t.Name && len(j.deniedNames([]string{other})) == 0 && slices.Contains(m.Widens[t.Name], other) {
			more = append(more, other)
		}
	}
	if len(more) > 0 {
		slices.Sort(more)
		s.fate, s.why = model.Wider, "it takes "+strings.Join(more, ", ")+" away too"
	}
	return s
}

// noteDenials says what of the author's deny list this host does not hold.
func (j *Job) noteDenials() {
	for _, e := range j.Doc.Denied {
		if j.subtracted(model.ParseTool(e)) || j.Row.Tools.ReadOnlyOnly && readOnly(j) && j.Enforced {
			continue
		}
		n := model.Note{Severity: model.Warning, Code: "denial-lost", Tool: e, Line: j.Source.Tools.Line, Hint: j.enforceHint()}
		if f, ok := j.Source.Field("disallowedTools"); ok {
			n.Line = f.Line
		}
		switch s := j.denial(model.ParseTool(e)); {
		case !j.deniable():
			n.Problem = fmt.Sprintf("disallowedTools takes %s away, which %s was not seen to do", e, j.Row.Name)
			if j.Enforced || j.open() {
				n.Hint = "write a tool list without it"
			}
		case s.fate == model.Lost:
			n.Problem = fmt.Sprintf("disallowedTools takes %s away, which %s cannot say: %s", e, j.Row.Name, s.why)
			n.Hint = "write a tool list without it"
		case s.fate == model.Wider:
			n.Severity, n.Code, n.Hint = model.Info, "denial-wider", ""
			n.Problem = fmt.Sprintf("disallowedTools takes %s away, and on %s %s", e, j.Row.Name, s.why)
		default:
			continue
		}
		j.note(n)
	}
}

// deniedWhy is why an entry is lost that the author's own deny list takes away.
const deniedWhy = "disallowedTools takes it away"
