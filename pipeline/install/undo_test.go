package install

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolgrant/model"
)

func TestUndoRefusesFileByFile(t *testing.T) {
	h := newHouse(t)
	h.apply(map[string]string{"a.md": "a1\n", "b.md": "b1\n"}, Options{})
	h.apply(map[string]string{"a.md": "a2\n", "b.md": "b2\n", "c.md": "c2\n"}, Options{})
	h.put("a.md", "edited\n")
	os.Remove(h.path("c.md"))

	_, _, err := h.Undo(t.Context())
	refused, ok := errors.AsType[*RefusedError](err)
	if !ok || len(refused.Files) != 1 || refused.Files[0].Path != h.path("a.md") {
		t.Fatalf("undo: %v, want a refusal of a.md alone", err)
	}
	same(t, "a", "edited\n", h.get("a.md"))
	same(t, "b", "b1\n", h.get("b.md"))
	if got := h.state("a.md"); got != model.Drifted {
		t.Errorf("a is %s, want drifted", got)
	}
	// The person takes the edit back: the next undo goes through all the way.
	h.put("a.md", "a2\n")
	h.undo()
	same(t, "a", "(none)", h.get("a.md"))
	same(t, "b", "(none)", h.get("b.md"))
	if owned, err := h.Owned(); err != nil || len(owned) != 0 {
		t.Errorf("owned: %v, %v", owned, err)
	}
}

func TestReceiptsAreKeptMarkedAndFolded(t *testing.T) {
	h := newHouse(t)
	h.put("a.md", "before us\n")
	for i := range KeptReceipts + 5 {
		h.apply(map[string]string{"a.md": fmt.Sprintf("%d\n", i), fmt.Sprintf("b%d.md", i): "b\n"}, Options{Yes: true})
	}
	receipts, err := h.History()
	if err != nil || len(receipts) != KeptReceipts {
		t.Fatalf("%d receipts, %v; want %d", len(receipts), err, KeptReceipts)
	}
	backups, _ := os.ReadDir(h.path(".gsd/toolgrant/backups"))
	if len(backups) != KeptReceipts+1 { // one for each, and what was there before us
		t.Errorf("%d backups, want %d", len(backups), KeptReceipts+1)
	}
	if got := h.state("b0.md"); got != model.Ours {
		t.Errorf("a file of a folded receipt is %s, want ours", got)
	}
	for range KeptReceipts {
		h.undo()
	}
	same(t, "a", "4\n", h.get("a.md"))
	if _, _, err := h.Undo(t.Context()); !errors.Is(err, ErrNothingToUndo) {
		t.Errorf("one undo more: %v", err)
	}
	receipts, _ = h.History()
	for _, r := range receipts {
		if r.Undone.IsZero() {
			t.Errorf("receipt %s is not marked", r.ID)
		}
	}
	if _, _, err := h.Uninstall(t.Context()); err != nil {
		t.Fatal(err)
	}
	same(t, "the home", ". drwxr-xr-x\na.md -rw-r--r-- before us|\n", h.tree())
}

// A newer version that the reference installed over ours is what uninstall leaves.
func TestReinstalledByTheReference(t *testing.T) {
	h := newHouse(t)
	manifest := model.SumOf([]byte("v1\n"))
	h.Vouched = func(path string, sum model.Sum) bool { return sum == "" || sum == manifest }
	h.put("ref.md", "v1\n")
	h.apply(map[string]string{"ref.md": "v1 granted\n"}, Options{})
	h.put("ref.md", "v2\n")
	manifest = model.SumOf([]byte("v2\n"))
	if got := h.state("ref.md"); got != model.Reference {
		t.Fatalf("state %s, want reference", got)
	}
	h.apply(map[string]string{"ref.md": "v2 granted\n"}, Options{})
	if _, _, err := h.Uninstall(t.Context()); err != nil {
		t.Fatal(err)
	}
	same(t, "after uninstall", "v2\n", h.get("ref.md"))
	os.Remove(h.path("ref.md"))
	if got := h.state("ref.md"); got != model.Gone {
		t.Errorf("a file of the manifest that somebody deleted is %s, want gone", got)
	}
}

// Cases IN01, IN02, IN07: only what a receipt describes is removed; a person's own
// and a changed file stay, and what an answer overwrote outlives the uninstall.
func TestUninstallKeepsWhatIsNotOurs(t *testing.T) {
	h := newHouse(t)
	h.put("agents/my-own.md", "mine\n")
	h.put("agents/shared.md", "theirs\n")
	h.apply(map[string]string{"agents/managed.md": "m\n", "agents/new.md": "n\n", "agents/shared.md": "s\n", "agents/twice.md": "t\n"}, Options{Yes: true})
	h.put("agents/twice.md", "an edit that is overwritten\n")
	h.apply(map[string]string{"agents/twice.md": "t2\n"}, Options{Yes: true})
	h.put("agents/managed.md", "user edit here\n")
	h.put("agents/shared.md", "edited\n")

	removal, notes, err := h.Uninstall(t.Context())
	if err != nil || len(removal.Kept) != 2 || len(removal.Removed) != 2 || removal.StateRemoved {
		t.Fatalf("%+v, %v", removal, err)
	}
	same(t, "own", "mine\n", h.get("agents/my-own.md"))
	same(t, "changed", "user edit here\n", h.get("agents/managed.md"))
	same(t, "new", "(none)", h.get("agents/new.md"))
	kept := ""
	for _, n := range notes {
		if n.Code == "edit-kept" {
			kept = n.Hint
		}
	}
	if b, err := os.ReadFile(kept); err != nil || string(b) != "an edit that is overwritten\n" {
		t.Errorf("the overwritten edit: %q, %v", b, err)
	}
	// What replaced somebody's file can still be completed.
	h.put("agents/shared.md", "s\n")
	if _, _, err := h.Uninstall(t.Context()); err != nil {
		t.Fatal(err)
	}
	same(t, "shared", "theirs\n", h.get("agents/shared.md"))
}

func TestRemovalNeedsMoreThanAYes(t *testing.T) {
	h := newHouse(t)
	h.put("own.md", "own\n")
	_, notes, err := h.Apply(t.Context(), []model.Change{h.change("own.md", "(none)")}, Options{Yes: true})
	if err != nil || len(notes) != 1 || h.get("own.md") != "own\n" {
		t.Errorf("a foreign file: %v, %v, %q", notes, err, h.get("own.md"))
	}
	h.apply(map[string]string{"own.md": "(none)"}, Options{Decide: map[string]Decision{h.path("own.md"): Overwrite}})
	same(t, "named by the person", "(none)", h.get("own.md"))
	h.undo()
	same(t, "after undo", "own\n", h.get("own.md"))
}

func TestADamagedBackupIsNotPutBack(t *testing.T) {
	h := newHouse(t)
	h.put("a.md", "before\n")
	h.put("b.md", "b before\n")
	h.apply(map[string]string{"a.md": "after\n", "b.md": "b after\n"}, Options{Yes: true})
	h.put(".gsd/toolgrant/backups/"+string(model.SumOf([]byte("before\n"))), "forged\n")
	_, _, err := h.Undo(t.Context())
	if refused, ok := errors.AsType[*RefusedError](err); !ok || len(refused.Files) != 1 || !strings.Contains(err.Error(), "the backup is damaged") {
		t.Errorf("undo: %v", err)
	}
	same(t, "a", "after\n", h.get("a.md"))
	same(t, "b", "b before\n", h.get("b.md"))
}

// Laws 2 and 4, and undo and uninstall, over random histories of a small home: what
// a model of it in memory says is what is on the disk.
func TestHistoriesComeBack(t *testing.T) {
	names := []string{"a.md", "b/c.md", "b/d/e.md", "conf/defaults.json"}
	rapid.Check(t, func(rt *rapid.T) {
		h := newHouse(t)
		h.put(".gsd/VERSION", "somebody else's\n") // the state folder's own parent stays
		for _, name := range names {
			if rapid.Bool().Draw(rt, "there before") {
				h.put(name, "before us "+name+"\n")
			}
		}
		origin := h.tree()
		history := []string{origin}
		for range rapid.IntRange(1, 8).Draw(rt, "deeds") {
			if len(history) > 1 && rapid.IntRange(0, 3).Draw(rt, "undo") == 0 {
				h.undo()
				history = history[:len(history)-1]
				if now := h.tree(); now != history[len(history)-1] {
					rt.Fatalf("undo: got\n%s\nwant\n%s", now, history[len(history)-1])
				}
				continue
			}
			want := map[string]string{}
			for _, name := range names {
				content := rapid.SampledFrom([]string{"", "", "1\n", "2\n", "(none)"}).Draw(rt, name)
				if there := h.get(name); content != "" && content != there {
					want[name] = content
				}
			}
			decide := map[string]Decision{}
			for name := range want {
				decide[h.path(name)] = Overwrite
			}
			if r := h.apply(want, Options{Decide: decide}); r.ID != "" {
				history = append(history, h.tree())
			}
			if r, _, err := h.Apply(t.Context(), h.plan(want), Options{}); err == nil && r.ID != "" {
				rt.Fatalf("the same apply again wrote %v", r.Entries)
			}
		}
		if _, _, err := h.Uninstall(t.Context()); err != nil {
			rt.Fatal(err)
		}
		if now := h.tree(); now != origin {
			rt.Fatalf("uninstall: got\n%s\nwant\n%s", now, origin)
		}
	})
}
