package install

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"

	"toolgrant/model"
)

// house is a throw-away home with a store in it.
type house struct {
	*Store
	t testing.TB
}

func newHouse(t testing.TB) house {
	t.Helper()
	h := houseAt(t, t.TempDir())
	h.FS = &faultFS{} // no fault: it only leaves out the syncs
	return h
}

// newRealHouse is one whose store syncs, as a person's does.
func newRealHouse(t testing.TB) house {
	h := newHouse(t)
	h.FS = nil
	return h
}

func houseAt(t testing.TB, home string) house {
	return house{t: t, Store: &Store{Dir: filepath.Join(home, ".gsd", "toolgrant"), Home: home, Roots: []string{home}}}
}

// path makes a slash separated name below the home absolute.
func (h house) path(name string) string { return filepath.Join(h.Home, filepath.FromSlash(name)) }

// put writes a file the way a person would.
func (h house) put(name, content string) {
	h.t.Helper()
	if err := os.MkdirAll(filepath.Dir(h.path(name)), 0o755); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(h.path(name), []byte(content), 0o644); err != nil {
		h.t.Fatal(err)
	}
}

func (h house) get(name string) string {
	h.t.Helper()
	b, err := os.ReadFile(h.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return "(none)"
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return string(b)
}

// change is the change that a planner would make of the file as it is now.
func (h house) change(name, after string) model.Change {
	h.t.Helper()
	c := model.Change{Runtime: "claude", Agent: strings.TrimSuffix(filepath.Base(name), ".md"), Path: h.path(name), Kind: model.Create, After: []byte(after)}
	b, err := os.ReadFile(c.Path)
	if err == nil {
		c.Kind, c.Before = model.Update, b
	}
	if strings.HasSuffix(name, ".json") {
		c.Runtime, c.Agent = model.ConfigFile, ""
	}
	if after == "(none)" {
		c.Kind, c.After = model.Remove, nil
	}
	return c
}

// plan is the changes for several files, by name.
func (h house) plan(want map[string]string) []model.Change {
	var changes []model.Change
	for _, name := range slices.Sorted(maps.Keys(want)) {
		changes = append(changes, h.change(name, want[name]))
	}
	return changes
}

// apply expects success.
func (h house) apply(want map[string]string, o Options) model.Receipt {
	h.t.Helper()
	r, _, err := h.Apply(h.t.Context(), h.plan(want), o)
	if err != nil {
		h.t.Fatalf("apply: %v", err)
	}
	return r
}

func (h house) undo() {
	h.t.Helper()
	if _, _, err := h.Undo(h.t.Context()); err != nil {
		h.t.Fatalf("undo: %v", err)
	}
}

func (h house) state(name string) model.Ownership {
	h.t.Helper()
	states, err := h.States([]string{h.path(name)})
	if err != nil {
		h.t.Fatal(err)
	}
	return states[h.path(name)]
}

// tree is everything below the home but the state folder: one line a file with
// mode and content, one a folder.
func (h house) tree() string {
	h.t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(h.Home, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path == h.Dir {
			return fs.SkipDir
		}
		rel, _ := filepath.Rel(h.Home, path)
		info, err := d.Info()
		if err != nil {
			return err
		}
		b.WriteString(filepath.ToSlash(rel) + " " + info.Mode().String())
		switch {
		case d.Type()&fs.ModeSymlink != 0:
			to, err := os.Readlink(path)
			if err != nil {
				return err
			}
			b.WriteString(" -> " + to)
		case !d.IsDir():
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			b.WriteString(" " + strings.ReplaceAll(string(content), "\n", "|"))
		}
		b.WriteString("\n")
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return b.String()
}

func same(t testing.TB, what, want, got string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n%s", what, udiff.Unified("want", "got", want, got))
	}
}

// furnish makes a set of files that exercises every kind of step.
func (h house) furnish() (want map[string]string) {
	h.put(".claude/agents/ref.md", "reference\n")
	h.put(".claude/agents/stale.md", "stale\n")
	h.put(".claude/agents/own.md", "a person's own\n")
	h.put(".gsd/defaults.json", "{}\n")
	if err := os.Chmod(h.path(".claude/agents/ref.md"), 0o640); err != nil {
		h.t.Fatal(err)
	}
	h.vouchRef()
	return map[string]string{
		".claude/agents/ref.md": "reference granted\n",
		".claude/agents/new.md": "new\n",
		".codex/agents/x.toml":  "x = 1\n",
		".gsd/defaults.json":    "{\"agent_tools\":{}}\n",
	}
}

// vouchRef makes ref.md the reference's, as its manifest would.
func (h house) vouchRef() {
	h.Vouched = func(path string, sum model.Sum) bool {
		return path == h.path(".claude/agents/ref.md") && (sum == "" || sum == model.SumOf([]byte("reference\n")))
	}
}
