package cell_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"toolgrant/tui/cell"
)

func TestText(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"ASCII", "gsd-planner", "gsd-planner"},
		{"wide text", "東京 agent", "東京 agent"},
		{"a plain emoji", "🚀", "🚀"},
		{"a combining accent", "e\u0301", "e\u0301"},
		{"an accent with nothing before it", "\u0301e", `\u0301e`},
		{"a family joined by U+200D", "👩\u200d👧", `👩\u200d👧`},
		{"a skin tone", "👍\U0001f3fd", `👍\U0001f3fd`},
		{"an emoji by variation selector", "⚠\ufe0f!", "⚠!"},
		{"escape sequences", "\x1b[31mred", `\x1b[31mred`},
		{"right-to-left override", "a\u202eb", `a\u202eb`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := cell.Text(c.in); got != c.want {
				t.Errorf("Text(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
}

func TestEnds(t *testing.T) {
	for _, c := range []struct {
		left, right string
		w           int
		want        string
	}{
		{"planner", "+1 ro", 16, "planner    +1 ro"},
		{"a-very-long-name", "+1", 10, "a-very… +1"},
		{"a name", "a long remark", 12, "a na… a lon…"},
		{"name", "", 6, "name  "},
		{"name", "x", 1, "…"},
	} {
		got := cell.Ends(c.left, c.right, c.w)
		if cell.Width(got) != c.w {
			t.Errorf("Ends(%q, %q, %d) = %q is %d wide", c.left, c.right, c.w, got, cell.Width(got))
		}
		if c.w > 9 && got != c.want {
			t.Errorf("Ends(%q, %q, %d) = %q, want %q", c.left, c.right, c.w, got, c.want)
		}
	}
}

// Whatever the text, a fitted line has exactly the columns it was given, to terminals
// of both ways of counting, also with our own characters around it.
func TestFitIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, w := cell.Text(rapid.String().Draw(t, "text")), rapid.IntRange(1, 60).Draw(t, "width")
		from := rapid.IntRange(0, 20).Draw(t, "from")
		for name, line := range map[string]string{"Fit": cell.Fit(s, w), "Slice": cell.Slice(s, from, w), "Head": cell.Head(s, w), "Ends": cell.Ends(s, s, w)} {
			framed := "|" + line + "|"
			if a, b := ansi.StringWidth(framed), ansi.StringWidthWc(framed); a != w+2 || b != w+2 {
				t.Fatalf("%s(%q, %d) = %q: %d and %d wide with its frame", name, s, w, line, a, b)
			}
		}
	})
}

func TestOver(t *testing.T) {
	back := []string{strings.Repeat("東", 5), "0123456789", "abcdefghij"}
	got := cell.Over(back, []string{"XX", "YY"}, 3, 0, 10)
	want := []string{"東 XX 東東 ", "012YY56789", "abcdefghij"}
	for i := range want {
		if cell.Width(got[i]) != 10 {
			t.Errorf("line %d is %d wide: %q", i, cell.Width(got[i]), got[i])
		}
		if i > 0 && got[i] != want[i] {
			t.Errorf("line %d is %q, want %q", i, got[i], want[i])
		}
	}
}

// Broken lines lose nothing and fit, and a break comes after a blank where it can.
func TestBreaks(t *testing.T) {
	if got := cell.Wrap("tools: Read, Edit, mcp__docs__search", 20); strings.Join(got, "|") != "tools: Read, Edit,|mcp__docs__search" {
		t.Errorf("got %q", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := cell.Text(rapid.String().Draw(t, "text"))
		first, rest := rapid.IntRange(2, 30).Draw(t, "first"), rapid.IntRange(2, 30).Draw(t, "rest")
		var all strings.Builder
		from, room := 0, first
		for _, to := range cell.Breaks(s, first, rest) {
			piece := cell.Part(s, from, to)
			if cell.Width(piece) > room {
				t.Fatalf("%q is wider than %d", piece, room)
			}
			all.WriteString(piece)
			from, room = to, rest
		}
		if all.String() != s {
			t.Fatalf("%q became %q", s, all.String())
		}
	})
}
