package agents

import (
	"slices"
	"strings"
	"testing"

	"toolgrant/model"
)

// What has no safe reading is refused by line and reason, and stays as it is.
func TestRefusals(t *testing.T) {
	for _, c := range []struct{ name, text, code string }{
		{"no closing fence", "---\nname: x\ntools: Read\n", "unterminated-header:1"},
		{"only an opening fence", "---\n", "unterminated-header:1"},
		{"three dots", "---\nname: x\ntools: Read\n...\ntext\n---\n", "dotted-header:4"},
		{"three dots and no fence", "---\ntools: Read\n... \n", "dotted-header:3"},
		{"huge header", "---\nx: " + strings.Repeat("y", maxHeader) + "\ntools: Read\n---\n", "header-too-long:1"},
		{"many keys", "---\n" + strings.Repeat("a: b\n", maxKeys) + "tools: Read\n---\n", "too-many-keys:1"},
		{"many keys and no YAML", "---\nx: y: z\n" + strings.Repeat("a: b\n", maxKeys) + "tools: Read\n---\n", "too-many-keys:1"},
		{"two documents", "---\ntools: Read\n--- more\na: b\n---\n", "document-mark:3"},
		{"flow header", "---\n{name: x, tools: [Read]}\n---\n", "header-shape:2"},
		{"list header", "---\n- tools: Read\n---\n", "header-shape:2"},
		{"text header", "---\njust text\n---\n", "header-shape:2"},
		{"alias", "---\na: &x [Read]\ntools: *x\n---\n", "alias-value:3"},
		{"alias as an item", "---\na: &x Read\ntools: [*x]\n---\n", "item-not-text:3"},
		{"list repeated by an alias", "---\ntools: &x Read\ndisallowedTools: *x\n---\n", "shared-anchor:3"},
		{"item repeated by an alias", "---\ntools:\n  - &x Read\nother: [*x]\n---\n", "shared-anchor:4"},
		{"merge key", "---\n<<: {tools: [Write]}\nname: x\n---\n", "merge-key:2"},
		{"tag", "---\ntools: !!str Read\n---\n", "tagged-value:2"},
		{"tagged item", "---\ntools: [!!str Read]\n---\n", "item-not-text:2"},
		{"bare star", "---\ntools: *\n---\n", "bare-star:2"},
		{"null", "---\ntools: ~\n---\n", "empty-value:2"},
		{"nothing", "---\ntools:\nname: x\n---\n", "empty-value:2"},
		{"a comment only", "---\ntools: # later\nname: x\n---\n", "empty-value:2"},
		{"empty text", "---\ntools: ''\n---\n", "empty-value:2"},
		{"commas only", "---\ntools: \", ,\"\n---\n", "empty-value:2"},
		{"number", "---\ntools: 7\n---\n", "not-a-list:2"},
		{"date", "---\ntools: 2024-01-01\n---\n", "not-a-list:2"},
		{"the word all", "---\ntools: \"All\"\n---\n", "not-a-list:2"},
		{"item that is a map", "---\ntools:\n  - read: true\n---\n", "item-not-text:2"},
		{"item that is nothing", "---\ntools:\n  -\n  - Read\n---\n", "item-not-text:2"},
		{"item that is a number", "---\ntools: [1]\n---\n", "item-not-text:2"},
		{"item with a line break", "---\ntools: [\"Read\\nmodel: opus\"]\n---\n", "control-character:2"},
		{"entry with a control character", "---\ntools: \"Read, a\\x07b\"\n---\n", "control-character:2"},
		{"entry with a line separator", "---\ntools: \"a\\Lb\"\n---\n", "control-character:2"},
		{"open parenthesis", "---\ntools: Bash(git, Write\n---\n", "open-parenthesis:2"},
		{"dash on the line of the key", "---\ntools: - Read\n---\n", "invalid-list:2"},
		{"no blank after the colon", "---\ntools:Read\nx: y\n---\n", "invalid-list:2"},
		{"open bracket", "---\ntools: [Read\nname: x\n---\n", "invalid-list:2"},
		{"open quote", "---\ntools: \"Read\nname: x\n---\n", "invalid-list:2"},
		{"prose after the list", "---\ntools: Read\nand more\n---\n", "invalid-list:2"},
		{"invalid UTF-8 in the list", "---\nname: x\ntools: Re\xffad\n---\n", "invalid-list:3"},
		{"tab in front of the dash", "---\ntools:\n  - Read\n \t- Grep\n---\n", "tab-indentation:4"},
		{"carriage return alone", "---\nname: x\rtools: Write\ntools: Read\n---\n", "hidden-tools:3"},
		{"carriage return in the list", "---\ntools: Read\r  Write\n---\n", "odd-line-break:2"},
		{"line separator hides a key", "---\nname: x\u2028tools: Write\ntools: Read\n---\n", "hidden-tools:3"},
		{"key inside a quoted text", "---\nd: \"a\ntools: Read\nb\"\n---\n", "hidden-tools:3"},
		{"three keys", "---\ntools: Read\n\"tools\": Write\n'tools': Edit\n---\n", "duplicate-tools:3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := Parse("x.md", "x", c.text)
			if d.Tools.Form != model.Unreadable || d.Tools.Entries != nil {
				t.Errorf("the list is %s %q", d.Tools.Form, d.Tools.Entries)
			}
			if got := positions(d.Notes); !slices.Contains(got, c.code) {
				t.Errorf("notes are %q, want %s", got, c.code)
			}
			if n := slices.IndexFunc(d.Notes, func(n model.Note) bool { return n.Code+":"+itoa(n.Line) == c.code }); n >= 0 && d.Tools.Line == 0 {
				t.Errorf("the list has no line")
			}
			for _, n := range d.Notes {
				if n.Problem == "" || n.File != "x.md" || n.Agent != "x" {
					t.Errorf("incomplete note %+v", n)
				}
			}
			next, added, notes := AppendTools(d, docs)
			if next.Text() != c.text || len(added) > 0 || len(notes) != 1 || notes[0].Code != "not-applied" {
				t.Errorf("granted: %q, %v, %q", added, notes, next.Text())
			}
		})
	}
}

// What looks odd and is no reason to refuse.
func TestOddHeaders(t *testing.T) {
	for _, c := range []struct {
		name, text string
		form       model.ListForm
		entries    []string
		notes      []string
	}{
		{"empty header", "---\n---\n", model.Absent, nil, []string{"missing-name:1", "missing-description:1"}},
		{"empty file", "", model.Absent, nil, []string{"no-header:1"}},
		{"byte order mark alone", "\ufeff", model.Absent, nil, []string{"no-header:1"}},
		{"two byte order marks", "\ufeff\ufeff---\ntools: Read\n---\n", model.Absent, nil, []string{"no-header:1"}},
		{"text after the fence", "--- x\ntools: Read\n---\n", model.Absent, nil, []string{"no-header:1"}},
		{"blanks after the fence", "---\t \nname: x\ndescription: y\ntools: Read\n---\t", model.InlineList, []string{"Read"}, nil},
		{"tools in another case", "---\nname: x\ndescription: y\nTools: Read\n---\n", model.Absent, nil, []string{"key-case:4"}},
		{"duplicate of another key", "---\nname: x\ndescription: y\nmodel: a\nmodel: b\ntools: Read\n---\n", model.InlineList, []string{"Read"}, []string{"duplicate-key:5"}},
		{"quoted star", "---\nname: x\ndescription: y\ntools: \"*\"\n---\n", model.QuotedList, []string{"*"}, nil},
		{"byte order mark inside", "---\n\ufeffname: x\ntools: Read\n---\n", model.InlineList, []string{"Read"}, []string{"invalid-yaml:2", "missing-name:1", "missing-description:1"}},
		{"invalid UTF-8 elsewhere", "---\nname: x\ndescription: \xff\ntools: Read\n---\n", model.InlineList, []string{"Read"}, []string{"invalid-yaml:3"}},
		{"line separator elsewhere", "---\nname: x\ndescription: a\u2028b\ntools: Read\n---\n", model.InlineList, []string{"Read"}, []string{"odd-line-break:3"}},
		{"quotes in an inline list", "---\nname: x\ndescription: y\ntools: Read, \"\\x6dcp__docs__*\", 'a, b'\n---\n", model.InlineList, []string{"Read", "mcp__docs__*", "a, b"}, []string{"space-separated:4"}},
		{"an apostrophe hides nothing", "---\nname: x\ndescription: y\ntools: it's, Write, that's\n---\n", model.InlineList, []string{"it's", "Write", "that's"}, nil},
		{"a torn entry", "---\nname: x\ndescription: y\ntools: [Agent(a, b), Read]\n---\n", model.FlowList, []string{"Agent(a", "b)", "Read"}, []string{"torn-entry:4", "torn-entry:4"}},
		{"name with a line break", "---\nname: \"a\\nb\"\ndescription: y\ntools: Read\n---\n", model.InlineList, []string{"Read"}, []string{"name-not-text:2"}},
		{"denied as a map", "---\nname: x\ndescription: y\ntools: Read\ndisallowedTools: {a: b}\n---\n", model.InlineList, []string{"Read"}, []string{"denied-unreadable:5"}},
		{"comments in front of a heading-like line", "---\nname: x\ndescription: a: b\n# hooks:\n#   - x\ntools: Read\n---\n", model.InlineList, []string{"Read"}, []string{"invalid-yaml:3"}},
		{"examples at the margin", "---\nname: x\ndescription: Use: so\n\n<example>\nuser: \"hi\"\nassistant: \"ho\"\n</example>\ntools: Read\n---\n", model.InlineList, []string{"Read"}, []string{"invalid-yaml:3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := Parse("x.md", "x", c.text)
			if d.Text() != c.text {
				t.Errorf("the text is %q", d.Text())
			}
			if d.Tools.Form != c.form || !slices.Equal(d.Tools.Entries, c.entries) {
				t.Errorf("the list is %s %q, want %s %q", d.Tools.Form, d.Tools.Entries, c.form, c.entries)
			}
			if got := positions(d.Notes); !slices.Equal(got, c.notes) {
				t.Errorf("notes are %q, want %q", got, c.notes)
			}
			if d.Name != "x" {
				t.Errorf("the name is %q", d.Name)
			}
		})
	}
}

// A description over unindented lines is one text, whatever its lines look like.
func TestRecoveredDescription(t *testing.T) {
	d := Parse("x.md", "x", "---\nname: x\ndescription: Use: so\n\n<example>\nuser: \"hi\"\n</example>\n# kept\ntools: Read\n---\n")
	if want := "Use: so\n\n<example>\nuser: \"hi\"\n</example>"; d.Description != want {
		t.Errorf("the description is %q, want %q", d.Description, want)
	}
	if _, ok := d.Field("user"); ok {
		t.Errorf("a line of the description was taken for a key")
	}
}

// Deny lists are read in every form, and of every key of that name.
func TestDenied(t *testing.T) {
	for _, c := range []struct{ header, want string }{
		{"disallowedTools: Write, Bash(a, b)\n", "Write|Bash(a, b)"},
		{"disallowedTools: [Write, Edit]\n", "Write|Edit"},
		{"disallowedTools:\n  - Write\n", "Write"},
		{"a: &x [Write]\ndisallowedTools: *x\n", "Write"},
		{"disallowedTools: Write\ndisallowedTools: Edit\n", "Write|Edit"},
		{"disallowedTools: []\n", ""},
		{"disallowedTools:\n", ""},
	} {
		if got := strings.Join(Parse("x.md", "x", "---\n"+c.header+"---\n").Denied, "|"); got != c.want {
			t.Errorf("%q denies %q, want %q", c.header, got, c.want)
		}
	}
}
