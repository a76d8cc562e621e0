package agents

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"toolgrant/model"
)

// docs is the grant that the cases give to every agent.
var docs = []model.Grant{{Tool: "mcp__docs__*", Selector: model.Everyone, Origin: model.Global}}

// A fieldCase is one input from the field: what its list means, what the grant
// makes of it, and what has to be said.
type fieldCase struct {
	file     string // below testdata/cases
	form     model.ListForm
	entries  []string
	old, new string   // the edit; both empty when the file must stay as it is
	read     []string // codes and lines of the notes of reading, name-differs left out
	added    []string // codes of the notes of granting
}

func frontmatterCases() []fieldCase {
	return []fieldCase{
		{"FM01/agent.md", model.InlineList, []string{"Read", "Grep"}, "tools: Read, Grep\n", "tools: Read, Grep, mcp__docs__*\n", []string{"invalid-yaml:3"}, nil},
		{"FM02/agent.md", model.InlineList, []string{"Read", "Edit"}, "tools: Read, Edit\n", "tools: Read, Edit, mcp__docs__*\n", []string{"invalid-yaml:3"}, nil},
		{"FM04/agent.md", model.Unreadable, nil, "", "", []string{"invalid-yaml:3", "duplicate-tools:10"}, []string{"not-applied"}},
		{"FM05/agent.md", model.Unreadable, nil, "", "", []string{"lost-fence:4"}, []string{"not-applied"}},
		{"FM07/agent.md", model.Absent, nil, "", "", []string{"no-header:2"}, []string{"not-applied"}},
		{"FM08/agent.md", model.InlineList, []string{"Read", "Grep"}, "tools: Read, Grep\r\n", "tools: Read, Grep, mcp__docs__*\r\n", nil, nil},
		{"FM10/agent.md", model.InlineList, []string{"Read"}, "tools: Read\n", "tools: Read, mcp__docs__*\n", nil, nil},
		{"FM11/agent.md", model.InlineList, []string{"Read"}, "tools: Read\n", "tools: Read, mcp__docs__*\n", nil, nil},
		{"FM13/agent.md", model.InlineList, []string{"Read"}, "tools: Read\n", "tools: Read, mcp__docs__*\n", nil, nil},
		{"FM13/agent-body.md", model.InlineList, []string{"Read"}, "tools: Read\n", "tools: Read, mcp__docs__*\n", nil, nil},
		{"FM14/agent.md", model.InlineList, []string{"Read"}, "tools: Read\n", "tools: Read, mcp__docs__*\n", nil, nil},
		{"FM17/agent.md", model.InlineList, []string{"Read", "Grep"}, "tools:\tRead, Grep\n", "tools:\tRead, Grep, mcp__docs__*\n", nil, nil},
		{"FM17/agent-tab-indent.md", model.Unreadable, nil, "", "", []string{"invalid-yaml:4", "tab-indentation:5"}, []string{"not-applied"}},
		{"FM18/agent.md", model.Unreadable, nil, "", "", []string{"duplicate-tools:6"}, []string{"not-applied"}},
		{"FM20/agent.md", model.InlineList, []string{"Read"}, "tools: Read\n", "tools: Read, mcp__docs__*\n", []string{"name-typed:2"}, nil},
		{"FM20/agent-no.md", model.InlineList, []string{"Read"}, "tools: Read\n", "tools: Read, mcp__docs__*\n", nil, nil},
		{"FM20/agent-date.md", model.InlineList, []string{"Read"}, "tools: Read\n", "tools: Read, mcp__docs__*\n", []string{"name-typed:2"}, nil},
		{"FM20/agent-null.md", model.InlineList, []string{"Read"}, "tools: Read\n", "tools: Read, mcp__docs__*\n", []string{"missing-name:2", "missing-description:3"}, nil},
		{"FM21/agent.md", model.InlineList, []string{"Read"}, "tools: Read\n", "tools: Read, mcp__docs__*\n", []string{"color-comment:4"}, nil},
		{"FM23/agent.md", model.InlineList, []string{"Read"}, "tools: Read # core only\n", "tools: Read, mcp__docs__* # core only\n", nil, nil},
		{"FM24/agent.md", model.InlineList, []string{"Read"}, "tools: Read\n", "tools: Read, mcp__docs__*\n", nil, nil},
		{"FM26/agent.md", model.Unreadable, nil, "", "", []string{"name-not-text:2", "description-not-text:3", "map-value:4"}, []string{"not-applied"}},
		{"FM28/agent.md", model.InlineList, []string{"Read", "Grep"}, `"tools": Read, Grep`, `"tools": Read, Grep, mcp__docs__*`, nil, nil},
		{"FM28/agent-space.md", model.InlineList, []string{"Read", "Grep"}, "tools : Read, Grep", "tools : Read, Grep, mcp__docs__*", nil, nil},
		{"FM31/agent.md", model.FlowList, []string{"edit", "search"}, "['edit', 'search']", "['edit', 'search', 'mcp__docs__*']", nil, nil},
	}
}

func listCases() []fieldCase {
	return []fieldCase{
		{"TL01/agent.md", model.FlowList, []string{"Read", "Grep", "Write"}, "[Read, Grep, Write]", "[Read, Grep, Write, mcp__docs__*]", nil, nil},
		{"TL01/agent-quoted.md", model.FlowList, []string{"Read", "Grep"}, `["Read", 'Grep']`, `["Read", 'Grep', 'mcp__docs__*']`, nil, nil},
		{"TL03/agent.md", model.FlowList, []string{"edit/editFiles", "web/fetch", "todos"}, `"todos" ]`, `"todos", "mcp__docs__*" ]`, nil, []string{"copilot-names"}},
		{"TL03/agent-multi.md", model.FlowList, []string{"edit", "search"}, "    'search'\n", "    'search',\n    'mcp__docs__*'\n", nil, nil},
		{"TL05/agent.md", model.BlockList, []string{"Read", "Grep"}, "- Grep\n", "- Grep\n- \"mcp__docs__*\"\n", nil, nil},
		{"TL06/agent.md", model.BlockList, []string{"Read", "Grep"}, "    - Grep\n", "    - Grep\n    - \"mcp__docs__*\"\n", nil, nil},
		{"TL08/agent.md", model.BlockList, []string{"Read"}, "  - Read\n", "  - Read\n  - \"mcp__docs__*\"\n", nil, nil},
		{"TL09/agent.md", model.InlineList, []string{"Read", "Grep"}, "Grep   # keep small", "Grep, mcp__docs__* # keep small", nil, nil},
		{"TL11/agent.md", model.FlowList, nil, "", "", nil, []string{"not-applied"}},
		{"TL12/agent.md", model.Absent, nil, "", "", nil, []string{"inherits"}},
		{"TL14/agent.md", model.Unreadable, nil, "", "", []string{"map-value:4"}, []string{"not-applied"}},
		{"TL14/agent-all.md", model.Unreadable, nil, "", "", []string{"not-a-list:4"}, []string{"not-applied"}},
		{"TL14/agent-flowmap.md", model.Unreadable, nil, "", "", []string{"map-value:4"}, []string{"not-applied"}},
		{"TL14/agent-true.md", model.Unreadable, nil, "", "", []string{"not-a-list:4"}, []string{"not-applied"}},
		{"TL15/agent.md", model.InlineList, []string{"Agent(scan:one, scan:two, fix)", "Read", "Workflow(scan:run)"}, "Workflow(scan:run)", "Workflow(scan:run), mcp__docs__*", nil, nil},
		{"TL17/agent.md", model.InlineList, []string{"Read Grep Glob"}, "Glob\n", "Glob, mcp__docs__*\n", []string{"space-separated:4"}, []string{"mixed-separators"}},
		{"TL18/agent.md", model.InlineList, []string{"Read", "Grep", "Glob"}, "Read,Grep ,  Glob,\n", "Read,Grep ,  Glob, mcp__docs__*\n", nil, nil},
		{"TL20/agent.md", model.ScalarList, []string{"Read", "Grep"}, "  Grep\n", "  Grep,\n  mcp__docs__*\n", nil, nil},
		{"TL20/agent-literal.md", model.ScalarList, []string{"Read", "Grep"}, "  Grep\n", "  Grep\n  mcp__docs__*\n", nil, nil},
		{"TL21/agent.md", model.InlineList, []string{"Read", "Bash", "Bash"}, "Bash\n", "Bash, mcp__docs__*\n", nil, nil},
		{"TL23/agent.md", model.InlineList, []string{"Read", "mcp__Docs__*"}, "mcp__Docs__*", "mcp__Docs__*, mcp__docs__*", nil, []string{"case-twin"}},
		{"TL24/agent.md", model.InlineList, []string{"Read"}, "tools: Read\n", "tools: Read, mcp__docs__*\n", nil, []string{"denied"}},
		{"TL26/agent.md", model.FlowList, []string{"edit/editFiles", "microsoft.docs.mcp/*", "Microsoft Docs"}, "'Microsoft Docs']", "'Microsoft Docs', 'mcp__docs__*']", []string{"missing-name:1", "space-separated:3"}, []string{"copilot-names"}},
		{"TL27/agent.md", model.BlockList, []string{"Read", "mcp__docs__*"}, "", "", nil, []string{"already-granted"}},
	}
}

func TestFieldCases(t *testing.T) {
	for _, c := range slices.Concat(frontmatterCases(), listCases()) {
		t.Run(c.file, func(t *testing.T) {
			src := readCase(t, c.file)
			d := Parse(c.file, strings.TrimSuffix(filepath.Base(c.file), ".md"), src)
			if d.Text() != src {
				t.Errorf("the document's text differs from the file")
			}
			if d.Tools.Form != c.form || !slices.Equal(d.Tools.Entries, c.entries) {
				t.Errorf("list is %s %q, want %s %q", d.Tools.Form, d.Tools.Entries, c.form, c.entries)
			}
			if got := positions(d.Notes); !slices.Equal(got, c.read) {
				t.Errorf("notes of reading are %q, want %q", got, c.read)
			}
			next, added, notes := AppendTools(d, docs)
			if got := codes(notes); !slices.Equal(got, c.added) {
				t.Errorf("notes of granting are %q, want %q", got, c.added)
			}
			want := src
			if c.old != "" {
				if strings.Count(src, c.old) != 1 {
					t.Fatalf("%q stands %d times in the file", c.old, strings.Count(src, c.old))
				}
				want = strings.Replace(src, c.old, c.new, 1)
			}
			if next.Text() != want {
				t.Errorf("after the grant:\n%s\nwant:\n%s", next.Text(), want)
			}
			if (len(added) == 1) != (c.old != "") {
				t.Errorf("added %q", added)
			}
			again, more, _ := AppendTools(next, docs)
			if len(more) > 0 || again.Text() != next.Text() {
				t.Errorf("a second grant changed the document again")
			}
		})
	}
}

func readCase(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "cases", filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// codes are the codes of notes, in order.
func codes(notes []model.Note) []string {
	var out []string
	for _, n := range notes {
		out = append(out, n.Code)
	}
	return out
}

// positions are the codes and lines of notes. That a case's name is not its file's
// is so in nearly all of them and has a test of its own.
func positions(notes []model.Note) []string {
	var out []string
	for _, n := range notes {
		if n.Code != "name-differs" {
			out = append(out, n.Code+":"+itoa(n.Line))
		}
	}
	return out
}
