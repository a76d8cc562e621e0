package install

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"toolgrant/model"
)

// Case CF07: an edit made after the plan was verified, in the moment before the
// rename, is not lost.
func TestAnEditInTheLastMoment(t *testing.T) {
	h := newHouse(t)
	h.apply(map[string]string{"a.md": "a1\n", "b.md": "b1\n", "c.md": "c1\n"}, Options{})
	changes := h.plan(map[string]string{"a.md": "a2\n", "b.md": "b2\n", "c.md": "c2\n"})
	h.FS = &faultFS{meddle: func(to string) {
		if to == "a.md" {
			h.put("b.md", "edited\n")
		}
	}}
	_, _, err := h.Apply(t.Context(), changes, Options{Yes: true})
	failed, ok := errors.AsType[*FailedError](err)
	if _, drift := errors.AsType[*DriftError](err); !ok || !drift || failed.Done != 1 {
		t.Errorf("got %v, want a stop after one of three files", err)
	}
	for name, want := range map[string]string{"a.md": "a1\n", "b.md": "edited\n", "c.md": "c1\n"} {
		same(t, name, want, h.get(name))
	}
	leftovers(t, "after the stop", h)
}

// A folder that somebody removes in the middle: what is elsewhere is put back, what
// went with the folder stays known, and its old bytes stay in the backups.
func TestAVanishedFolder(t *testing.T) {
	h := newHouse(t)
	h.apply(map[string]string{"a/1.md": "1\n", "b/2.md": "2\n", "b/3.md": "3\n"}, Options{})
	changes := h.plan(map[string]string{"a/1.md": "1 new\n", "b/2.md": "2 new\n", "b/3.md": "3 new\n"})
	h.FS = &faultFS{meddle: func(to string) {
		if to == "b/2.md" {
			os.RemoveAll(h.path("b"))
		}
	}}
	_, notes, err := h.Apply(t.Context(), changes, Options{})
	failed, ok := errors.AsType[*FailedError](err)
	if !ok || !failed.Restored || !strings.Contains(err.Error(), "b/2.md") {
		t.Errorf("got %v", err)
	}
	if n := len(notes); n != 2 || notes[0].Code != "not-put-back" {
		t.Errorf("notes: %v, want the two files that went with the folder", notes)
	}
	same(t, "a", "1\n", h.get("a/1.md"))
	leftovers(t, "after the stop", h)
	for _, old := range []string{"2\n", "3\n"} {
		if h.get(".gsd/toolgrant/backups/"+string(model.SumOf([]byte(old)))) != old {
			t.Errorf("the old bytes %q are lost", old)
		}
	}
}

// Case IN05: a file system that says it wrote and did not is found out.
func TestALieIsFoundOut(t *testing.T) {
	h := newHouse(t)
	h.apply(map[string]string{"a.md": "a1\n", "b.md": "b1\n"}, Options{})
	changes := h.plan(map[string]string{"a.md": "a2\n", "b.md": "b2\n"})
	before := h.tree()
	h.FS = &faultFS{lieAt: "b.md"}
	_, _, err := h.Apply(t.Context(), changes, Options{})
	if err == nil || !strings.Contains(err.Error(), "reading back: what is there is not what was written") {
		t.Errorf("got %v", err)
	}
	same(t, "after the lie", before, h.tree())
	leftovers(t, "after the lie", h)
}

func TestCancelledInTheMiddle(t *testing.T) {
	a := acts()[0]
	ready := a.ready(t)
	before, _, _ := ready.outcome()
	for stop := range 4 {
		h := ready.again(&faultFS{})
		ctx, cancel := context.WithCancel(t.Context())
		o := Options{Yes: true, Progress: func(done, total int, path string) {
			if done > stop {
				cancel()
			}
		}}
		_, _, err := h.Apply(ctx, h.plan(h.second()), o)
		failed, ok := errors.AsType[*FailedError](err)
		if !ok || !errors.Is(err, context.Canceled) || !failed.Restored || failed.Done != stop+1 || failed.Total != 7 {
			t.Errorf("cancelled after %d: %v", stop, err)
		}
		same(t, "after the stop", before, h.tree())
		leftovers(t, "after the stop", h)
		cancel()
	}
}

// Case IN08: applies that fail do not push a good copy out of the backups.
func TestFailuresDoNotCountAsReceipts(t *testing.T) {
	h := newHouse(t)
	h.put("a.md", "good\n")
	h.apply(map[string]string{"a.md": "1\n"}, Options{Yes: true})
	for range KeptReceipts + 2 {
		ctx, cancel := context.WithCancel(t.Context())
		if _, _, err := h.Apply(ctx, h.plan(map[string]string{"a.md": "2\n"}), Options{Progress: func(int, int, string) { cancel() }}); err != nil {
			t.Fatalf("nothing is left to cancel after the only file: %v", err)
		}
		h.undo()
		ctx, cancel = context.WithCancel(t.Context())
		_, _, err := h.Apply(ctx, h.plan(map[string]string{"a.md": "3\n", "b.md": "b\n"}), Options{Progress: func(int, int, string) { cancel() }})
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if _, _, err := h.Uninstall(t.Context()); err != nil {
		t.Fatal(err)
	}
	same(t, "after uninstall", "good\n", h.get("a.md"))
}

func TestALockIsWaitedForAndNamed(t *testing.T) {
	h := newHouse(t)
	h.apply(map[string]string{"a.md": "a\n"}, Options{})
	held := flock.New(h.path(".gsd/toolgrant/lock"))
	if ok, err := held.TryLock(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	h.Wait = 50 * time.Millisecond
	change := h.plan(map[string]string{"a.md": "b\n"})
	_, _, err := h.Apply(t.Context(), change, Options{})
	locked, ok := errors.AsType[*LockedError](err)
	if !ok || locked.PID != os.Getpid() || !strings.Contains(err.Error(), "process ") {
		t.Errorf("got %v, want the holder's number", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := h.Apply(ctx, change, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	held.Unlock()
	if _, _, err := h.Apply(t.Context(), change, Options{}); err != nil {
		t.Errorf("after the holder left: %v", err)
	}
}

// Who waits for the lock while an uninstall removes the state folder gets a lock
// that others see, not that of a file which is gone.
func TestTheLockOfARemovedFolder(t *testing.T) {
	h := newHouse(t)
	h.put(".gsd/x", "x")
	h.apply(map[string]string{"a.md": "a\n"}, Options{})
	const waiting = 4
	done := make(chan error, waiting)
	for i := range waiting {
		go func() {
			for range 10 {
				// Every one of them ends with its file as it left it, or drifted away by another uninstall.
				c := model.Change{Path: h.path(string(rune('p'+i)) + ".md"), Kind: model.Create, Ownership: model.Gone, After: []byte("x\n")}
				_, _, err := h.Apply(t.Context(), []model.Change{c}, Options{})
				if err == nil {
					_, _, err = h.Uninstall(t.Context())
				}
				if _, drift := errors.AsType[*DriftError](err); err != nil && !drift {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	for range waiting {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if _, _, err := h.Uninstall(t.Context()); err != nil {
		t.Error(err)
	}
	same(t, "the home", ". drwxr-xr-x\n.gsd drwxr-xr-x\n.gsd/x -rw-r--r-- x|\n", strings.ReplaceAll(h.tree(), " x\n", " x|\n"))
}

func TestABrokenStateStopsEverything(t *testing.T) {
	for _, name := range []string{"journal.json", "committed.json", "receipts/base.json", "receipts/000001-x.json"} {
		for content, want := range map[string]string{"{\"ver": "cannot be read", "{\"version\":99}": "99"} {
			h := newHouse(t)
			h.apply(map[string]string{"a.md": "a\n"}, Options{})
			h.put(".gsd/toolgrant/"+name, content)
			before := h.tree()
			_, _, err := h.Apply(t.Context(), h.plan(map[string]string{"a.md": "b\n"}), Options{Yes: true})
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), name) {
				t.Errorf("%s holds %s: %v", name, content, err)
			}
			same(t, "after the refusal", before, h.tree())
		}
	}
}

// Case IN03: a home with a blank and an apostrophe.
func TestAHomeWithABlankAndAnApostrophe(t *testing.T) {
	outer := newHouse(t)
	h := houseAt(t, outer.path("First Last's"))
	h.put(".claude/agents/sp.md", "sp\n")
	h.apply(map[string]string{".claude/agents/sp.md": "granted\n"}, Options{Yes: true})
	owned, err := h.Owned()
	if err != nil || !slices.ContainsFunc(owned, func(e model.Entry) bool { return e.Path == h.path(".claude/agents/sp.md") }) {
		t.Errorf("owned: %v, %v", owned, err)
	}
	h.undo()
	same(t, "after undo", "sp\n", h.get(".claude/agents/sp.md"))
}
