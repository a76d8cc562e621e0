package install

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// An act is one call whose every operation is made to fail in turn.
type act struct {
	name  string
	setup func(h house)
	run   func(h house) error
}

// second is an apply with every kind of step, on a home with a history.
func (h house) second() map[string]string {
	return map[string]string{
		".claude/agents/ref.md":     "reference granted twice\n",
		".claude/agents/own.md":     "overwritten on request\n",
		".claude/agents/new.md":     "(none)",
		".kilo/deep/er/agents/k.md": "kilo\n",
		".kilo/deep/er/agents/l.md": "kilo too\n",
		".gsd/defaults.json":        "{\"agent_tools\":{\"*\":[]}}\n",
		"dotfiles/linked.md":        "through a link\n",
	}
}

// prepare makes the home that every act begins with.
func (h house) prepare() {
	want := h.furnish()
	h.put("dotfiles/linked.md", "linked\n")
	want["dotfiles/linked.md"] = "linked, ours\n"
	h.apply(want, Options{Yes: true})
}

func acts() []act {
	return []act{
		{"apply", house.prepare, func(h house) error {
			_, _, err := h.Apply(context.Background(), h.plan(h.second()), Options{Yes: true})
			return err
		}},
		{"undo", func(h house) { h.prepare(); h.apply(h.second(), Options{Yes: true}) }, func(h house) error {
			_, _, err := h.Undo(context.Background())
			return err
		}},
		{"uninstall", func(h house) { h.prepare(); h.apply(h.second(), Options{Yes: true}) }, func(h house) error {
			_, _, err := h.Uninstall(context.Background())
			return err
		}},
		{"adopt", house.prepare, func(h house) error {
			own := []byte(h.get(".claude/agents/own.md"))
			_, _, err := h.Adopt(context.Background(), []Adoption{{Runtime: "claude", Agent: "own", Path: h.path(".claude/agents/own.md"),
				Installed: own, Pristine: own, Source: h.path(".gsd/agents/own.md")}}, Options{})
			return err
		}},
	}
}

// ready is a home in which an act is about to run, kept in memory so that it can be
// had again a thousand times.
type ready struct {
	house
	act   act
	files map[string]savedFile
}

type savedFile struct {
	mode    fs.FileMode
	content []byte
}

func (a act) ready(t *testing.T) *ready {
	t.Helper()
	r := &ready{house: newHouse(t), act: a, files: map[string]savedFile{}}
	a.setup(r.house)
	err := filepath.WalkDir(r.Home, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		f := savedFile{mode: info.Mode()}
		if !d.IsDir() {
			f.content, err = os.ReadFile(path)
		}
		r.files[path] = f
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// again brings the home back to where the act begins.
func (r *ready) again(f *faultFS) house {
	r.t.Helper()
	names, err := os.ReadDir(r.Home)
	for _, n := range names {
		err = errors.Join(err, os.RemoveAll(r.path(n.Name())))
	}
	for _, path := range slices.Sorted(maps.Keys(r.files)) {
		f := r.files[path]
		if f.mode.IsDir() {
			err = errors.Join(err, os.MkdirAll(path, f.mode.Perm()))
		} else {
			err = errors.Join(err, os.WriteFile(path, f.content, f.mode.Perm()))
		}
	}
	if err != nil {
		r.t.Fatal(err)
	}
	r.FS = f
	return r.house
}

// outcome runs an act undisturbed: the trees before and after it, and its
// operations.
func (r *ready) outcome() (before, after string, ops []string) {
	f := &faultFS{}
	h := r.again(f)
	before = h.tree()
	if err := r.act.run(h); err != nil {
		r.t.Fatalf("%s: %v", r.act.name, err)
	}
	return before, h.tree(), f.log
}
