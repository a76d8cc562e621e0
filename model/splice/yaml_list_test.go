package splice

import (
	"strings"
	"testing"

	"toolgrant/model"
)

// The edits by themselves. That they mean the right thing is for the one who reads
// them back; the forms are shown in full where documents are edited.
func TestAppendYAMLList(t *testing.T) {
	for _, c := range []struct {
		name, lines string
		form        model.ListForm
		want        string
	}{
		{"any key", "skills : a\n", model.InlineList, "skills : a, b\n"},
		{"quoted key with a colon", "\"a:b\": x\n", model.InlineList, "\"a:b\": x, b\n"},
		{"no line break", "tools: a", model.InlineList, "tools: a, b"},
		{"comment in between", "tools: # c\n  # d\n  a\n", model.InlineList, "tools: # c\n  # d\n  a, b\n"},
		{"escaped quote", "tools: \"a\\\"\"\n", model.QuotedList, "tools: \"a\\\", b\"\n"},
		{"doubled quote", "tools: 'it''s'\n", model.QuotedList, "tools: 'it''s, b'\n"},
		{"hash inside quotes", "tools: ['a # x'] # y\n", model.FlowList, "tools: ['a # x', 'b'] # y\n"},
		{"bracket inside quotes", "tools: [\"]\", 'a,']\n", model.FlowList, "tools: [\"]\", 'a,', 'b']\n"},
		{"comment inside an empty list", "tools: [ # none\n  ]\n", model.FlowList, "tools: [b # none\n  ]\n"},
		{"last item without a line break", "tools:\n  - a", model.BlockList, "tools:\n  - a\n  - \"b\""},
	} {
		t.Run(c.name, func(t *testing.T) {
			edits, err := AppendYAMLList(c.lines, c.form, []string{"b"})
			if err != nil {
				t.Fatal(err)
			}
			if got, err := Apply(c.lines, edits); err != nil || got != c.want {
				t.Errorf("got %q, %v, want %q", got, err, c.want)
			}
		})
	}
}

func TestListsThatCannotBeEdited(t *testing.T) {
	for _, c := range []struct {
		lines string
		form  model.ListForm
		why   string
	}{
		{"? tools\n: a\n", model.InlineList, "cannot be edited"},
		{"&k tools: a\n", model.InlineList, "cannot be edited"},
		{"tools\n", model.InlineList, "cannot be edited"},
		{"\"tools: a\n", model.InlineList, "cannot be edited"},
		{"tools: # c\n", model.InlineList, "no value"},
		{"tools: &a", model.InlineList, "no value"},
		{"tools: a\n", model.Absent, "cannot be edited"},
		{"tools: a\n", model.QuotedList, "does not close"},
		{"tools: \"a\n", model.QuotedList, "does not close"},
		{"tools: |\n", model.ScalarList, "no text"},
		{"tools: a\n", model.FlowList, "bracket"},
		{"tools: [a\n", model.FlowList, "does not close"},
		{"tools: ['a\n", model.FlowList, "does not close"},
		{"tools: [{a: b}]\n", model.FlowList, "more than names"},
		{"tools: [,]\n", model.FlowList, "no item"},
	} {
		if _, err := AppendYAMLList(c.lines, c.form, []string{"b"}); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%q as %s: %v, want %q", c.lines, c.form, err, c.why)
		}
	}
}

// An entry is written plain only where YAML reads it back as the same text.
func TestFlowScalars(t *testing.T) {
	for _, c := range []struct{ entry, want string }{
		{"mcp__a__*", "mcp__a__*"}, {"Bash(git log:*)", "Bash(git log:*)"}, {"a/b", "a/b"},
		{"Agent(a, b)", `"Agent(a, b)"`}, {"x: y", `"x: y"`}, {"true", `"true"`}, {"No", `"No"`}, {"7", `"7"`}, {"~", `"~"`},
		{`a\b`, `"a\\b"`}, {"文", `"文"`},
	} {
		got := flowScalar(c.entry, 0)
		if got != c.want {
			t.Errorf("%q is written %s, want %s", c.entry, got, c.want)
		}
		_, value, err := YAMLEntry("k: [" + got + "]\n")
		if err != nil || len(value.Content) != 1 || value.Content[0].Value != c.entry || value.Content[0].ShortTag() != "!!str" {
			t.Errorf("%s does not read back as %q: %v", got, c.entry, err)
		}
	}
}

func TestYAMLIsGuarded(t *testing.T) {
	for _, text := range []string{"\xff\xfea: b", "a: \xff", BOM + "a: b", "a: *b", "\ta: b"} {
		if n, err := YAML(text); err == nil {
			t.Errorf("%q reads as %v", text, n)
		}
	}
	for _, text := range []string{"", "# only\n"} {
		if n, err := YAML(text); err != nil || n != nil {
			t.Errorf("%q reads as %v, %v", text, n, err)
		}
	}
	for _, text := range []string{"", "a\n", "- a\n", "{a: b}\n", "a: b\nc: d\n"} {
		if _, _, err := YAMLEntry(text); err == nil {
			t.Errorf("%q is taken for one entry", text)
		}
	}
	for text, want := range map[string]int{"a\r\nb\n": -1, "a\rb": 1, "ab\r": 2, "x\u0085": 1, "é\u2028": 2, "\u2029": 0, "é€": -1} {
		if got := OddBreak(text); got != want {
			t.Errorf("OddBreak(%q) = %d, want %d", text, got, want)
		}
	}
	for text, want := range map[string]int{"a\n--- b\n": 1, "---\n": 0, "a\n---b\n ---\n": -1, "a\n...\r\n": 1, "....\n": -1} {
		if got := DocumentMark(text); got != want {
			t.Errorf("DocumentMark(%q) = %d, want %d", text, got, want)
		}
	}
}
