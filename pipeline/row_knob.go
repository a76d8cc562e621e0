package pipeline

import "toolgrant/model"

// A read-only knob is all that some hosts have. It is one word for the whole agent, so
// it follows what the author lists and what named grants add, never what is granted to
// every agent: such a grant must not lift it (DECISIONS 8).

// readOnly reports whether an agent may neither write nor use a server, which is all
// that a read-only knob can say.
func readOnly(j *Job) bool {
	return !j.open() && j.Doc.Tools.Form != model.Unreadable && j.reads(func(g *model.Grant) bool {
		return g == nil || g.Selector != model.Everyone
	})
}

// reads reports whether the entries that count neither write nor name a server.
func (j *Job) reads(counts func(*model.Grant) bool) bool {
	for _, e := range j.Doc.Tools.Entries {
		t := model.ParseTool(e)
		if counts(j.grantOf(e)) && (model.Writes(e) || t.IsMCP()) && !j.spell(t).taken {
			return false
		}
	}
	return true
}

// knobFate is what becomes of an entry where a knob is the only thing that holds.
func (j *Job) knobFate(t model.Tool, g *model.Grant, s spelling) spelling {
	reads := !model.Writes(t.Raw) && !t.IsMCP()
	switch source := j.reads(func(of *model.Grant) bool { return of == nil }); {
	case s.taken:
		return s
	case readOnly(j) && !reads:
		return lost("the agent is held to reading, and a grant to every agent does not lift that: name the agent")
	case g != nil && !reads && source:
		return spelling{fate: model.Wider, why: "readonly: true would keep it away, so the agent is no longer held to reading and gets every tool"}
	}
	return spelling{fate: model.Inherited, why: "already allowed: " + j.inheritsWhy(t)}
}

// noteKnob says what enforcing did and did not do for this agent.
func (j *Job) noteKnob() {
	n := model.Note{Line: j.Source.Tools.Line}
	switch {
	case readOnly(j):
		n.Severity, n.Code = model.Info, "held-to-reading"
		n.Problem = j.Row.Name + " holds this agent to reading; which tools it reads with is the host's choice"
	case j.open():
		n.Severity, n.Code = model.Info, "not-held"
		n.Problem = j.Row.Name + " gives this agent every tool, as its lack of a list says"
	default:
		n.Severity, n.Code = model.Warning, "not-held"
		n.Problem = j.Row.Name + " gives this agent every tool: it may write or uses a server, and readonly: true, which forbids both, is all that the host holds"
		n.Hint = "the host's own session permissions are what can narrow it"
	}
	j.note(n)
}
