package model

import (
	"slices"
	"testing"
)

func TestPlanCountsAndPending(t *testing.T) {
	p := Plan{Changes: []Change{
		{Path: "/a", Kind: Create}, {Path: "/b", Kind: Unchanged}, {Path: "/c", Kind: Update},
		{Path: "/d", Kind: Remove}, {Path: "/e", Kind: Update},
	}}
	if got, want := p.Summary(), (Summary{Create: 1, Update: 2, Remove: 1, Unchanged: 1}); got != want {
		t.Errorf("summary %+v, want %+v", got, want)
	}
	var paths []string
	for _, c := range p.Pending() {
		paths = append(paths, c.Path)
	}
	if want := []string{"/a", "/c", "/d", "/e"}; !slices.Equal(paths, want) {
		t.Errorf("pending %v, want %v", paths, want)
	}
	if p.Empty() {
		t.Error("a plan with four writes is empty")
	}
	if p := (Plan{Changes: []Change{{Kind: Unchanged}}}); !p.Empty() || len(p.Pending()) != 0 {
		t.Error("a plan that changes nothing is not empty")
	}
}

// Only a whole file that somebody else changed or made needs a person's word; a
// file that is edited in place is guarded by its bytes instead.
func TestWhatNeedsADecision(t *testing.T) {
	for _, o := range []Ownership{Vacant, Ours, Drifted, Foreign, Reference, Gone, ""} {
		want := o == Drifted || o == Foreign
		if got := o.NeedsDecision(); got != want {
			t.Errorf("%q needs a decision: %v, want %v", o, got, want)
		}
		for _, runtime := range []string{"claude", SourceFile} {
			if got := (Change{Runtime: runtime, Ownership: o}).Drifted(); got != want {
				t.Errorf("%s file, %q: drifted %v, want %v", runtime, o, got, want)
			}
		}
		for _, runtime := range []string{ConfigFile, MeshFile} {
			if c := (Change{Runtime: runtime, Ownership: o}); c.Drifted() || !c.InPlace() {
				t.Errorf("%s file, %q: an edit in place counts as drifted", runtime, o)
			}
		}
	}
}
