package install

import (
	"errors"
	"os"
	"reflect"
	"testing"
	"time"

	"toolgrant/model"
)

func TestApplyThenUndoGivesTheTreeBack(t *testing.T) {
	h := newRealHouse(t)
	want := h.furnish()
	before := h.tree()

	r := h.apply(want, Options{})
	if len(r.Entries) != 4 {
		t.Fatalf("entries: %d, want 4", len(r.Entries))
	}
	for name, content := range want {
		same(t, name, content, h.get(name))
	}
	if info, _ := os.Stat(h.path(".claude/agents/ref.md")); info.Mode().Perm() != 0o640 {
		t.Errorf("mode of a replaced file: %v, want 0640", info.Mode())
	}
	if info, _ := os.Stat(h.path(".codex")); info.Mode().Perm() != 0o700 {
		t.Errorf("mode of a new folder: %v, want 0700", info.Mode())
	}
	h.undo()
	same(t, "after undo", before, h.tree())
	if _, _, err := h.Undo(t.Context()); !errors.Is(err, ErrNothingToUndo) {
		t.Errorf("second undo: %v, want nothing to undo", err)
	}
}

func TestUninstallGivesTheTreeBack(t *testing.T) {
	h := newRealHouse(t)
	want := h.furnish()
	before := h.tree()
	h.apply(want, Options{})
	h.apply(map[string]string{".claude/agents/ref.md": "reference granted twice\n", ".claude/agents/new.md": "(none)", ".claude/agents/y.md": "y\n"}, Options{})

	got, notes, err := h.Uninstall(t.Context())
	if err != nil || !got.StateRemoved || len(got.Kept) != 0 {
		t.Fatalf("uninstall: %+v, %v, %v", got, notes, err)
	}
	same(t, "after uninstall", before, h.tree())
	if _, err := os.Stat(h.Dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("state folder: %v, want gone", err)
	}
}

// What a planner needs again later is kept with each file.
func TestOwnedSaysWhatAndWhy(t *testing.T) {
	h := newHouse(t)
	h.put("ref.md", "theirs\n")
	c := h.change("ref.md", "ours\n")
	c.Source = h.path("sources")
	c.Because = []model.Grant{{Tool: "Read", Selector: "*", Origin: model.Global}}
	if _, _, err := h.Apply(t.Context(), []model.Change{c}, Options{Yes: true}); err != nil {
		t.Fatal(err)
	}
	owned, err := h.Owned()
	want := []model.Entry{{Path: c.Path, Runtime: "claude", Agent: "ref", Source: c.Source, Was: model.Foreign, Tools: c.Because,
		Before: model.SumOf([]byte("theirs\n")), BeforeMode: 0o644, After: model.SumOf([]byte("ours\n")), Mode: 0o644}}
	if err != nil || !reflect.DeepEqual(owned, want) {
		t.Errorf("owned %+v, %v\nwant %+v", owned, err, want)
	}
}

func TestUnchangedFilesAreNotTouched(t *testing.T) {
	h := newRealHouse(t)
	h.apply(map[string]string{"a.md": "a\n", "b.md": "b\n"}, Options{})
	old := time.Unix(1_000_000_000, 0)
	if err := os.Chtimes(h.path("a.md"), old, old); err != nil {
		t.Fatal(err)
	}
	changes := h.plan(map[string]string{"a.md": "a\n", "b.md": "b2\n"})
	r, _, err := h.Apply(t.Context(), changes, Options{})
	if err != nil || len(r.Entries) != 1 {
		t.Fatalf("%d entries, %v; want 1", len(r.Entries), err)
	}
	if info, _ := os.Stat(h.path("a.md")); !info.ModTime().Equal(old) {
		t.Errorf("mtime of an unchanged file moved to %v", info.ModTime())
	}
}

func TestNothingToDoWritesNothing(t *testing.T) {
	h := newHouse(t)
	h.put("a.md", "a\n")
	c := h.change("a.md", "a\n")
	c.Kind = model.Unchanged
	r, notes, err := h.Apply(t.Context(), []model.Change{c}, Options{})
	if err != nil || r.ID != "" || len(notes) > 0 {
		t.Fatalf("%+v, %v, %v", r, notes, err)
	}
	if _, err := os.Stat(h.Dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a state folder was made: %v", err)
	}
}

// Law 5: what changed after the plan stops the apply before its first write.
func TestDriftBetweenPlanAndApplyWritesNothing(t *testing.T) {
	for name, meddle := range map[string]func(h house){
		"edited":   func(h house) { h.put("b.md", "edited\n") },
		"deleted":  func(h house) { os.Remove(h.path("b.md")) },
		"appeared": func(h house) { h.put("c.md", "") },
		"a folder": func(h house) { os.Mkdir(h.path("c.md"), 0o755) },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.apply(map[string]string{"a.md": "a\n", "b.md": "b\n"}, Options{})
			changes := h.plan(map[string]string{"a.md": "a2\n", "b.md": "b2\n", "c.md": "c\n"})
			meddle(h)
			before := h.tree()
			_, _, err := h.Apply(t.Context(), changes, Options{Yes: true})
			drift, ok := errors.AsType[*DriftError](err)
			if !ok || len(drift.Files) != 1 {
				t.Fatalf("got %v, want drift of one file", err)
			}
			same(t, "after the refusal", before, h.tree())
		})
	}
}

func TestDecisions(t *testing.T) {
	const ours, edited, own = "ours 2\n", "edited\n", "own\n"
	for name, tt := range map[string]struct {
		o                Options
		drifted, foreign string
		pending          int
		notes            int
	}{
		"undecided": {Options{}, edited, own, 2, 0},
		"keep":      {Options{Keep: true}, edited, own, 0, 2},
		"yes":       {Options{Yes: true}, ours, ours, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			h := newRealHouse(t)
			h.apply(map[string]string{"clean.md": "c\n", "drifted.md": "ours 1\n"}, Options{})
			h.put("drifted.md", edited)
			h.put("foreign.md", own)
			if got := []model.Ownership{h.state("clean.md"), h.state("drifted.md"), h.state("foreign.md"), h.state("none.md")}; got[0] != model.Ours || got[1] != model.Drifted || got[2] != model.Foreign || got[3] != model.Vacant {
				t.Fatalf("states: %v", got)
			}
			_, notes, err := h.Apply(t.Context(), h.plan(map[string]string{"clean.md": ours, "drifted.md": ours, "foreign.md": ours}), tt.o)
			pending, _ := errors.AsType[*PendingDecisionsError](err)
			if tt.pending == 0 && err != nil || tt.pending > 0 && (pending == nil || len(pending.Files) != tt.pending) {
				t.Errorf("error: %v, want %d pending", err, tt.pending)
			}
			if len(notes) != tt.notes {
				t.Errorf("notes: %v, want %d", notes, tt.notes)
			}
			same(t, "clean", ours, h.get("clean.md"))
			same(t, "drifted", tt.drifted, h.get("drifted.md"))
			same(t, "foreign", tt.foreign, h.get("foreign.md"))
			if tt.o.Yes {
				h.undo()
				same(t, "drifted after undo", edited, h.get("drifted.md"))
				same(t, "foreign after undo", own, h.get("foreign.md"))
			}
		})
	}
}

func TestADecisionForOneFileWins(t *testing.T) {
	h := newHouse(t)
	h.put("a.md", "own a\n")
	h.put("b.md", "own b\n")
	o := Options{Yes: true, Decide: map[string]Decision{h.path("a.md"): Keep}}
	h.apply(map[string]string{"a.md": "x\n", "b.md": "x\n"}, o)
	same(t, "kept", "own a\n", h.get("a.md"))
	same(t, "overwritten", "x\n", h.get("b.md"))
}

func TestAGoneFileIsMadeAgainOnlyWhenAsked(t *testing.T) {
	h := newHouse(t)
	h.apply(map[string]string{"a.md": "a\n"}, Options{})
	os.Remove(h.path("a.md"))
	if got := h.state("a.md"); got != model.Gone {
		t.Fatalf("state %s, want gone", got)
	}
	c := h.change("a.md", "a\n")
	_, notes, err := h.Apply(t.Context(), []model.Change{c}, Options{Yes: true})
	if err != nil || len(notes) != 1 || h.get("a.md") != "(none)" {
		t.Fatalf("not asked: %v, %v, %q", notes, err, h.get("a.md"))
	}
	c.Ownership = model.Gone
	if _, _, err := h.Apply(t.Context(), []model.Change{c}, Options{}); err != nil || h.get("a.md") != "a\n" {
		t.Fatalf("asked: %v, %q", err, h.get("a.md"))
	}
}
