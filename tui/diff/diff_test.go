package diff_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"
	"pgregory.net/rapid"

	"toolgrant/model"
	"toolgrant/tui/diff"
)

// text writes a difference with the words that stand out in braces.
func text(f diff.File) string {
	var b strings.Builder
	for _, l := range f.Lines {
		b.WriteString([]string{" ", "+", "-", "", "", "# "}[l.Kind])
		at := 0
		for _, w := range l.Words {
			b.WriteString(l.Text[at:w.From] + "{" + l.Text[w.From:w.To] + "}")
			at = w.To
		}
		b.WriteString(l.Text[at:] + "\n")
	}
	return b.String()
}

func TestOf(t *testing.T) {
	for _, c := range []struct{ name, before, after, want string }{
		{"one word in a list", "a\ntools: Read, Edit\nb\n", "a\ntools: Read, Edit, mcp__docs__*\nb\n",
			"@@ -1,3 +1,3 @@\n a\n-tools: Read, Edit\n+tools: Read, Edit{, mcp__docs__*}\n b\n"},
		{"a word in the middle", "tools: Read, Bash, Edit\n", "tools: Read, Grep, Edit\n",
			"@@ -1 +1 @@\n-tools: Read, {Bash}, Edit\n+tools: Read, {Grep}, Edit\n"},
		{"lines that have nothing in common", "one thing\n", "quite another story\n",
			"@@ -1 +1 @@\n-one thing\n+quite another story\n"},
		{"a new file", "", "a\nb\n", "@@ -0,0 +1,2 @@\n+a\n+b\n"},
		{"no newline at the end of both", "a\nx", "b\nx", "@@ -1,2 +1,2 @@\n-a\n+b\n x\n\\ no newline at end of file\n"},
		{"a newline that comes", "x", "x\n", "@@ -1 +1 @@\n-x\n\\ no newline at end of file\n+x\n"},
		{"YAML items", "t:\n  - Read\n", "t:\n  - Read\n  - Grep\n", "@@ -1,2 +1,3 @@\n t:\n   - Read\n+  - Grep\n"},
		{"TOML", "tools = [\"a\"]\n", "tools = [\"a\", \"b\"]\n", "@@ -1 +1 @@\n-tools = [\"a\"]\n+tools = [\"a\"{, \"b\"}]\n"},
		{"CRLF is said once", "a\r\nb\r\n", "a\r\nc\r\n", "# all line ends are CRLF\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"},
		{"line ends that change are shown", "a\r\n", "a\n", "# line ends change from CRLF to LF\n@@ -1 +1 @@\n-a{\\r}\n+a\n"},
		{"tabs are drawn", "\tx\n", "  x\n", "@@ -1 +1 @@\n-{→ }  x\n+  x\n"},
		{"escape sequences are harmless", "a\n", "\x1b[2J\u202e\xff\n", "@@ -1 +1 @@\n-a\n+\\x1b[2J\\u202e\\xff\n"},
		{"binary", "a\x00", "b", "# binary file: 2 bytes become 1\n"},
		{"nothing", "a", "a", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := text(diff.Of(model.Change{Kind: model.Update, Before: []byte(c.before), After: []byte(c.after)}))
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestRemovalIsAllMinus(t *testing.T) {
	f := diff.Of(model.Change{Kind: model.Remove, Before: []byte("a\nb\n"), After: []byte("ignored")})
	if f.Removed != 2 || f.Added != 0 {
		t.Errorf("-%d +%d", f.Removed, f.Added)
	}
}

func TestLongLinesAreCut(t *testing.T) {
	f := diff.Of(model.Change{Kind: model.Create, After: []byte(strings.Repeat("x", 1<<20))})
	for _, l := range f.Lines {
		if len(l.Text) > 9<<10 {
			t.Fatalf("a line of %d bytes", len(l.Text))
		}
	}
	if !strings.Contains(text(f), fmt.Sprintf("… %d more bytes", 1<<20-8<<10)) {
		t.Error("the rest is not counted")
	}
}

// For plain text the lines are exactly those of a unified diff, and every mark lies
// inside its line.
func TestAgreesWithUnifiedDiffs(t *testing.T) {
	line := rapid.SampledFrom([]string{"a", "b", "tools: Read, Edit", "tools: Read, Grep", "", "- x"})
	rapid.Check(t, func(t *rapid.T) {
		join := func(name string) string {
			s := strings.Join(rapid.SliceOfN(line, 0, 12).Draw(t, name), "\n")
			if rapid.Bool().Draw(t, name+" ends") {
				s += "\n"
			}
			return s
		}
		before, after := join("before"), join("after")
		f := diff.Of(model.Change{Before: []byte(before), After: []byte(after)})
		var got strings.Builder
		for _, l := range f.Lines {
			got.WriteString([]string{" ", "+", "-", "", "", ""}[l.Kind] + l.Text + "\n")
			for _, w := range l.Words {
				if w.From < 0 || w.From >= w.To || w.To > len(l.Text) {
					t.Fatalf("mark %v in %q", w, l.Text)
				}
			}
		}
		want, err := udiff.ToUnified("a", "b", before, udiff.Lines(before, after), 3)
		if err != nil {
			t.Fatal(err)
		}
		want = strings.TrimPrefix(want, "--- a\n+++ b\n")
		want = strings.ReplaceAll(want, `\ No newline`, `\ no newline`)
		if got.String() != want {
			t.Fatalf("got\n%s\nwant\n%s", got.String(), want)
		}
	})
}
