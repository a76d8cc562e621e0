package agents

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"toolgrant/model"
)

func TestPackOf(t *testing.T) {
	root := t.TempDir()
	for _, c := range []struct {
		dir, beside, text string
		want              model.Pack
	}{
		{"package/agents", "package.json", `{"name": "@opengsd/gsd-core"}`, model.GSD},
		{"other/agents", "package.json", `{"name": "other"}`, model.Plain},
		{"broken/agents", "package.json", `{`, model.Plain},
		{"home/gsd-core/agents", "VERSION", "1.14.0\n", model.GSD},
		{"unversioned/gsd-core/agents", "README", "", model.Plain},
		{"claude/agents", ManifestName, `{"files": {}}`, model.Plain},
	} {
		dir := filepath.Join(root, filepath.FromSlash(c.dir))
		write(t, dir, "a.md", small)
		write(t, filepath.Dir(dir), c.beside, c.text)
		if got := PackOf(dir); got != c.want {
			t.Errorf("%s is %s, want %s", c.dir, got, c.want)
		}
	}
	if got := PackOf(filepath.Join(root, "none")); got != model.Plain {
		t.Errorf("a folder that is not there is %s", got)
	}
}

func TestCommandNames(t *testing.T) {
	root := t.TempDir()
	agents := filepath.Join(root, "agents")
	if got := CommandNames(agents); got != nil {
		t.Errorf("without commands: %q", got)
	}
	for _, name := range []string{"plan-phase.md", "help.md", "notes.txt", "deep/x.md", ".md"} {
		write(t, root, "commands/gsd/"+name, "x")
	}
	if got := CommandNames(agents + "/"); !slices.Equal(got, []string{"help", "plan-phase"}) {
		t.Errorf("commands are %q", got)
	}
}

func TestManifest(t *testing.T) {
	sum := strings.Repeat("0f", 32)
	entry := func(name, value string) string { return fmt.Sprintf("%q: %s", name, value) }
	good := fmt.Sprintf("%q", sum)
	text := `{"version": "1.14.0", "runtime": "codex", "scope": "local", "mode": "full", "files": {` + strings.Join([]string{
		entry("agents/gsd-a.md", good), entry("agents/gsd-a.toml", good), entry("agents/gsd-b.compact.agent.md", good),
		entry("agents/subagents/gsd-c.yaml", good), entry("gsd-core/agents/gsd-d.md", good), entry("agents/deep/gsd-e.md", good),
		entry("agents/gsd-f.txt", good), entry("../escape.md", good), entry("/etc/passwd", good), entry("a/../b", good), entry("a//b", good),
		entry(`a\b`, good), entry("c:x", good), entry("nul\x00", good), entry("", good), entry(strings.Repeat("x", 1025), good),
		entry("short", `"00"`), entry("upper", fmt.Sprintf("%q", strings.ToUpper(sum))), entry("number", "7"), entry("null", "null"),
	}, ", ") + "}}"
	m, notes, err := parseManifest("m.json", []byte(strings.ReplaceAll(text, `\x00`, `\u0000`)))
	if err != nil {
		t.Fatal(err)
	}
	if m.Version != "1.14.0" || m.Runtime != "codex" || m.Scope != model.LocalScope || m.Files["agents/gsd-a.md"] != sum {
		t.Errorf("manifest %+v", m)
	}
	if len(m.Files) != 7 || len(notes) != 13 {
		t.Errorf("%d files and %d notes: %v", len(m.Files), len(notes), m.Files)
	}
	if got := m.Stems(); !slices.Equal(got, []string{"gsd-a", "gsd-b.compact", "gsd-c"}) {
		t.Errorf("stems are %q", got)
	}
}

func TestManifestsThatCannotBeTrusted(t *testing.T) {
	var many strings.Builder
	for i := range maxEntries + 1 {
		fmt.Fprintf(&many, "%q: 0,", fmt.Sprint(i))
	}
	for _, text := range []string{"", "{", "[]", "null", "{}", `{"files": []}`, `{"files": null}`, `{"version": 2, "files": {}}`,
		`{"files": {` + many.String() + `"x": 0}}`} {
		if m, _, err := parseManifest("m.json", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), "m.json: ") {
			t.Errorf("%.40q gives %+v, %v", text, m, err)
		}
	}
	if _, _, err := ReadManifest(t.TempDir()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a manifest that is not there gives %v", err)
	}
}
