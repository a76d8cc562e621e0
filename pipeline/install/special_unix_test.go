//go:build unix

package install

import (
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"

	"toolgrant/model"
)

// A pipe in an agent's place is refused at once; opening it would wait for ever.
func TestAPipeIsRefused(t *testing.T) {
	h := newHouse(t)
	if err := syscall.Mkfifo(h.path("a.md"), 0o644); err != nil {
		t.Skip(err)
	}
	_, _, err := h.Apply(t.Context(), []model.Change{{Path: h.path("a.md"), Kind: model.Create, After: []byte("x")}}, Options{Yes: true})
	if _, ok := errors.AsType[*DriftError](err); !ok || !strings.Contains(err.Error(), "is no regular file") {
		t.Errorf("got %v", err)
	}
}

func TestReadOnlyFilesNeedToBeNamed(t *testing.T) {
	h := newHouse(t)
	h.put(".gsd/defaults.json", "{}\n")
	os.Chmod(h.path(".gsd/defaults.json"), 0o444)
	c := h.change(".gsd/defaults.json", "{ }\n")
	h.refused(t, c, "read-only")
	if _, _, err := h.Apply(t.Context(), []model.Change{c}, Options{Decide: map[string]Decision{c.Path: Overwrite}}); err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(c.Path); info.Mode().Perm() != 0o444 {
		t.Errorf("mode %v, want 0444 as before", info.Mode())
	}
}

func TestModesOfNewFiles(t *testing.T) {
	h := newHouse(t)
	private := h.change("private.md", "x")
	private.Private = true
	r, _, err := h.Apply(t.Context(), []model.Change{private, h.change("public.md", "x")}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	mask := syscall.Umask(0)
	syscall.Umask(mask)
	for i, want := range []os.FileMode{0o600, 0o644 &^ os.FileMode(mask)} {
		e := r.Entries[i]
		if info, _ := os.Stat(e.Path); info.Mode().Perm() != want || os.FileMode(e.Mode) != want {
			t.Errorf("%s: mode %v, receipt %o, want %v", e.Path, info.Mode().Perm(), e.Mode, want)
		}
	}
}

func TestStateIsForTheOwnerAlone(t *testing.T) {
	h := newHouse(t)
	h.put("a.md", "secret of a person\n")
	h.apply(map[string]string{"a.md": "x\n"}, Options{Yes: true})
	for name, want := range map[string]os.FileMode{
		".gsd": 0o700, ".gsd/toolgrant": 0o700, ".gsd/toolgrant/receipts": 0o700, ".gsd/toolgrant/backups": 0o700,
		".gsd/toolgrant/lock": 0o600,
		".gsd/toolgrant/backups/" + string(model.SumOf([]byte("secret of a person\n"))): 0o600,
	} {
		info, err := os.Stat(h.path(name))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v; want %v", name, info, err, want)
		}
	}
	os.Chmod(h.Home, 0o777|os.ModeSticky)
	os.Chmod(h.Dir, 0o777)
	_, notes, err := h.Apply(t.Context(), h.plan(map[string]string{"a.md": "y\n"}), Options{})
	if err != nil || len(notes) != 1 || notes[0].Code != "writable-state" {
		t.Errorf("a state folder that others can write: %v, %v", notes, err)
	}
}

func TestAFolderThatOthersCanWriteIsTold(t *testing.T) {
	h := newHouse(t)
	h.put("open/x", "x")
	os.Chmod(h.path("open"), 0o777)
	_, notes, err := h.Apply(t.Context(), h.plan(map[string]string{"open/a.md": "a\n", "open/b.md": "b\n"}), Options{})
	if err != nil || len(notes) != 1 || notes[0].Code != "writable-folder" {
		t.Errorf("%v, %v; want one warning", notes, err)
	}
}

func TestHardLinksAreTold(t *testing.T) {
	h := newHouse(t)
	h.put("a.md", "a\n")
	if err := os.Link(h.path("a.md"), h.path("twin.md")); err != nil {
		t.Skip(err)
	}
	_, notes, err := h.Apply(t.Context(), h.plan(map[string]string{"a.md": "b\n"}), Options{Yes: true})
	if err != nil || len(notes) != 1 || notes[0].Code != "hard-link" || h.get("twin.md") != "a\n" {
		t.Errorf("%v, %v, twin %q", notes, err, h.get("twin.md"))
	}
}

// What the system refuses in the middle is told in its words, and undone. The
// tests may run as root, whom no mode stops, so the seam does the refusing.
func TestDiskFullAndItsKin(t *testing.T) {
	for op, errs := range map[string][]syscall.Errno{
		"write":  {syscall.ENOSPC, syscall.EDQUOT},
		"create": {syscall.EACCES, syscall.EROFS, syscall.ENOSPC},
		"mkdir":  {syscall.EACCES, syscall.EROFS},
		"rename": {syscall.EACCES, syscall.ENOENT, syscall.EXDEV},
		"chown":  {syscall.EPERM},
	} {
		for _, errno := range errs {
			a := acts()[0]
			ready := a.ready(t)
			before, _, ops := ready.outcome()
			probe := &faultFS{}
			a.run(ready.again(probe))
			for n := len(ops); n > 0; n-- { // the last of its kind: most is done by then
				if probe.log[n-1] != op {
					continue
				}
				h := ready.again(&faultFS{at: n, err: errno})
				err := a.run(h)
				if _, committed := errors.AsType[*FailedError](err); err == nil || committed && h.tree() != before {
					continue // bookkeeping after the commit
				}
				failed, stopped := errors.AsType[*FailedError](err)
				if wants := errno != syscall.ENOENT && errno != syscall.EXDEV && errno != syscall.EDQUOT; stopped && (failed.Hint() != "") != wants {
					t.Errorf("%s: hint %q for %v", op, failed.Hint(), errno)
				}
				if !errors.Is(err, errno) || !strings.Contains(err.Error(), errno.Error()) {
					t.Errorf("%s: %v", op, err)
				}
				same(t, op+" "+errno.Error(), before, h.tree())
				break
			}
		}
	}
}
