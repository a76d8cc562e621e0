package agents

import (
	"strconv"
	"strings"
	"testing"

	"toolgrant/model"
)

func itoa(n int) string { return strconv.Itoa(n) }

func parseCase(t *testing.T, file string) model.Document {
	t.Helper()
	return Parse(file, "agent", readCase(t, file))
}

// The words that a case asks for: names, decoded texts, and what the notes say.
func TestFieldCaseWords(t *testing.T) {
	for _, c := range []struct{ file, name, description string }{
		{"FM01/agent.md", "release-checker", "Checks releases: tags, notes and dates"},
		{"FM02/agent.md", "doc-keeper", `Use when docs drift from code.\n\n<example>\nContext: a flag was renamed\nuser: "update the docs"\nassistant: "I will run doc-keeper"\n</example>`},
		{"FM05/agent.md", "agent", ""},
		{"FM08/agent.md", "crlf-agent", "Saved on Windows"},
		{"FM10/agent.md", "bom-agent", "Saved by an old editor"},
		{"FM14/agent.md", "dashes", "First line\n---not-a-fence\n--- also not\n"},
		{"FM20/agent.md", "007", "Numeric name"},
		{"FM20/agent-no.md", "no", "Word name"},
		{"FM20/agent-date.md", "2024-01-01", "Date name"},
		{"FM20/agent-null.md", "agent", ""},
		{"FM24/agent.md", "folded", "Picks the right tools: hammer, saw for the job.\n"},
		{"FM26/agent.md", "agent", ""},
		{"FM31/agent.md", "C# Expert", "Knows one language"},
	} {
		t.Run(c.file, func(t *testing.T) {
			d := parseCase(t, c.file)
			if d.Name != c.name || d.Description != c.description {
				t.Errorf("name %q, description %q; want %q, %q", d.Name, d.Description, c.name, c.description)
			}
		})
	}
}

func TestFieldCaseNotes(t *testing.T) {
	for _, c := range []struct {
		file, code string
		words      []string
	}{
		{"FM01/agent.md", "invalid-yaml", []string{"OpenCode, Kilo, Auggie and CodeBuddy", "Gemini CLI"}},
		{"FM04/agent.md", "duplicate-tools", []string{"lines 7 and 10"}},
		{"FM05/agent.md", "lost-fence", []string{"closing fence is missing", "before line 4"}},
		{"FM07/agent.md", "no-header", []string{"first line", "indentation"}},
		{"FM18/agent.md", "duplicate-tools", []string{"lines 4 and 6"}},
		{"FM26/agent.md", "name-not-text", []string{"the name is not text"}},
		{"FM31/agent.md", "name-differs", []string{`"C# Expert"`, `"agent"`, "selectors match the file name"}},
		{"TL14/agent.md", "map-value", []string{"OpenCode"}},
		{"TL14/agent-true.md", "not-a-list", []string{"boolean (true)"}},
		{"TL14/agent-all.md", "not-a-list", []string{`"all"`}},
		{"TL17/agent.md", "space-separated", []string{`"Read Grep Glob"`, "3 tools"}},
	} {
		t.Run(c.file, func(t *testing.T) {
			d := parseCase(t, c.file)
			for _, n := range d.Notes {
				if n.Code != c.code {
					continue
				}
				for _, w := range c.words {
					if text := n.Problem + "; " + n.Hint; !strings.Contains(text, w) {
						t.Errorf("the note %q lacks %q", text, w)
					}
				}
				return
			}
			t.Errorf("no note %s in %v", c.code, d.Notes)
		})
	}
}

// Fields that the case says must be as good as absent, or known by their raw text.
func TestFieldCaseFields(t *testing.T) {
	color, _ := parseCase(t, "FM21/agent.md").Field("color")
	if color.Kind != model.NullField || color.Value != "" {
		t.Errorf("FM21: colour is %s %q, want null", color.Kind, color.Value)
	}
	denied := parseCase(t, "TL24/agent.md").Denied
	if len(denied) != 2 || denied[1] != "mcp__docs__*" {
		t.Errorf("TL24: denied is %q", denied)
	}
	broken := parseCase(t, "FM01/agent.md")
	if !broken.Broken || parseCase(t, "FM23/agent.md").Broken {
		t.Errorf("Broken does not say which header is no YAML")
	}
	if f, ok := broken.Field("model"); !ok || f.Value != "sonnet" || f.Line != 5 {
		t.Errorf("FM01: a field below the broken one is %+v", f)
	}
}

// TL11: the empty list takes a grant that names the agent, and says what that is.
func TestEmptyListNeedsANamedSelector(t *testing.T) {
	d := parseCase(t, "TL11/agent.md")
	named := []model.Grant{{Tool: "mcp__docs__*", Selector: "agent"}, {Tool: "Read", Selector: model.Everyone}}
	next, added, notes := AppendTools(d, named)
	if want := strings.Replace(d.Text(), "[]", "[mcp__docs__*]", 1); next.Text() != want || len(added) != 1 {
		t.Errorf("got %q, added %q", next.Text(), added)
	}
	if got := strings.Join(codes(notes), " "); got != "not-applied widening" {
		t.Errorf("notes are %q", got)
	}
}

// TL29: a list of forty names on one line is kept whole. MN05: a wildcard that is
// there already is kept as it is written.
func TestLongListsAndWildcardsStay(t *testing.T) {
	var names []string
	for i := range 40 {
		names = append(names, "mcp__server_with_a_long_name__tool_"+itoa(i))
	}
	line := "tools: Read, mcp__srv, mcp__srv__*, mcp__srv__get_*, " + strings.Join(names, ", ")
	d := Parse("x.md", "x", "---\n"+line+"\n---\n")
	next, added, _ := AppendTools(d, docs)
	if want := "---\n" + line + ", mcp__docs__*\n---\n"; next.Text() != want || len(added) != 1 || len(next.Tools.Entries) != 45 {
		t.Errorf("got %q", next.Text())
	}
}
