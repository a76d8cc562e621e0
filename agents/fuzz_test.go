package agents

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"toolgrant/model"
)

// addCases seeds a fuzz target with every input from the field.
func addCases(f *testing.F, add func(text string)) {
	err := filepath.WalkDir(filepath.Join("testdata", "cases"), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".md" {
			return err
		}
		b, err := os.ReadFile(path)
		add(string(b))
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
}

// Reading loses no byte, keeps every range inside the header, and never takes a
// list that it cannot read for one that is absent.
func FuzzParse(f *testing.F) {
	addCases(f, func(text string) { f.Add(text) })
	f.Fuzz(func(t *testing.T, text string) {
		d := Parse("x.md", "x", text)
		if d.Text() != text {
			t.Fatalf("the text came back as %q", d.Text())
		}
		at := 0
		for _, k := range d.Fields {
			if k.Start < at || k.End <= k.Start || k.End > len(d.Header) || k.Line < 2 {
				t.Fatalf("field %+v does not fit behind %d", k, at)
			}
			at = k.End
		}
		if d.Tools.Form == model.Absent && len(toolsLines(d.Header)) > 0 {
			t.Fatalf("a tools key was overlooked in %q", d.Header)
		}
		if d.Tools.Form == model.Unreadable && !slices.ContainsFunc(d.Notes, func(n model.Note) bool { return n.Severity == model.Error }) {
			t.Fatalf("refused without a reason: %q", d.Header)
		}
		for _, e := range d.Tools.Entries {
			if e == "" || strings.ContainsAny(e, "\n\r\x00") {
				t.Fatalf("entry %q", e)
			}
		}
	})
}

// Granting either leaves the text alone or gives a list that means old + added.
func FuzzAppendTools(f *testing.F) {
	addCases(f, func(text string) { f.Add(text, "mcp__docs__*") })
	f.Add("---\ntools: [ 'a', ]\n---\n", "Bash(git: log)")
	f.Add("---\ntools: |\n  Read\n---\n", "Agent(a, b)")
	f.Fuzz(func(t *testing.T, text, tool string) {
		d := Parse("x.md", "x", text)
		next, added, notes := AppendTools(d, []model.Grant{{Tool: tool, Selector: "x"}})
		if len(added) == 0 {
			if next.Text() != text || len(notes) == 0 {
				t.Fatalf("nothing added, notes %v, text %q", notes, next.Text())
			}
			return
		}
		again := Parse("x.md", "x", next.Text())
		want := append(slices.Clone(d.Tools.Entries), tool)
		if !slices.Equal(again.Tools.Entries, want) || again.Tools.Form != d.Tools.Form || again.Broken != d.Broken {
			t.Fatalf("%q became %q and reads as %s %q, want %s %q", d.Header, next.Header, again.Tools.Form, again.Tools.Entries, d.Tools.Form, want)
		}
		if again.Name != d.Name || again.Description != d.Description || len(again.Fields) != len(d.Fields) {
			t.Fatalf("another key changed in %q", next.Header)
		}
		if next.BOM+next.Open != d.BOM+d.Open || next.Close+next.Body != d.Close+d.Body {
			t.Fatalf("bytes outside the header changed")
		}
	})
}
