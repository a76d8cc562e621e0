package model

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// choice is one press on a tool of a selector.
type choice struct{ selector, tool string }

func choices() *rapid.Generator[choice] {
	return rapid.Custom(func(t *rapid.T) choice {
		return choice{
			rapid.SampledFrom([]string{"*", "x", "y"}).Draw(t, "selector"),
			rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(t, "tool"),
		}
	})
}

func origins() *rapid.Generator[Origin] { return rapid.SampledFrom([]Origin{Global, Project}) }

func loadedLayer(t *rapid.T) Layer {
	list := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c", "d"}), 0, 4, rapid.ID)
	l := rapid.MapOfN(rapid.SampledFrom([]string{"*", "x", "y"}), list, 0, 3).Draw(t, "layer")
	return Layer{Tools: l, Loaded: l}
}

func loadedSelection(t *rapid.T) Selection {
	s := Selection{Global: loadedLayer(t), Project: loadedLayer(t)}
	s.Project.ToolsInvalid = rapid.IntRange(0, 9).Draw(t, "invalid") == 0
	return s
}

// effect is what a selection means for every selector that counts.
func effect(s Selection) map[string][]string {
	all := map[string][]string{}
	for _, selector := range []string{"*", "x", "y"} {
		if list, _ := s.Effective(selector); len(list) > 0 {
			all[selector] = list
		}
	}
	return all
}

func sameEffect(a, b Selection) bool { return maps.EqualFunc(effect(a), effect(b), sameTools) }

// Law 1, first half, from any state that a person can reach. Which order the tools
// are in is left to the next test: when both layers come to hold the same tools of a
// selector, the project's list goes, and with it the order that its file had.
func TestToggleTwiceIsNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := loadedSelection(t)
		for _, c := range rapid.SliceOf(choices()).Draw(t, "before") {
			s = s.Toggle(origins().Draw(t, "origin"), c.selector, c.tool)
		}
		c, o := choices().Draw(t, "choice"), origins().Draw(t, "origin")
		once := s.Toggle(o, c.selector, c.tool)
		twice := once.Toggle(o, c.selector, c.tool)
		if !sameEffect(s, twice) {
			t.Fatalf("toggling %v in %s twice\nbefore %v\nonce   %v\ntwice  %v", c, o, effect(s), effect(once), effect(twice))
		}
	})
}

// While one layer is changed, toggling twice gives its lists back, order included.
func TestToggleTwiceLeavesTheFileAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := loadedSelection(t)
		c, o := choices().Draw(t, "choice"), origins().Draw(t, "origin")
		for _, c := range rapid.SliceOf(choices()).Draw(t, "before") {
			s = s.Toggle(o, c.selector, c.tool)
		}
		twice := s.Toggle(o, c.selector, c.tool).Toggle(o, c.selector, c.tool)
		if !maps.EqualFunc(s.Layer(o).Tools, twice.Layer(o).Tools, slices.Equal) {
			t.Fatalf("toggling %v in %s twice: before %v, after %v", c, o, s.Layer(o).Tools, twice.Layer(o).Tools)
		}
	})
}

// Law 1, second half. The order in which one layer was changed never shows; across
// layers it may, because a project's first change starts from what counts then.
func TestOrderOfChoicesNeverMatters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := loadedSelection(t)
		o := origins().Draw(t, "origin")
		pressed := rapid.SliceOf(choices()).Draw(t, "choices")
		a, b := s, s
		for _, c := range pressed {
			a = a.Toggle(o, c.selector, c.tool)
		}
		for _, c := range rapid.Permutation(pressed).Draw(t, "permuted") {
			b = b.Toggle(o, c.selector, c.tool)
		}
		if !maps.EqualFunc(a.Layer(o).Tools, b.Layer(o).Tools, slices.Equal) {
			t.Fatalf("%v: %v or %v", pressed, a.Layer(o).Tools, b.Layer(o).Tools)
		}
	})
}

// A change never reaches the selection it was made from.
func TestSelectionsAreValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := loadedSelection(t)
		before := Selection{Global: cloneLayer(s.Global), Project: cloneLayer(s.Project)}
		next := s
		for _, c := range rapid.SliceOf(choices()).Draw(t, "choices") {
			next = next.Toggle(origins().Draw(t, "origin"), c.selector, c.tool)
		}
		if !reflect.DeepEqual(s, before) {
			t.Fatalf("the earlier selection changed: %v, was %v", s, before)
		}
		if !maps.EqualFunc(next.Global.Loaded, s.Global.Loaded, slices.Equal) {
			t.Fatal("what was loaded changed")
		}
	})
}

func cloneLayer(l Layer) Layer {
	clone := func(m map[string][]string) map[string][]string {
		out := map[string][]string{}
		for k, v := range m {
			out[k] = append([]string{}, v...)
		}
		return out
	}
	l.Tools, l.Loaded = clone(l.Tools), clone(l.Loaded)
	return l
}
