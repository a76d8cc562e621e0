package install

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"toolgrant/model"
)

// refused applies one change and wants a refusal with this code, and no write.
func (h house) refused(t *testing.T, c model.Change, code string) {
	t.Helper()
	before := h.tree()
	_, _, err := h.Apply(t.Context(), []model.Change{c}, Options{Yes: true})
	note, ok := errors.AsType[model.Note](err)
	if !ok || note.Code != code {
		t.Errorf("%q: got %v, want a refusal with code %s", c.Path, err, code)
	}
	same(t, "after the refusal", before, h.tree())
}

func TestNamesThatNoAgentMayHave(t *testing.T) {
	h := newHouse(t)
	for _, name := range []string{
		"../out.md", "a/../../out.md", "a//b.md", "./a.md", "a\x00.md", "a\nb.md", "a\x1b[31m.md",
		"con.md", "NUL", "Com1.toml", "aux .md", "lpt9.agent.md", `a\b.md`, "c:evil.md", "dot..", "blank ", "bad\xff.md",
		strings.Repeat("d/", 2100) + "a.md", strings.Repeat("n", 253) + ".md", strings.Repeat("d", 256) + "/a.md",
	} {
		c := model.Change{Runtime: "claude", Path: h.Home + string(filepath.Separator) + name, Kind: model.Create, After: []byte("x")}
		h.refused(t, c, "bad-change")
	}
	h.refused(t, model.Change{Path: "agents/a.md", Kind: model.Create, After: []byte("x")}, "bad-change")
	for _, name := range []string{"dotnet-4.8-expert.md", "4.1-Beast.md", "First Last's.md", "console.md", "ünïcode.md"} {
		h.apply(map[string]string{".claude/agents/" + name: "x\n"}, Options{})
	}
}

func TestNothingOutsideTheRoots(t *testing.T) {
	h := newHouse(t)
	other := t.TempDir()
	h.refused(t, model.Change{Path: filepath.Join(other, "a.md"), Kind: model.Create, After: []byte("x")}, "outside")
	h.refused(t, model.Change{Path: filepath.Join(h.Dir, "receipts", "forged.json"), Kind: model.Create, After: []byte("x")}, "outside")
	h.Roots = append(h.Roots, other)
	if _, _, err := h.Apply(t.Context(), []model.Change{{Path: filepath.Join(other, "a.md"), Kind: model.Create, After: []byte("x")}}, Options{}); err != nil {
		t.Errorf("a root outside the home, named by the person: %v", err)
	}
	// An undo from elsewhere knows that root from the receipt.
	h.Roots = h.Roots[:1]
	h.undo()
	if _, err := os.Stat(filepath.Join(other, "a.md")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("after undo: %v", err)
	}
}

func TestLinksAreFollowedAndKept(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege on Windows")
	}
	link := func(t *testing.T, to, at string) {
		t.Helper()
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.Symlink(to, at)); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("file link to link inside the home", func(t *testing.T) {
		h := newHouse(t)
		h.put("dotfiles/real.json", "{}\n")
		link(t, "real.json", h.path("dotfiles/middle.json"))
		link(t, "../dotfiles/middle.json", h.path(".gsd/defaults.json"))
		before := h.tree()
		h.apply(map[string]string{".gsd/defaults.json": "{\"a\":1}\n"}, Options{})
		same(t, "target", "{\"a\":1}\n", h.get("dotfiles/real.json"))
		h.undo()
		same(t, "after undo", before, h.tree())
	})
	t.Run("folder link inside the home", func(t *testing.T) {
		h := newHouse(t)
		h.put("dotfiles/agents/old.md", "old\n")
		link(t, h.path("dotfiles/agents"), h.path(".claude/agents"))
		h.apply(map[string]string{".claude/agents/a.md": "a\n"}, Options{})
		same(t, "target", "a\n", h.get("dotfiles/agents/a.md"))
	})
	t.Run("dangling link", func(t *testing.T) {
		h := newHouse(t)
		link(t, "../dotfiles/none.json", h.path(".gsd/defaults.json"))
		before := h.tree()
		h.apply(map[string]string{".gsd/defaults.json": "{}\n"}, Options{})
		same(t, "target", "{}\n", h.get("dotfiles/none.json"))
		h.undo()
		same(t, "after undo", before, h.tree())
	})
	t.Run("out of the home", func(t *testing.T) {
		h := newHouse(t)
		out := t.TempDir()
		link(t, out, h.path(".claude/agents"))
		c := h.change(".claude/agents/a.md", "a\n")
		h.refused(t, c, "outside")
		// That the folder is a root itself does not make its target one.
		h.Roots = append(h.Roots, h.path(".claude/agents"))
		h.refused(t, c, "outside")
		h.FollowLinks = true
		if _, _, err := h.Apply(t.Context(), []model.Change{c}, Options{}); err != nil {
			t.Fatalf("--follow-links: %v", err)
		}
		if b, _ := os.ReadFile(filepath.Join(out, "a.md")); string(b) != "a\n" {
			t.Errorf("target: %q", b)
		}
		h.undo()
		if entries, _ := os.ReadDir(out); len(entries) != 0 {
			t.Errorf("after undo: %v", entries)
		}
	})
	t.Run("links that double", func(t *testing.T) {
		h := newHouse(t)
		h.put("l0/x.md", "x")
		for i := range 60 {
			link(t, fmt.Sprintf("l%d/../l%d", i, i), h.path(fmt.Sprintf("l%d", i+1)))
		}
		h.refused(t, model.Change{Path: h.path("l60/y.md"), Kind: model.Create, After: []byte("x")}, "bad-path")
		h.apply(map[string]string{"l3/y.md": "y\n"}, Options{})
		same(t, "target", "y\n", h.get("l0/y.md"))
	})
	t.Run("in a circle", func(t *testing.T) {
		h := newHouse(t)
		link(t, "b", h.path("a"))
		link(t, "a", h.path("b"))
		h.refused(t, model.Change{Path: h.path("a/x.md"), Kind: model.Create, After: []byte("x")}, "bad-path")
	})
}

// Case IN10: two agents that differ only by case, or by how a letter is composed,
// or that meet through a link, are found before anything is written.
func TestCollisions(t *testing.T) {
	h := newHouse(t)
	for _, pair := range [][2]string{
		{"agents/Reviewer.md", "agents/reviewer.md"},
		{"agents/\u00e9.md", "agents/e\u0301.md"},
		{"agents/STRASSE.md", "agents/stra\u00dfe.md"},
		{"agents/a.md", "agents/a.md"},
	} {
		before := h.tree()
		_, _, err := h.Apply(t.Context(), []model.Change{h.change(pair[0], "1"), h.change(pair[1], "2")}, Options{})
		if note, ok := errors.AsType[model.Note](err); !ok || note.Code != "collision" {
			t.Errorf("%v: %v, want a collision", pair, err)
		}
		same(t, "after the refusal", before, h.tree())
	}
	if runtime.GOOS == "windows" {
		return
	}
	h.put("real/a.md", "a\n")
	if err := os.Symlink("real", h.path("alias")); err != nil {
		t.Fatal(err)
	}
	_, _, err := h.Apply(t.Context(), h.plan(map[string]string{"real/a.md": "1", "alias/a.md": "2"}), Options{Yes: true})
	if note, ok := errors.AsType[model.Note](err); !ok || note.Code != "collision" {
		t.Errorf("through a link: %v, want a collision", err)
	}
}

func TestSizesAndKinds(t *testing.T) {
	h := newHouse(t)
	big := make([]byte, MaxFile+1)
	for name, c := range map[string]model.Change{
		"too large":              {Path: h.path("a.md"), Kind: model.Create, After: big},
		"create over something":  {Path: h.path("a.md"), Kind: model.Create, Before: []byte{}, After: []byte("x")},
		"removal with content":   {Path: h.path("a.md"), Kind: model.Remove, After: []byte("x")},
		"a kind nobody knows of": {Path: h.path("a.md"), Kind: "chmod"},
	} {
		t.Run(name, func(t *testing.T) { h.refused(t, c, "bad-change") })
	}
	_, _, err := h.Apply(t.Context(), make([]model.Change, MaxChanges+1), Options{})
	if err == nil || !strings.Contains(err.Error(), "100001 changes, more than the limit of 100000") {
		t.Errorf("too many changes: %v", err)
	}
	h.put("b.md", string(big))
	_, _, err = h.Apply(t.Context(), []model.Change{{Path: h.path("b.md"), Kind: model.Update, After: []byte("x")}}, Options{Yes: true})
	if err == nil || !strings.Contains(err.Error(), "more than the limit of 33554432") {
		t.Errorf("a large file in the way: %v", err)
	}
}

// A project's links are somebody else's: none leads from it into the home around it.
func TestNoLinkLeadsOutOfAProject(t *testing.T) {
	h := newHouse(t)
	h.put(".claude/agents/mine.md", "mine\n")
	h.put("src/repo/x", "x\n")
	h.Within = h.path("src/repo")
	h.put("src/repo/real/a.md", "a\n")
	for link, target := range map[string]string{
		"src/repo/.claude": "../../.claude", "src/repo/new.md": "../../.claude/agents/new.md", "src/repo/real/b.md": h.path(".claude/agents/mine.md"),
		"src/repo/inside": "real",
	} {
		if err := os.Symlink(target, h.path(link)); err != nil {
			t.Skip(err)
		}
	}
	for _, name := range []string{"src/repo/.claude/agents/new.md", "src/repo/new.md"} {
		c := model.Change{Runtime: "claude", Path: h.path(name), Kind: model.Create, After: []byte("theirs\n")}
		h.refused(t, c, "outside")
	}
	h.refused(t, model.Change{Runtime: "claude", Path: h.path("src/repo/real/b.md"), Kind: model.Update, Before: []byte("mine\n"), After: []byte("theirs\n")}, "outside")
	h.apply(map[string]string{"src/repo/inside/new.md": "in the project\n", ".claude/agents/other.md": "in the home\n"}, Options{Yes: true})
	if got := h.get("src/repo/real/new.md"); got != "in the project\n" {
		t.Errorf("a link inside the project leads to %q", got)
	}
	h.FollowLinks = true
	h.apply(map[string]string{"src/repo/.claude/agents/new.md": "asked for\n"}, Options{Yes: true})
}
