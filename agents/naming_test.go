package agents

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"toolgrant/model"
)

// The MN cases, as far as they are about a document and about which grants are
// accepted: the grants of their configuration, put into their agent.
func TestNamingCases(t *testing.T) {
	for _, c := range []struct {
		id      string
		refused int
		added   []string
		notes   []string
	}{
		{"MN01", 1, nil, nil},
		{"MN02", 0, []string{"mcp__my.docs__*"}, []string{"unusual-server"}},
		{"MN04", 0, []string{"mcp__docs__*"}, nil},
		{"MN06", 0, []string{"mcp__docs"}, []string{"not-applied", "not-applied"}},
		{"MN09", 0, []string{"mcp__" + strings.Repeat("x", 70) + "__" + strings.Repeat("y", 70)}, []string{"long-name"}},
		{"MN10", 14, []string{"Bash(git log:*)", "mcp__ok__fine", "Agent(worker)"}, nil},
	} {
		t.Run(c.id, func(t *testing.T) {
			accepted, refused := grantsOf(t, c.id)
			if refused != c.refused {
				t.Errorf("%d grants refused, want %d", refused, c.refused)
			}
			d := parseCase(t, c.id+"/agent.md")
			next, added, notes := AppendTools(d, accepted)
			if !slices.Equal(added, c.added) || !slices.Equal(codes(notes), c.notes) {
				t.Errorf("added %q with %q, want %q with %q", added, codes(notes), c.added, c.notes)
			}
			want := d.Text()
			if len(c.added) > 0 {
				want = strings.Replace(want, "Read, Grep", "Read, Grep, "+strings.Join(c.added, ", "), 1)
			}
			if next.Text() != want {
				t.Errorf("got\n%s\nwant\n%s", next.Text(), want)
			}
			if again := Parse("agent.md", "agent", next.Text()); again.Broken || !slices.Equal(again.Tools.Entries, next.Tools.Entries) {
				t.Errorf("the new text reads as %q, broken %v", again.Tools.Entries, again.Broken)
			}
		})
	}
}

// grantsOf reads the grants of a case and drops what no configuration may hold.
func grantsOf(t *testing.T, id string) (accepted []model.Grant, refused int) {
	t.Helper()
	var config struct {
		Tools map[string][]any `json:"agent_tools"`
	}
	if err := json.Unmarshal([]byte(readCase(t, id+"/gsd-defaults.json")), &config); err != nil {
		t.Fatal(err)
	}
	for _, v := range config.Tools[model.Everyone] {
		s, ok := v.(string)
		tool, err := model.AcceptGrant(s)
		if !ok || err != nil {
			refused++
			continue
		}
		accepted = append(accepted, model.Grant{Tool: tool, Selector: model.Everyone})
	}
	return accepted, refused
}

// A caller that did not check its grants cannot write a hostile one all the same.
func TestAppendChecksGrantsItself(t *testing.T) {
	d := parseCase(t, "MN10/agent.md")
	for _, tool := range []string{"", "a, b", "x\nmodel: opus", "#c", "tool:", " padded", "*", `"q"`} {
		next, added, notes := AppendTools(d, []model.Grant{{Tool: tool, Selector: "agent"}})
		if len(added) > 0 || next.Text() != d.Text() || !slices.Equal(codes(notes), []string{"not-applied"}) {
			t.Errorf("%q: added %q, notes %v", tool, added, notes)
		}
	}
}

// One entry that the form cannot hold does not keep the others out.
func TestAppendIsPerEntry(t *testing.T) {
	grants := []model.Grant{{Tool: "Bash(x: y)", Selector: "a"}, {Tool: "Grep", Selector: "a"}}
	for _, c := range []struct{ list, want, added string }{
		{"tools: Read\n", "tools: Read, Grep\n", "[Grep]"},
		{"tools: \"Read\"\n", "tools: \"Read, Bash(x: y), Grep\"\n", "[Bash(x: y) Grep]"},
		{"tools: [Read]\n", "tools: [Read, \"Bash(x: y)\", Grep]\n", "[Bash(x: y) Grep]"},
		{"tools:\n  - Read\n", "tools:\n  - Read\n  - \"Bash(x: y)\"\n  - \"Grep\"\n", "[Bash(x: y) Grep]"},
	} {
		d := Parse("a.md", "a", "---\n"+c.list+"---\n")
		next, added, notes := AppendTools(d, grants)
		if next.Header != c.want || fmt.Sprint(added) != c.added {
			t.Errorf("%q becomes %q, added %q, notes %v", c.list, next.Header, added, notes)
		}
	}
}
