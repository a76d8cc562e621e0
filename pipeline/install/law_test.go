package install

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// every makes the tests of this file break every operation. Without it they break one
// in eleven, another one for each kind of fault.
var every = flag.Bool("every", false, "break every operation, not one in eleven")

func stride() int {
	if *every {
		return 1
	}
	return 11
}

// steps is the operations that a kind of fault is tried at. A write is the only one
// that can stop in the middle of itself.
func (k fault) steps(ops []string) (at []int) {
	for i, op := range ops {
		if k != failsHalf && i%stride() == int(k)%stride() || k == failsHalf && op == "write" {
			at = append(at, i+1)
		}
	}
	return at
}

// files maps the lines of a tree to their first word, folders left out: a broken
// run may leave an empty folder until it is recovered.
func files(tree string) map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(tree) {
		if name, rest, _ := strings.Cut(line, " "); !strings.HasPrefix(rest, "d") {
			m[name] = rest
		}
	}
	return m
}

// oldOrNew checks the law on a tree that nobody has recovered yet: each file is
// wholly old or wholly new, and what is in both trees is never lost. Staged files
// may stand beside them.
func oldOrNew(t *testing.T, where, before, after, now string) {
	t.Helper()
	old, new_, got := files(before), files(after), files(now)
	for name, content := range got {
		if strings.HasPrefix(filepath.Base(name), ".toolgrant-") {
			continue
		}
		if content != old[name] && content != new_[name] {
			t.Errorf("%s: %s is between old and new: %q", where, name, content)
		}
	}
	for name := range old {
		if _, ok := got[name]; !ok && new_[name] != "" {
			t.Errorf("%s: %s is lost", where, name)
		}
	}
}

// settled checks the tree after recovery: all old or all new, nothing left over.
func settled(t *testing.T, where string, h house, before, after string) {
	t.Helper()
	h.FS = &faultFS{}
	if _, err := h.Recover(t.Context()); err != nil {
		t.Errorf("%s: recovering: %v", where, err)
	}
	switch now := h.tree(); now {
	case before, after:
	default:
		same(t, where+": neither the tree before nor the tree after", before, now)
		same(t, where+": and the tree after", after, now)
	}
	leftovers(t, where, h)
}

// leftovers finds staged files anywhere.
func leftovers(t testing.TB, where string, h house) {
	t.Helper()
	filepath.WalkDir(h.Home, func(path string, d fs.DirEntry, err error) error {
		if err == nil && (strings.HasPrefix(d.Name(), ".toolgrant-") || d.Name() == journalName || d.Name() == committedName) {
			t.Errorf("%s: left over: %s", where, path)
		}
		return nil
	})
}

// For every operation of an apply, an undo, an uninstall and an adoption, and for
// every way in which it can fail: each file is old or new, what the error says is
// true, and the next run makes it whole.
func TestEveryOperationFails(t *testing.T) {
	total := 0
	for _, a := range acts() {
		ready := a.ready(t)
		before, after, ops := ready.outcome()
		for kind, name := range map[fault]string{fails: "fails", failsAfter: "fails after", failsHalf: "fails half", diesThere: "dies"} {
			for _, n := range kind.steps(ops) {
				total++
				f := &faultFS{at: n, kind: kind, err: syscall.EIO}
				h := ready.again(f)
				err := a.run(h)
				where := fmt.Sprintf("%s, operation %d of %d %s", a.name, n, len(ops), name)
				if len(f.log) >= n {
					where += " (" + f.log[n-1] + ")"
				}
				now := h.tree()
				oldOrNew(t, where, before, after, now)
				failed, stopped := errors.AsType[*FailedError](err)
				switch {
				case err == nil || stopped && failed.Committed:
					sameFiles(t, where+", told as done", after, now)
				case stopped && failed.Restored, !stopped:
					same(t, where+", told as put back: "+err.Error(), before, now)
				}
				if err == nil {
					leftovers(t, where, h)
				}
				settled(t, where, h, before, after)
				if t.Failed() {
					t.Fatalf("%s: error was %v", where, err)
				}
			}
		}
	}
	t.Logf("%d operations failed", total)
}

// sameFiles compares trees but for folders, which are swept after the commit.
func sameFiles(t *testing.T, where, want, got string) {
	t.Helper()
	w, g := files(want), files(got)
	if fmt.Sprint(w) != fmt.Sprint(g) {
		t.Errorf("%s: files are %v, want %v", where, g, w)
	}
}

// Recovery itself may be broken off anywhere, and is then done again.
func TestRecoveryFailsAndIsDoneAgain(t *testing.T) {
	total := 0
	for _, a := range acts()[:3] {
		ready := a.ready(t)
		before, after, ops := ready.outcome()
		for n := 3; n <= len(ops); n += 9 * stride() {
			for m := 1; ; m += 2*stride() - 1 {
				h := ready.again(&faultFS{at: n, kind: diesThere, err: syscall.EIO})
				a.run(h)
				f := &faultFS{at: m, kind: fault(m % 4), err: syscall.EIO}
				h.FS = f
				_, err := h.Recover(t.Context())
				where := fmt.Sprintf("%s dies at %d, recovery breaks at %d: %v", a.name, n, m, err)
				oldOrNew(t, where, before, after, h.tree())
				settled(t, where, h, before, after)
				if t.Failed() {
					t.FailNow()
				}
				total++
				if len(f.log) < m {
					break
				}
			}
		}
	}
	t.Logf("%d recoveries broken", total)
}
