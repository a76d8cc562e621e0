package pipeline_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"toolgrant/agents"
	"toolgrant/model"
	"toolgrant/pipeline"
	"toolgrant/pipeline/rewrite"
)

// A parity is how one of our artifacts stands to the reference's.
type parity struct {
	host, scope, set, file string
	ours, reference        string
	source                 model.Document
}

// setting is the configuration of one golden set, as the reference read it.
type setting struct {
	selection model.Selection
	tuning    func(row pipeline.Row, scope model.Scope) model.Tuning
}

// artifacts renders documents for one host without looking at any disk.
func artifacts(t testing.TB, row pipeline.Row, scope model.Scope, home, project string, docs []model.Document, s setting) map[string]string {
	t.Helper()
	around := pipeline.Surroundings{
		Home: home, Project: project,
		Env: func(string) string { return "" }, Exists: func(string) bool { return false },
	}
	dir := pipeline.ArtifactDir(row.Runtime, scope, around)
	if dir == "" {
		return nil
	}
	loaded, notes := pipeline.Load(docs)
	for _, n := range notes {
		t.Logf("load: %s", n)
	}
	target := &pipeline.Target{
		Row: &row, Scope: scope, Dir: dir, Documents: loaded,
		Place:    rewrite.Place{Home: home, Target: pipeline.TextTarget(row.Runtime, scope, around), Scope: scope, Absolute: row.AbsolutePaths},
		Commands: rewrite.KnownCommands(),
	}
	if s.tuning != nil {
		target.Tuning = s.tuning(row, scope)
	}
	p := pipeline.New(pipeline.Input{Targets: []*pipeline.Target{target}, Snapshot: nothing{}})
	plan, err := p.Plan(t.Context(), s.selection)
	if err != nil {
		t.Fatal(err)
	}
	root := home
	if scope == model.LocalScope {
		root = project
	}
	files := map[string]string{}
	for _, c := range plan.Changes {
		rel, err := filepath.Rel(root, c.Path)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.ToSlash(rel)] = string(c.After)
	}
	return files
}

// nothing is a snapshot of an empty disk.
type nothing struct{}

func (nothing) Read(string) ([]byte, bool, error)        { return nil, false, nil }
func (nothing) Own(string, []byte, bool) model.Ownership { return model.Vacant }
func (nothing) Owned() []model.Entry                     { return nil }

// readDocuments reads a folder of gsd sources.
func readDocuments(t testing.TB, dir string) []model.Document {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil || len(names) == 0 {
		t.Skipf("no agents in %s", dir)
	}
	slices.Sort(names)
	var docs []model.Document
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		d := agents.Parse(name, strings.TrimSuffix(filepath.Base(name), ".md"), string(data))
		d.Pack, d.Source = model.GSD, dir
		docs = append(docs, d)
	}
	return docs
}

// goldenSets are the settings of ../shared/golden/config (golden/README.md).
func goldenSets(t testing.TB, root string) map[string]setting {
	t.Helper()
	read := func(name string) map[string]any {
		data, err := os.ReadFile(filepath.Join(root, "config", name))
		if err != nil {
			t.Fatal(err)
		}
		var v map[string]any
		if err := json.Unmarshal(data, &v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	granted := model.Selection{Global: layer(read("granted.defaults.json")), Project: layer(read("granted.project.json"))}
	home, project := read("tuned.defaults.json"), read("tuned.project.json")
	tuned := func(row pipeline.Row, scope model.Scope) model.Tuning {
		over := map[string]any{}
		if scope == model.LocalScope {
			over = project // the project file is looked up from the target (spec 2.1)
		}
		t := model.Tuning{
			Runtime: row.ID, ModelProfile: "balanced", ProfileInHome: true, HasProject: scope == model.LocalScope,
			ModelOverrides: merge(home["model_overrides"], over["model_overrides"]),
			Effort:         effortOf(home["effort"], over["effort"]),
		}
		if p, ok := over["model_profile"].(string); ok {
			t.ModelProfile = p
		}
		switch row.ID {
		case "claude":
			t.Attribution = model.Attribution{Mode: model.ReplaceAttribution, Value: "Custom Author <custom@example.invalid> $1"}
		case "opencode", "kilo":
			t.Attribution = model.Attribution{Mode: model.RemoveAttribution}
		}
		return t
	}
	return map[string]setting{"plain": {}, "granted": {selection: granted}, "tuned": {tuning: tuned}}
}

func layer(v map[string]any) model.Layer {
	l := model.Layer{Tools: map[string][]string{}}
	for selector, list := range v["agent_tools"].(map[string]any) {
		l.Tools[selector] = []string{}
		items, _ := list.([]any)
		for _, item := range items {
			if s, ok := item.(string); ok {
				if tool, err := model.AcceptGrant(s); err == nil {
					l.Tools[selector] = append(l.Tools[selector], tool)
				}
			}
		}
	}
	return l
}

func merge(a, b any) map[string]any {
	m := map[string]any{}
	for _, v := range []any{a, b} {
		o, _ := v.(map[string]any)
		for k, x := range o {
			m[k] = x
		}
	}
	return m
}

func effortOf(a, b any) *model.Effort {
	e := &model.Effort{AgentOverrides: map[string]string{}, RoutingTiers: map[string]string{}}
	for _, v := range []any{a, b} {
		o, _ := v.(map[string]any)
		if s, ok := o["default"].(string); ok {
			e.Default = s
		}
		for k, x := range merge(o["agent_overrides"], nil) {
			e.AgentOverrides[k] = fmt.Sprint(x)
		}
		for k, x := range merge(o["routing_tier_defaults"], nil) {
			e.RoutingTiers[k] = fmt.Sprint(x)
		}
	}
	return e
}
