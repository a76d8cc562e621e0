package model

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// A Verb is one of the six things that an agent's peer bridge lets it do.
type Verb string

// The verbs, in the order in which a bridge lists them (spec/bridge.md, chapter 5).
const (
	ListPeers    Verb = "list_peers"
	DelegateTo   Verb = "delegate_to_peer"
	FanOut       Verb = "fan_out_to_peers"
	CreateTask   Verb = "create_task_for_peer"
	ListMyTasks  Verb = "list_my_tasks"
	UpdateMyTask Verb = "update_my_task"
)

// Verbs lists the six verbs in their fixed order.
func Verbs() []Verb {
	return []Verb{ListPeers, DelegateTo, FanOut, CreateTask, ListMyTasks, UpdateMyTask}
}

// Does says in one line what the verb lets an agent do, seen from the person who
// decides about it. It is empty for a name that is no verb.
func (v Verb) Does() string {
	switch v {
	case ListPeers:
		return "see which peers it has, and what they say about themselves"
	case DelegateTo:
		return "run one peer on a task and read its answer; writing needs do mode as well"
	case FanOut:
		return "run several peers at once on the same question, read-only"
	case CreateTask:
		return "leave a task on a peer's board; nothing is run"
	case ListMyTasks:
		return "read the tasks that others left for it"
	case UpdateMyTask:
		return "move its own tasks one step: acknowledged, in-progress, done"
	}
	return ""
}

// A VerbSet is a set of verbs with value semantics; the zero value holds none. Names
// are compared exactly: folding case would widen an allow list.
type VerbSet uint8

// AllVerbs is the set that an agent has when nothing narrows it.
func AllVerbs() VerbSet { return VerbSetOf(Verbs()...) }

// VerbSetOf is the set of the given verbs; names that are no verb are left out.
func VerbSetOf(verbs ...Verb) VerbSet {
	var s VerbSet
	for _, v := range verbs {
		s = s.With(v)
	}
	return s
}

// Has reports whether the verb is in the set.
func (s VerbSet) Has(v Verb) bool { return s&v.bit() != 0 }

// With is the set with the verb added; a name that is no verb adds nothing.
func (s VerbSet) With(v Verb) VerbSet { return s | v.bit() }

// Without is the set with the verb taken away.
func (s VerbSet) Without(v Verb) VerbSet { return s &^ v.bit() }

// Toggle is the set with the verb's membership turned round.
func (s VerbSet) Toggle(v Verb) VerbSet { return s ^ v.bit() }

// Intersect is what both sets hold; it is how a declared list narrows.
func (s VerbSet) Intersect(t VerbSet) VerbSet { return s & t & AllVerbs() }

// Empty reports whether the set holds no verb.
func (s VerbSet) Empty() bool { return s.Intersect(AllVerbs()) == 0 }

// All ranges over the verbs of the set in the fixed order.
func (s VerbSet) All() iter.Seq[Verb] {
	return func(yield func(Verb) bool) {
		for _, v := range Verbs() {
			if s.Has(v) && !yield(v) {
				return
			}
		}
	}
}

// List is the set as a slice in the fixed order. It is empty, not nil, for the empty
// set, because an absent list means all six where an empty one means none.
func (s VerbSet) List() []Verb {
	return slices.AppendSeq([]Verb{}, s.All())
}

// String is the set as a comma separated list in the fixed order, or "none".
func (s VerbSet) String() string {
	if s.Empty() {
		return "none"
	}
	var names []string
	for v := range s.All() {
		names = append(names, string(v))
	}
	return strings.Join(names, ",")
}

// ParseVerbSet reads what a person typed: verbs with commas or blanks between them,
// or the single word "none". Unlike a manifest, where an unknown name may be a later
// version's verb, a typed one is a slip and is refused with the names there are.
func ParseVerbSet(text string) (VerbSet, error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
	if len(words) == 1 && words[0] == "none" {
		return 0, nil
	}
	if len(words) == 0 {
		return 0, fmt.Errorf("no verb named: write none to take all away")
	}
	var s VerbSet
	for _, w := range words {
		v := Verb(w)
		if v.bit() == 0 {
			return 0, fmt.Errorf("%q is no peer verb: choose from %s", w, AllVerbs())
		}
		s = s.With(v)
	}
	return s, nil
}

// bit is the verb's place in a set, 0 for a name that is no verb.
func (v Verb) bit() VerbSet {
	if i := slices.Index(Verbs(), v); i >= 0 {
		return 1 << i
	}
	return 0
}
