//go:build unix

package install

import (
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// shortFS is a file system that takes shorter names than most, as encrypting ones do:
// such a name cannot be refused before it is tried.
type shortFS struct{ FS }

type shortRoot struct{ Root }

func tooLong(names ...string) error {
	for _, name := range names {
		if base := filepath.Base(name); len(base) > 60 {
			return &fs.PathError{Op: "look", Path: name, Err: syscall.ENAMETOOLONG}
		}
	}
	return nil
}

func (s shortFS) Lstat(path string) (fs.FileInfo, error) {
	if err := tooLong(path); err != nil {
		return nil, err
	}
	return s.FS.Lstat(path)
}

func (s shortFS) OpenRoot(dir string) (Root, error) {
	r, err := s.FS.OpenRoot(dir)
	return shortRoot{r}, err
}

func (r shortRoot) Lstat(name string) (fs.FileInfo, error) {
	if err := tooLong(name); err != nil {
		return nil, err
	}
	return r.Root.Lstat(name)
}

func (r shortRoot) Remove(name string) error {
	if err := tooLong(name); err != nil {
		return err
	}
	return r.Root.Remove(name)
}

func (r shortRoot) Rename(from, to string) error {
	if err := tooLong(from, to); err != nil {
		return err
	}
	return r.Root.Rename(from, to)
}

// A name that the file system does not take fails one apply, not every run after it:
// the files of that apply are put back, and nothing waits for ever.
func TestANameThatTheFileSystemRefusesIsPutBack(t *testing.T) {
	h := newRealHouse(t)
	h.FS = shortFS{osFS{}}
	h.put(".claude/agents/a.md", "mine\n")
	h.apply(map[string]string{"first.md": "x\n"}, Options{}) // makes the state folder
	before := h.tree()
	long := ".claude/agents/" + strings.Repeat("n", 61) + ".md"
	plan := h.plan(map[string]string{".claude/agents/a.md": "ours\n", ".claude/agents/b.md": "ours\n", long: "x\n", ".claude/agents/z.md": "ours\n"})
	_, _, err := h.Apply(t.Context(), plan, Options{Yes: true})
	if err == nil || !strings.Contains(err.Error(), "too long") {
		t.Fatalf("got %v, want the system's refusal", err)
	}
	same(t, "after the failure", before, h.tree())
	if notes, err := h.Recover(t.Context()); err != nil || len(notes) > 0 {
		t.Errorf("the next run: %v, %v, want nothing to do", notes, err)
	}
}

// One file that cannot be put back, for now, does not keep the others from it.
func TestPuttingBackGoesOnAfterOneFile(t *testing.T) {
	h := newRealHouse(t)
	for _, name := range []string{"a.md", "b.md", "c.md"} {
		h.put(name, "mine\n")
	}
	stuck := stuckFS{osFS{}, &struct{ from, armed bool }{}}
	h.FS = stuck
	plan := h.plan(map[string]string{"a.md": "ours\n", "b.md": "ours\n", "c.md": "ours\n"})
	stuck.on.armed = true
	if _, _, err := h.Apply(t.Context(), plan, Options{Yes: true}); err == nil {
		t.Fatal("the apply went through")
	}
	if got := h.get("a.md") + h.get("b.md"); got != "mine\nours\n" {
		t.Errorf("a and b hold %q: a was to be put back although b could not", got)
	}
	stuck.on.armed = false
	if _, err := h.Recover(t.Context()); err != nil || h.get("b.md") != "mine\n" {
		t.Errorf("the next run: %v, b holds %q", err, h.get("b.md"))
	}
}

// stuckFS refuses c.md its place and, from then on, every look at b.md.
type stuckFS struct {
	FS
	on *struct{ from, armed bool }
}

type stuckRoot struct {
	Root
	on *struct{ from, armed bool }
}

func (s stuckFS) OpenRoot(dir string) (Root, error) {
	r, err := s.FS.OpenRoot(dir)
	return stuckRoot{r, s.on}, err
}

func (r stuckRoot) Lstat(name string) (fs.FileInfo, error) {
	if r.on.armed && r.on.from && name == "b.md" {
		return nil, &fs.PathError{Op: "lstat", Path: name, Err: syscall.EIO}
	}
	return r.Root.Lstat(name)
}

func (r stuckRoot) Rename(from, to string) error {
	if r.on.armed && to == "c.md" {
		r.on.from = true
		return &fs.PathError{Op: "rename", Path: to, Err: syscall.EIO}
	}
	return r.Root.Rename(from, to)
}
