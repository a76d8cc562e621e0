package model

import (
	"reflect"
	"slices"
	"testing"
)

func layer(tools map[string][]string) Layer { return Layer{Tools: tools, Loaded: tools} }

func tools(grants []Grant) []string {
	var all []string
	for _, g := range grants {
		all = append(all, g.Tool)
	}
	return all
}

func TestGrantsStandEveryoneFirstWithoutDuplicates(t *testing.T) {
	s := Selection{
		Global:  layer(map[string][]string{"*": {"b", "a"}, "x": {"a", "c"}}),
		Project: layer(map[string][]string{"*": {"d", "b"}}),
	}
	want := []Grant{{"d", "*", Project}, {"b", "*", Project}, {"a", "x", Global}, {"c", "x", Global}}
	if got := s.Grants("x"); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := s.Grants("x.compact"); !slices.Equal(got, want) {
		t.Errorf("the short twin belongs to the agent: got %v, want %v", got, want)
	}
	if got := s.Grants("*"); !slices.Equal(got, want[:2]) {
		t.Errorf("everyone alone: got %v, want %v", got, want[:2])
	}
}

func TestProjectSelectorReplacesTheGlobalOne(t *testing.T) {
	global := layer(map[string][]string{"x": {"a"}, "y": {"b"}})
	for _, c := range []struct {
		name    string
		project Layer
		x, y    []string
	}{
		{"absent", Layer{}, []string{"a"}, []string{"b"}},
		{"empty", layer(map[string][]string{"x": {}}), nil, []string{"b"}},
		{"other", layer(map[string][]string{"x": {"c"}}), []string{"c"}, []string{"b"}},
		{"invalid", Layer{ToolsInvalid: true}, nil, nil},
	} {
		s := Selection{Global: global, Project: c.project}
		if x, y := tools(s.Grants("x")), tools(s.Grants("y")); !slices.Equal(x, c.x) || !slices.Equal(y, c.y) {
			t.Errorf("%s: got %v and %v, want %v and %v", c.name, x, y, c.x, c.y)
		}
	}
}

func TestFirstChangeOfAProjectSelectorStartsFromTheEffectiveList(t *testing.T) {
	s := Selection{Global: layer(map[string][]string{"x": {"b", "a"}})}
	if got, want := s.Grant(Project, "x", "aa").Project.Tools["x"], []string{"b", "a", "aa"}; !slices.Equal(got, want) {
		t.Errorf("granted: got %v, want %v", got, want)
	}
	if got, want := s.Revoke(Project, "x", "b").Project.Tools["x"], []string{"a"}; !slices.Equal(got, want) {
		t.Errorf("revoked: got %v, want %v", got, want)
	}
	if got := s.Revoke(Project, "x", "nothing"); !reflect.DeepEqual(got, s) {
		t.Errorf("revoking what is not there changes nothing: got %+v", got)
	}
}

func TestRevokingTheLastTool(t *testing.T) {
	s := Selection{Global: layer(map[string][]string{"x": {"a"}})}
	if list, ok := s.Revoke(Project, "x", "a").Project.Tools["x"]; !ok || len(list) != 0 {
		t.Errorf("an empty project list must hide the global one: %v %v", list, ok)
	}
	if _, ok := s.Revoke(Global, "x", "a").Global.Tools["x"]; ok {
		t.Error("an empty global list says nothing and goes")
	}
	s = Selection{Project: layer(map[string][]string{"x": {"a"}})}
	if _, ok := s.Revoke(Project, "x", "a").Project.Tools["x"]; ok {
		t.Error("an empty project list with no global one to hide goes")
	}
	s = Selection{Global: layer(map[string][]string{"x": {}})}
	if list, ok := s.Toggle(Global, "x", "a").Toggle(Global, "x", "a").Global.Tools["x"]; !ok || len(list) != 0 {
		t.Error("an empty list that the file has stays")
	}
}

func TestAToolComesBackToItsPlace(t *testing.T) {
	s := Selection{Global: layer(map[string][]string{"x": {"c", "a", "b"}})}
	got := s.Revoke(Global, "x", "a").Grant(Global, "x", "zz").Grant(Global, "x", "d").Grant(Global, "x", "a")
	if want := []string{"c", "a", "b", "d", "zz"}; !slices.Equal(got.Global.Tools["x"], want) {
		t.Errorf("got %v, want %v", got.Global.Tools["x"], want)
	}
}

func TestPeerVerbsOfALayerThatCannotBeRead(t *testing.T) {
	declared := Layer{Verbs: map[string][]Verb{"x": {ListPeers}}}
	for _, c := range []struct {
		name            string
		global, project Layer
		verbs           []Verb
		known, unread   bool
	}{
		{"nobody says anything", Layer{}, Layer{}, nil, false, false},
		{"global", declared, Layer{}, []Verb{ListPeers}, true, false},
		{"project narrows to none", declared, Layer{Verbs: map[string][]Verb{"x": {}}}, []Verb{}, true, false},
		{"project cannot be read", declared, Layer{VerbsUnread: []string{"x"}}, nil, false, true},
		{"project as a whole cannot be read", declared, Layer{VerbsUnread: []string{Everyone}}, nil, false, true},
		{"project decides over an unreadable global", Layer{VerbsUnread: []string{"x"}}, declared, []Verb{ListPeers}, true, false},
		{"unreadable global", Layer{VerbsUnread: []string{"x"}}, Layer{}, nil, false, true},
		{"another agent", Layer{VerbsUnread: []string{"y"}}, Layer{}, nil, false, false},
	} {
		s := Selection{Global: c.global, Project: c.project}
		verbs, _, known := s.PeerVerbs("x")
		if _, unread := s.VerbsUnread("x"); !slices.Equal(verbs, c.verbs) || known != c.known || unread != c.unread {
			t.Errorf("%s: got %v, known %v, unread %v", c.name, verbs, known, unread)
		}
	}
}

func TestEnforcingAddsUp(t *testing.T) {
	s := Selection{Global: Layer{Enforce: []string{"kilo"}}, Project: Layer{Enforce: []string{"codex"}}}
	if !s.Enforced("kilo") || !s.Enforced("codex") || s.Enforced("claude") {
		t.Error("both layers enforce, and nothing else is enforced")
	}
	l := s.Global.WithEnforced("kilo", true).WithEnforced("qwen", true).WithEnforced("kilo", false)
	if !slices.Equal(l.Enforce, []string{"qwen"}) || !slices.Equal(s.Global.Enforce, []string{"kilo"}) {
		t.Errorf("got %v and %v", l.Enforce, s.Global.Enforce)
	}
}

func TestLayersAreNeverShared(t *testing.T) {
	l := Layer{}.WithVerbs("x", []Verb{ListPeers}).WithLaunch("x", []string{"s"})
	m := l.WithVerbs("x", nil).WithLaunch("x", nil).WithVerbs("y", []Verb{}).WithLaunch("y", []string{})
	if len(l.Verbs) != 1 || len(l.Launch) != 1 || len(m.Verbs) != 1 || len(m.Launch) != 1 {
		t.Errorf("got %+v and %+v", l, m)
	}
	if list, _, ok := (Selection{Project: m}).Allowlist("y"); !ok || len(list) != 0 {
		t.Errorf("an empty allowlist is one: %v %v", list, ok)
	}
}
