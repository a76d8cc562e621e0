package config

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"toolgrant/model"
)

// put writes a file below a folder.
func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func tuning(t *testing.T, home, project string) (model.Tuning, []model.Note) {
	t.Helper()
	dir := t.TempDir()
	if home != "" {
		put(t, GlobalPath(filepath.Join(dir, "home")), home)
	}
	start := filepath.Join(dir, "p", ".claude")
	if project != "" {
		put(t, ProjectPath(filepath.Join(dir, "p")), project)
	}
	return Tuning(filepath.Join(dir, "home"), start)
}

func TestTuningLaysTheProjectOverTheHome(t *testing.T) {
	got, notes := tuning(t, `{
  "runtime": "kilo", "model_profile": "Quality", "model_policy": {"provider": "generic"},
  "model_overrides": {"a": "m1", "b": "m2"},
  "model_profile_overrides": {"kilo": {"opus": "big"}},
  "effort": {"default": "low", "agent_overrides": {"a": "max", "b": "low"}, "routing_tier_defaults": {"heavy": "max"}}
}`, `{
  "model_profile": "BUDGET", "model_policy": {"provider": "custom", "high": "h"},
  "model_overrides": {"b": "p2"},
  "effort": {"agent_overrides": {"b": "minimal"}}
}`)
	want := model.Tuning{
		ModelOverrides: map[string]any{"a": "m1", "b": "p2"},
		ModelProfile:   "budget", HasProject: true, ProfileInHome: true, Runtime: "kilo",
		ModelPolicy:  map[string]any{"provider": "custom", "high": "h"},
		ProfileTiers: map[string]any{"kilo": map[string]any{"opus": "big"}},
		Effort: &model.Effort{Default: "low", AgentOverrides: map[string]string{"a": "max", "b": "minimal"},
			RoutingTiers: map[string]string{"heavy": "max"}},
	}
	if !reflect.DeepEqual(got, want) || len(notes) > 0 {
		t.Errorf("got  %+v %+v %q\nwant %+v %+v", got, got.Effort, problems(notes), want, want.Effort)
	}
}

func TestTuningWithoutFiles(t *testing.T) {
	got, notes := tuning(t, "", "")
	if !reflect.DeepEqual(got, model.Tuning{ModelOverrides: map[string]any{}}) || len(notes) > 0 {
		t.Errorf("got %+v %q", got, problems(notes))
	}
}

func TestOddSettingsAreNotesAndNeverCrashes(t *testing.T) {
	got, notes := tuning(t, `{"runtime": ["x"], "model_profile": "quality", "model_policy": 5, "model_overrides": {"a": 7, "b": null, "c": ["m"]}, "effort": {"default": "ultra", "agent_overrides": {"a": "high"}, "routing_tier_defaults": "max"}}`,
		`{"model_profile": {}, "effort": {"agent_overrides": {"a": 3}}}`)
	if got.Runtime != "" || got.ModelProfile != "quality" || got.ModelPolicy != nil || got.Effort.Default != "" {
		t.Errorf("got %+v", got)
	}
	if _, ok := got.Effort.AgentOverrides["a"]; ok {
		t.Error("an odd value of the project must not bring the home's back")
	}
	var all []string
	for _, n := range notes {
		if n.Severity != model.Warning || n.Line != 1 {
			t.Errorf("got %+v", n)
		}
		all = append(all, n.Problem)
	}
	want := []string{
		`model_overrides > a is 7 where a model name is expected; it does not count`,
		`model_overrides > c is ["m"] where a model name is expected; it does not count`,
		`model_profile is {} where a text is expected; it does not count`,
		`runtime is ["x"] where a text is expected; it does not count`,
		`model_policy is 5 where an object is expected; it does not count`,
		`effort > agent_overrides > a is 3 where one of minimal, low, medium, high, xhigh, max, inherit is expected; it does not count`,
		`effort > routing_tier_defaults is "max" where an object is expected; it does not count`,
		`effort > default is "ultra" where one of minimal, low, medium, high, xhigh, max, inherit is expected; it does not count`,
	}
	if strings.Join(all, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(all, "\n"), strings.Join(want, "\n"))
	}
}

func TestBrokenSettingsCountAsAbsent(t *testing.T) {
	got, notes := tuning(t, `{"model_profile": `, `[]`)
	if got.ModelProfile != "" || got.HasProject || len(notes) != 2 || notes[0].Code != "settings-broken" || notes[1].Code != "settings-broken" {
		t.Errorf("got %+v %q", got, problems(notes))
	}
}

func TestAttribution(t *testing.T) {
	claude := AttributionSource{Files: []string{"settings.json"}, Key: []string{"attribution", "commit"}}
	open := AttributionSource{Files: []string{"opencode.jsonc", "opencode.json"}, Key: []string{"disable_ai_attribution"}, Boolean: true}
	for _, c := range []struct {
		name    string
		source  AttributionSource
		files   map[string]string
		want    model.Attribution
		problem string
	}{
		{"no file", claude, nil, model.Attribution{}, ""},
		{"no key", claude, map[string]string{"settings.json": `{"attribution": {}}`}, model.Attribution{}, ""},
		{"text", claude, map[string]string{"settings.json": "{ // me\n \"attribution\": {\"commit\": \"A $1\"},}"}, model.Attribution{Mode: model.ReplaceAttribution, Value: "A $1"}, ""},
		{"empty", claude, map[string]string{"settings.json": `{"attribution": {"commit": ""}}`}, model.Attribution{Mode: model.RemoveAttribution}, ""},
		{"null", claude, map[string]string{"settings.json": `{"attribution": {"commit": null}}`}, model.Attribution{Mode: model.RemoveAttribution}, ""},
		{"number", claude, map[string]string{"settings.json": `{"attribution": {"commit": 5}}`}, model.Attribution{}, "attribution > commit is 5 where a text or null is expected; it does not count"},
		{"no object on the way", claude, map[string]string{"settings.json": `{"attribution": "x"}`}, model.Attribution{}, ""},
		{"broken", claude, map[string]string{"settings.json": `{"attribution": `}, model.Attribution{}, "is not valid JSON: it ends too early; its settings do not count"},
		{"flag", open, map[string]string{"opencode.json": `{"disable_ai_attribution": true}`}, model.Attribution{Mode: model.RemoveAttribution}, ""},
		{"flag that is no boolean", open, map[string]string{"opencode.json": `{"disable_ai_attribution": "true"}`}, model.Attribution{}, ""},
		{"the first file counts alone", open, map[string]string{"opencode.json": `{"disable_ai_attribution": true}`, "opencode.jsonc": `{}`}, model.Attribution{}, ""},
		{"no source", AttributionSource{}, nil, model.Attribution{}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			home := t.TempDir()
			for name, content := range c.files {
				put(t, filepath.Join(home, name), content)
			}
			got, notes := Attribution(home, c.source)
			problem := ""
			for _, n := range notes {
				problem += n.Problem
			}
			if got != c.want || problem != c.problem {
				t.Errorf("got %+v, %q; want %+v, %q", got, problem, c.want, c.problem)
			}
		})
	}
}
