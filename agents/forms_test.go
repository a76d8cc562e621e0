package agents

import (
	"slices"
	"strings"
	"testing"

	"toolgrant/model"
)

// Every form in which people write a list, and what it looks like with two more
// tools. Where the reference edits a form rightly, these are its bytes.
func TestAppendKeepsTheForm(t *testing.T) {
	grants := []model.Grant{{Tool: "mcp__a__*", Selector: "x"}, {Tool: "Bash(git log:*)", Selector: "x"}}
	for _, c := range []struct{ name, list, want string }{
		{"inline", "tools: Read, Grep\n", "tools: Read, Grep, mcp__a__*, Bash(git log:*)\n"},
		{"one word", "tools: Read\n", "tools: Read, mcp__a__*, Bash(git log:*)\n"},
		{"spaces after the colon", "tools:   Read\n", "tools: Read, mcp__a__*, Bash(git log:*)\n"},
		{"spaces at the end", "tools: Read  \n", "tools: Read, mcp__a__*, Bash(git log:*)\n"},
		{"tab before a comment", "tools: Read \t# why\n", "tools: Read, mcp__a__*, Bash(git log:*)\t# why\n"},
		{"hash in a name", "tools: Read,#x\n", "tools: Read,#x, mcp__a__*, Bash(git log:*)\n"},
		{"double comma", "tools: Read,,\n", "tools: Read,, mcp__a__*, Bash(git log:*)\n"},
		{"on the next line", "tools:\n  Read, Grep\n", "tools:\n  Read, Grep, mcp__a__*, Bash(git log:*)\n"},
		{"wrapped", "tools: Read,\n  Grep,\n  Glob # end\nmodel: x\n", "tools: Read,\n  Grep,\n  Glob, mcp__a__*, Bash(git log:*) # end\nmodel: x\n"},
		{"anchor", "tools: &t Read\n", "tools: &t Read, mcp__a__*, Bash(git log:*)\n"},
		{"crlf", "tools: Read\r\nmodel: x\r\n", "tools: Read, mcp__a__*, Bash(git log:*)\r\nmodel: x\r\n"},
		{"double quotes", `tools: "Read, \"Grep\" "` + "\n", `tools: "Read, \"Grep\", mcp__a__*, Bash(git log:*) "` + "\n"},
		{"single quotes", "tools: 'Read' # why\n", "tools: 'Read, mcp__a__*, Bash(git log:*)' # why\n"},
		{"quotes over two lines", "tools: \"Read,\n  Grep\"\n", "tools: \"Read,\n  Grep, mcp__a__*, Bash(git log:*)\"\n"},
		{"folded on one line", "tools: >-\n  Read, Grep\n", "tools: >-\n  Read, Grep, mcp__a__*, Bash(git log:*)\n"},
		{"folded, a line each", "tools: >\n  Read,\n  Grep,\n# c\nmodel: x\n", "tools: >\n  Read,\n  Grep,\n  mcp__a__*,\n  Bash(git log:*)\n# c\nmodel: x\n"},
		{"literal, a line each", "tools: | # c\n    Read\n    Grep\n\nmodel: x\n", "tools: | # c\n    Read\n    Grep\n    mcp__a__*\n    Bash(git log:*)\n\nmodel: x\n"},
		{"block", "tools:\n  - Read\n", "tools:\n  - Read\n  - \"mcp__a__*\"\n  - \"Bash(git log:*)\"\n"},
		{"block at the margin", "tools:\n- Read\nmodel: x\n", "tools:\n- Read\n- \"mcp__a__*\"\n- \"Bash(git log:*)\"\nmodel: x\n"},
		{"block with crlf", "tools:\r\n  - Read\r\n", "tools:\r\n  - Read\r\n  - \"mcp__a__*\"\r\n  - \"Bash(git log:*)\"\r\n"},
		{"block with comments and blanks", "tools: # top\n  # a\n  - Read # r\n\n  # b\n  -   'Grep'\n  # c\n# d\nmodel: x\n",
			"tools: # top\n  # a\n  - Read # r\n\n  # b\n  -   'Grep'\n  - \"mcp__a__*\"\n  - \"Bash(git log:*)\"\n  # c\n# d\nmodel: x\n"},
		{"block with an item over two lines", "tools:\n  - \"Agent(a,\n    b)\"\n", "tools:\n  - \"Agent(a,\n    b)\"\n  - \"mcp__a__*\"\n  - \"Bash(git log:*)\"\n"},
		{"block with an anchor", "tools: &t\n  - &r Read\n", "tools: &t\n  - &r Read\n  - \"mcp__a__*\"\n  - \"Bash(git log:*)\"\n"},
		{"flow", "tools: [Read, Grep]\n", "tools: [Read, Grep, mcp__a__*, Bash(git log:*)]\n"},
		{"flow without spaces", "tools: [Read,Grep] # c\n", "tools: [Read,Grep,mcp__a__*,Bash(git log:*)] # c\n"},
		{"flow with spaces inside", "tools: [ Read ]\n", "tools: [ Read, mcp__a__*, Bash(git log:*) ]\n"},
		{"flow with a trailing comma", "tools: [Read, Grep, ]\n", "tools: [Read, Grep, mcp__a__*, Bash(git log:*), ]\n"},
		{"flow in quotes", "tools: ['Read', \"Grep\"]\n", "tools: ['Read', \"Grep\", \"mcp__a__*\", \"Bash(git log:*)\"]\n"},
		{"empty flow", "tools: []\n", "tools: [mcp__a__*, Bash(git log:*)]\n"},
		{"empty flow with a space", "tools: [ ]\n", "tools: [ mcp__a__*, Bash(git log:*) ]\n"},
		{"flow over lines", "tools: [\n  Read,\n  Grep # g\n]\n", "tools: [\n  Read,\n  Grep, # g\n  mcp__a__*,\n  Bash(git log:*)\n]\n"},
		{"flow over lines, trailing comma", "tools:\n  [\n    Read,\n    Grep, # g\n  ]\n", "tools:\n  [\n    Read,\n    Grep, # g\n    mcp__a__*,\n    Bash(git log:*),\n  ]\n"},
		{"flow over lines, several a line", "tools: [Read,\n  Grep, Glob\n  ]\n", "tools: [Read,\n  Grep, Glob, mcp__a__*, Bash(git log:*)\n  ]\n"},
		{"flow over lines, bracket on the last", "tools: [\n  Read,\n  Grep]\n", "tools: [\n  Read,\n  Grep, mcp__a__*, Bash(git log:*)]\n"},
		{"flow, comma first", "tools: [\n    Read\n  , Grep\n  ]\n", "tools: [\n    Read\n  , Grep, mcp__a__*, Bash(git log:*)\n  ]\n"},
		{"indented header", "  name: x\n  tools: Read\n", "  name: x\n  tools: Read, mcp__a__*, Bash(git log:*)\n"},
		{"key in single quotes", "'tools' : [Read]\n", "'tools' : [Read, mcp__a__*, Bash(git log:*)]\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "---\ndescription: x\n---\nbody: tools: Read"
			if !strings.HasPrefix(c.list, " ") {
				text = "---\ndescription: x\n" + c.list + "---\nbody\ntools: Read"
			} else {
				text = "---\n" + c.list + "---\nbody\ntools: Read"
			}
			d := Parse("x.md", "x", text)
			next, added, notes := AppendTools(d, grants)
			if want := strings.Replace(text, c.list, c.want, 1); next.Text() != want {
				t.Errorf("got\n%s\nwant\n%s\nnotes %v %v", next.Text(), want, d.Notes, notes)
			}
			if len(added) != 2 {
				t.Errorf("added %q", added)
			}
			sameReading(t, next)
		})
	}
}

// sameReading checks that an edited document is what reading its text gives, line
// numbers aside.
func sameReading(t *testing.T, d model.Document) {
	t.Helper()
	again := Parse(d.Path, d.Stem, d.Text())
	if again.Parts != d.Parts || again.Tools.Form != d.Tools.Form || !slices.Equal(again.Tools.Entries, d.Tools.Entries) {
		t.Errorf("reading the new text gives %s %q, want %s %q", again.Tools.Form, again.Tools.Entries, d.Tools.Form, d.Tools.Entries)
	}
	if len(again.Fields) != len(d.Fields) {
		t.Fatalf("reading the new text gives %d fields, want %d", len(again.Fields), len(d.Fields))
	}
	for i, f := range again.Fields {
		f.Line = d.Fields[i].Line
		if f != d.Fields[i] {
			t.Errorf("reading the new text gives the field %+v, want %+v", f, d.Fields[i])
		}
	}
}
