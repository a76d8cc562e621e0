package tui

import (
	"slices"

	"toolgrant/model"
)

// verbs is the subject's verbs as the edited layer sees them. Without an entry the
// agent keeps what its agent.json says now.
func (s subject) verbs(now model.VerbSet) (model.VerbSet, model.Origin, bool) {
	if s.layer == model.Project {
		if v, o, ok := s.sel.PeerVerbs(s.agent.Stem); ok {
			return model.VerbSetOf(v...), o, true
		}
		return now, model.Global, false
	}
	if v, ok := s.sel.Global.Verbs[s.agent.Stem]; ok {
		return model.VerbSetOf(v...), model.Global, true
	}
	return now, model.Global, false
}

// launch is the subject's launch allowlist as the edited layer sees it.
func (s subject) launch() ([]string, model.Origin, bool) {
	if s.layer == model.Project {
		return s.sel.Allowlist(s.agent.Stem)
	}
	v, ok := s.sel.Global.Launch[s.agent.Stem]
	return v, model.Global, ok
}

// set makes a row's box what is wanted and returns the new selection. Setting it to
// what it already is changes nothing, and setting it there and back is nothing.
func (s subject) set(r row, want bool, w World) model.Selection {
	if r.lock != "" || (r.box == on) == want {
		return s.sel
	}
	switch r.kind {
	case serverRow, memberRow, toolRow:
		if want {
			return s.sel.Grant(s.layer, s.selector(), r.key)
		}
		return s.sel.Revoke(s.layer, s.selector(), r.key)
	case verbRow:
		return s.setVerb(model.Verb(r.key), w)
	case ownedRow:
		return s.setOwned(r.key, w.Owned, w.Selection)
	}
	return s.sel
}

// setVerb turns one verb round. An entry that says what would hold without it is
// dropped again, unless the file had one when it was read.
func (s subject) setVerb(v model.Verb, w World) model.Selection {
	now := w.Peers[s.agent.Stem]
	set, _, _ := s.verbs(now)
	next := set.Toggle(v)
	l := s.sel.Layer(s.layer)
	_, had := w.Selection.Layer(s.layer).Verbs[s.agent.Stem]
	without := s
	without.sel = s.sel.With(s.layer, l.WithVerbs(s.agent.Stem, nil))
	if inherited, _, _ := without.verbs(now); !had && inherited == next {
		return without.sel
	}
	return s.sel.With(s.layer, l.WithVerbs(s.agent.Stem, next.List()))
}

// setOwned turns one launch server round. Servers stand where the file had them,
// then in the order of the registry.
func (s subject) setOwned(id string, owned []model.OwnedServer, saved model.Selection) model.Selection {
	allowed, _, _ := s.launch()
	next := []string{}
	for _, name := range allowed {
		if name != id {
			next = append(next, name)
		}
	}
	if !slices.Contains(allowed, id) {
		next = append(next, id)
		file := saved.Layer(s.layer).Launch[s.agent.Stem]
		slices.SortStableFunc(next, func(a, b string) int { return rank(a, file, owned) - rank(b, file, owned) })
	}
	l := s.sel.Layer(s.layer)
	_, had := saved.Layer(s.layer).Launch[s.agent.Stem]
	without := s
	without.sel = s.sel.With(s.layer, l.WithLaunch(s.agent.Stem, nil))
	if inherited, _, _ := without.launch(); !had && slices.Equal(inherited, next) {
		return without.sel
	}
	return s.sel.With(s.layer, l.WithLaunch(s.agent.Stem, next))
}

func rank(id string, file []string, owned []model.OwnedServer) int {
	if i := slices.Index(file, id); i >= 0 {
		return i
	}
	return len(file) + 1 + slices.IndexFunc(owned, func(o model.OwnedServer) bool { return o.ID == id })
}
