package config

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"toolgrant/model"
)

func loadCase(t *testing.T, name string, o model.Origin) (File, []model.Note, error) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "cases", name))
	if err != nil {
		t.Fatal(err)
	}
	return Load(write(t, string(data)), o)
}

// Wrong types in the project narrow: the global grants they stand for stay away.
func TestCF11(t *testing.T) {
	global, _, err := loadCase(t, "CF11/gsd-defaults.json", model.Global)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file string
		want []string
		note string
	}{
		{"planning-config.json", []string{"mcp__global__all"}, `"x" in agent_tools is a string where a list is expected; nothing is granted by it`},
		{"planning-config-array.json", nil, "agent_tools is an array where an object is expected; no tool is granted"},
		{"planning-config-null.json", nil, "agent_tools is null where an object is expected; no tool is granted"},
	} {
		t.Run(c.file, func(t *testing.T) {
			project, notes, err := loadCase(t, "CF11/"+c.file, model.Project)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, g := range (model.Selection{Global: global.Layer, Project: project.Layer}).Grants("x") {
				got = append(got, g.Tool)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if len(notes) != 1 || notes[0].Problem != c.note {
				t.Errorf("got %q, want %q", problems(notes), c.note)
			}
		})
	}
	t.Run("broken", func(t *testing.T) {
		_, _, err := loadCase(t, "CF11/planning-config-broken.json", model.Project)
		if err == nil || !strings.Contains(err.Error(), ":1:18: is not valid JSON: it ends too early") {
			t.Errorf("got %v", err)
		}
	})
}

// Selectors are names and nothing else.
func TestCF17(t *testing.T) {
	f, notes, err := loadCase(t, "CF17/gsd-defaults.json", model.Global)
	if err != nil || len(notes) > 0 {
		t.Fatal(err, problems(notes))
	}
	sel := model.Selection{Global: f.Layer}
	if got, want := sel.Selectors(), []string{"", "../worker", "Worker", "__proto__", "gone", "worker"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := sel.Grants("worker"); len(got) != 1 || got[0].Tool != "mcp__ok__ok" {
		t.Errorf("worker gets its own grant alone: %v", got)
	}
	var got []string
	for _, n := range Unknown(f, []string{"worker", "planner"}) {
		got = append(got, n.String()[len(f.Path)+1:]+" | "+n.Hint)
	}
	want := []string{
		`1: no agent is called ""; what it is granted goes nowhere | `,
		`1: no agent is called "../worker"; what it is granted goes nowhere | did you mean worker?`,
		`1: no agent is called "Worker"; what it is granted goes nowhere | did you mean worker?`,
		`1: no agent is called "__proto__"; what it is granted goes nowhere | `,
		`1: no agent is called "gone"; what it is granted goes nowhere | `,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A wildcard reaches stems with dots and stems that differ by case alike.
func TestIN10(t *testing.T) {
	f, notes, err := loadCase(t, "IN10/gsd-defaults.json", model.Global)
	if err != nil || len(notes) > 0 {
		t.Fatal(err, problems(notes))
	}
	sel := model.Selection{Global: f.Layer}
	for _, stem := range []string{"Reviewer", "reviewer", "dotnet-4.8-expert"} {
		if got := sel.Grants(stem); len(got) != 1 || got[0].Tool != "mcp__docs__*" || got[0].Selector != model.Everyone {
			t.Errorf("%s: got %v", stem, got)
		}
	}
}

func TestNear(t *testing.T) {
	names := []string{"gsd-planner", "gsd-plan-checker", "gsd-executor", "x"}
	for word, want := range map[string][]string{
		"gsd-planer":             {"gsd-planner"},
		"agents/gsd-executor.md": {"gsd-executor"},
		"GSD-EXECUTOR":           {"gsd-executor"},
		"nothing like it":        nil,
		"":                       nil,
		strings.Repeat("x", 500): nil,
	} {
		if got := Near(word, names); !slices.Equal(got, want) {
			t.Errorf("%.20q: got %q, want %q", word, got, want)
		}
	}
}

// Homes have blanks and apostrophes in their names.
func TestIN03(t *testing.T) {
	home := filepath.Join(folder(t), "First Last's")
	put(t, GlobalPath(home), `{"agent_tools":{"sp":["Read"]}}`)
	put(t, ProjectPath(home), `{"agent_tools":{"sp":[]}}`)
	f, notes, err := Load(GlobalPath(home), model.Global)
	if err != nil || len(notes) > 0 || f.Target != GlobalPath(home) || len(f.Layer.Tools["sp"]) != 1 {
		t.Errorf("got %+v, %q, %v", f, problems(notes), err)
	}
	if path, ok := FindProject(filepath.Join(home, "a b"), ProjectLevels); !ok || path != ProjectPath(home) {
		t.Errorf("got %q", path)
	}
}

// Law 10: without our keys a file decides nothing, and an edit of nothing is none.
func TestAbsentKeysDecideNothing(t *testing.T) {
	for _, content := range []string{`{}`, `{"runtime": "codex", "agent_toolz": {"*": ["Write"]}}`} {
		f, notes := load(t, content, model.Global)
		if !reflect.DeepEqual(f.Layer, model.Layer{}) || len(notes) > 0 {
			t.Errorf("%s: got %+v, %q", content, f.Layer, problems(notes))
		}
		if got := edit(t, f, f.Layer); got != content {
			t.Errorf("%s became %s", content, got)
		}
	}
}
