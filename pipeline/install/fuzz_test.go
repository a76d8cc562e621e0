package install

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// Whatever a path says, and whatever links are on the way, what is admitted lies in
// the home.
func FuzzLocate(f *testing.F) {
	for _, seed := range []string{
		".claude/agents/a.md", "in/a.md", "out/a.md", "up/a.md", "../x", "a/../../b", "loop/a", "\x00", "a\x1b", "con.md", "c:d", "in/../out/b",
		"dangling", "dangling/x", "in/deep/er/a.md", "chain/a.md", "e\u0301.md", "\u202e.md", ".", "", "/", "in", ".gsd/toolgrant/lock",
	} {
		f.Add(seed)
	}
	home, err := filepath.EvalSymlinks(f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	for at, to := range map[string]string{"in": "real", "out": "/etc", "up": "..", "loop": "loop", "dangling": "real/none", "chain": "in/../in"} {
		if err := os.Symlink(to, filepath.Join(home, at)); err != nil {
			f.Skip(err)
		}
	}
	if err := os.Mkdir(filepath.Join(home, "real"), 0o755); err != nil {
		f.Fatal(err)
	}
	s := houseAt(f, home).Store
	f.Fuzz(func(t *testing.T, name string) {
		fence, err := s.newFence(nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := fence.locate(home + "/" + name)
		if err != nil {
			return
		}
		switch {
		case !below(p.real, home) || !below(p.path, home):
			t.Errorf("%q leads to %q", name, p.real)
		case filepath.Join(p.base, p.rel) != p.real || !filepath.IsLocal(p.rel):
			t.Errorf("%q: %q in %q is not %q", name, p.rel, p.base, p.real)
		case strings.ContainsFunc(p.path, unicode.IsControl):
			t.Errorf("%q holds a control character", name)
		case below(p.real, s.Dir):
			t.Errorf("%q leads into the state folder", name)
		}
		if info, err := os.Stat(p.base); err != nil || !info.IsDir() {
			t.Errorf("%q: the fence %q does not exist", name, p.base)
		}
		for _, dir := range p.missing {
			if _, err := os.Lstat(dir); err == nil {
				t.Errorf("%q: %q is said to be missing", name, dir)
			}
		}
	})
}
