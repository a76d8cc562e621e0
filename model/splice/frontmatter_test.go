package splice

import (
	"strings"
	"testing"
)

func TestFrontmatter(t *testing.T) {
	for _, c := range []struct {
		name, text         string
		fence              Fence
		line               int
		open, header, shut string
	}{
		{"plain", "---\na: b\n---\ntext", Fenced, 1, "---\n", "a: b\n", "---\n"},
		{"byte order mark", BOM + "---\na: b\n---\n", Fenced, 1, "---\n", "a: b\n", "---\n"},
		{"carriage returns", "---\r\na: b\r\n---\r\nx", Fenced, 1, "---\r\n", "a: b\r\n", "---\r\n"},
		{"blanks", "--- \t\na\n---  \nx\n---\n", Fenced, 1, "--- \t\n", "a\n", "---  \n"},
		{"no line break at the end", "---\na: b\n---", Fenced, 1, "---\n", "a: b\n", "---"},
		{"empty header", "---\n---\n", Fenced, 1, "---\n", "", "---\n"},
		{"dashes with text", "---\na: |\n  ---\n ---\n---x\n----\n---\n", Fenced, 1, "---\n", "a: |\n  ---\n ---\n---x\n----\n", "---\n"},
		{"dots with text", "---\n...x\n ...\n---\n", Fenced, 1, "---\n", "...x\n ...\n", "---\n"},
		{"no fence", "text\n---\na\n---\n", Unfenced, 1, "", "", ""},
		{"indented fence", " ---\na\n---\n", Unfenced, 1, "", "", ""},
		{"four dashes", "----\na\n---\n", Unfenced, 1, "", "", ""},
		{"fence alone", "---", Unfenced, 1, "", "", ""},
		{"empty", "", Unfenced, 1, "", "", ""},
		{"no closing fence", "---\na: b\n", Unterminated, 1, "", "", ""},
		{"dots", "---\na: b\n... \n---\n", Dotted, 3, "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, fence, line := Frontmatter(c.text)
			if fence != c.fence || line != c.line || p.Open != c.open || p.Header != c.header || p.Close != c.shut {
				t.Errorf("got %s on line %d, %+v", fence, line, p)
			}
			if p.Text() != c.text {
				t.Errorf("the parts make %q", p.Text())
			}
		})
	}
}

func FuzzFrontmatter(f *testing.F) {
	for _, s := range []string{"---\na: b\n---\nx", BOM + "---\r\n---", "---\n...\n", "--- \n---x\n---\t\r\n", "\n---\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, fence, line := Frontmatter(text)
		if p.Text() != text {
			t.Fatalf("the parts make %q", p.Text())
		}
		if p.Fenced() != (fence == Fenced) || line < 1 {
			t.Fatalf("%s on line %d with %+v", fence, line, p)
		}
		if fence != Fenced {
			return
		}
		for l := range strings.Lines(p.Header) {
			if wholeLine(l, "---") || wholeLine(l, "...") {
				t.Fatalf("the header holds the fence %q", l)
			}
		}
		if p.Header != "" && !strings.HasSuffix(p.Header, "\n") {
			t.Fatalf("the header ends in the middle of a line: %q", p.Header)
		}
	})
}
