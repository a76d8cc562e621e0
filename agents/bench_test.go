package agents

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"toolgrant/model"
)

// benchDocument has a header of twelve lines, as shipped agents have, and a body of
// that many bytes.
func benchDocument(body int) string {
	return "---\nname: release-planner\ndescription: Plans a release from the merged changes and says what is missing before the tag\n" +
		"tools: Read, Write, Bash, Glob, Grep, WebFetch, mcp__context7__*\ncolor: green\n# hooks:\n#   PostToolUse:\n#     - run\n" +
		"model: opus\neffort: high\ndisallowedTools: Edit\nversion: 1\nskills: one, two\n---\n" + strings.Repeat("A line of text.\n", body/16)
}

func BenchmarkParse(b *testing.B) {
	for name, size := range map[string]int{"1KiB": 1 << 10, "1MiB": 1 << 20} {
		b.Run(name, func(b *testing.B) {
			text := benchDocument(size)
			b.ReportAllocs()
			for b.Loop() {
				Parse("x.md", "release-planner", text)
			}
		})
	}
}

func BenchmarkAppendTools(b *testing.B) {
	d := Parse("x.md", "release-planner", benchDocument(40<<10))
	b.ReportAllocs()
	for b.Loop() {
		if _, added, _ := AppendTools(d, docs); len(added) != 1 {
			b.Fatal("nothing added")
		}
	}
}

// TestShippedAgents reads the agents of a gsd-core package, given as a folder by
// TOOLGRANT_GSD_AGENTS, and grants them a tool each.
func TestShippedAgents(t *testing.T) {
	dir := os.Getenv("TOOLGRANT_GSD_AGENTS")
	if dir == "" {
		t.Skip("TOOLGRANT_GSD_AGENTS names no folder of shipped agents")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no agents in %s: %v", dir, err)
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		d := Parse(f, strings.TrimSuffix(filepath.Base(f), ".md"), string(b))
		if d.Text() != string(b) || d.Broken || len(d.Notes) > 0 || d.Description == "" {
			t.Errorf("%s: broken %v, notes %v", f, d.Broken, d.Notes)
		}
		if _, notes := Compose(d.Text()); len(notes) > 0 {
			t.Errorf("%s: %v", f, notes)
		}
		next, added, notes := AppendTools(d, []model.Grant{{Tool: "mcp__codegraph__*", Selector: model.Everyone}})
		if d.Tools.Inherits() {
			if next.Text() != d.Text() {
				t.Errorf("%s inherits and was changed", f)
			}
			continue
		}
		if !slices.Equal(added, []string{"mcp__codegraph__*"}) || len(notes) > 0 {
			t.Errorf("%s: added %q, notes %v", f, added, notes)
		}
		sameReading(t, next)
	}
	t.Logf("%d documents", len(files))
}
