package agents

import (
	"slices"
	"testing"

	"toolgrant/model"
)

// A restriction that a broken header hides is no absence of one.
func TestAKeyThatABrokenHeaderHides(t *testing.T) {
	for _, c := range []struct {
		name, header string
		line         int
	}{
		{"indented", "description: a: b\n tools: Read\n", 4},
		{"indented with a tab", "description: a\n\ttools: Read\n", 4},
		{"after a hard space", "description: a: b\n\u00a0tools: Read\n", 4},
		{"in quotes", "description: a: b\n  'tools' : Read\n", 4},
		{"in escapes", "description: a: b\n\"\\x74ools\": Read\n", 4},
		{"behind a question mark", "description: a: b\n? tools\n: Read\n", 4},
		{"behind a question mark, with a colon", "description: a: b\n? tools : Read\n", 4},
		{"another word", "description: a: b\n toolset: Read\n tools, too\n \"tools of\": x\n", 0},
		{"valid, and below another key", "metadata:\n  tools: Read\n", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := Parse("x.md", "x", "---\nname: x\n"+c.header+"---\ntext\n")
			want := model.Absent
			if c.line > 0 {
				want = model.Unreadable
			}
			if d.Tools.Form != want || d.Tools.Line != c.line {
				t.Errorf("the list is %s on line %d, want %s on line %d", d.Tools.Form, d.Tools.Line, want, c.line)
			}
		})
	}
	d := Parse("x.md", "x", "---\nname: x\ndescription: a: b\n disallowedTools: Write\n---\n")
	if !slices.ContainsFunc(d.Notes, func(n model.Note) bool { return n.Code == "denied-unreadable" && n.Line == 4 }) {
		t.Errorf("a hidden deny list was not told: %v", d.Notes)
	}
}
