package model

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestVerbsStandInTheBridgesOrder(t *testing.T) {
	want := "list_peers,delegate_to_peer,fan_out_to_peers,create_task_for_peer,list_my_tasks,update_my_task"
	if got := AllVerbs().String(); got != want {
		t.Errorf("order of the verbs: got %s, want %s", got, want)
	}
	for _, v := range Verbs() {
		if does := v.Does(); does == "" || strings.Contains(does, "\n") {
			t.Errorf("%s: one line on what it does is wanted, got %q", v, does)
		}
	}
	if got := Verb("list_peer").Does(); got != "" {
		t.Errorf("a name that is no verb explains itself: %q", got)
	}
}

func TestParseVerbSet(t *testing.T) {
	for _, c := range []struct {
		text string
		want VerbSet
		bad  bool
	}{
		{text: "list_peers", want: VerbSetOf(ListPeers)},
		{text: "update_my_task,list_peers", want: VerbSetOf(ListPeers, UpdateMyTask)},
		{text: "list_peers, list_peers", want: VerbSetOf(ListPeers)},
		{text: "none", want: 0},
		{text: "", bad: true},
		{text: ",", bad: true},
		{text: "List_Peers", bad: true},
		{text: "list_peers,none", bad: true},
		{text: "mcp__agentmesh_peerbridge__list_peers", bad: true},
	} {
		got, err := ParseVerbSet(c.text)
		if (err != nil) != c.bad || got != c.want {
			t.Errorf("ParseVerbSet(%q) = %s, %v; want %s, error %v", c.text, got, err, c.want, c.bad)
		}
	}
}

func TestEmptySetIsAListOfNothing(t *testing.T) {
	if got := VerbSet(0).List(); got == nil || len(got) != 0 {
		t.Errorf("the empty set must list as an empty slice, got %#v", got)
	}
	if got := VerbSet(0xC0); !got.Empty() || got.String() != "none" {
		t.Errorf("bits beyond the six verbs count as verbs: %s", got)
	}
}

func TestVerbSetLaws(t *testing.T) {
	verb := rapid.OneOf(rapid.SampledFrom(Verbs()), rapid.Map(rapid.String(), func(s string) Verb { return Verb(s) }))
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOf(verb).Draw(t, "names")
		v := verb.Draw(t, "verb")
		s := VerbSetOf(names...)
		if s.Intersect(AllVerbs()) != s {
			t.Fatal("a set is never wider than the six")
		}
		if s.Toggle(v).Toggle(v) != s {
			t.Fatal("toggling twice must be nothing")
		}
		if s.Without(v).Has(v) {
			t.Fatal("a verb taken away is still there")
		}
		if s.Has(v) != (slices.Contains(names, v) && slices.Contains(Verbs(), v)) {
			t.Fatal("membership must be the exact name and nothing else")
		}
		if back := VerbSetOf(s.List()...); back != s {
			t.Fatalf("list and back: %s became %s", s, back)
		}
		if back, err := ParseVerbSet(s.String()); err != nil || back != s {
			t.Fatalf("string and back: %s became %s, %v", s, back, err)
		}
	})
}
