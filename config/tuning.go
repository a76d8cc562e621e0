package config

import (
	"maps"
	"slices"
	"strings"

	"toolgrant/model"
	"toolgrant/model/splice"
)

// Tuning reads gsd-core's own settings as they apply to one runtime: those of the
// home's defaults.json, overlaid by the project configuration nearest to the folder
// that the runtime is installed into (spec/pipeline.md 2.1 and 2.3). An empty
// projectStart means no project. A file that cannot be used counts as absent, as it
// does for gsd-core; what is odd is left out with a note.
//
// Attribution is not filled in: it is in the host's settings, see Attribution.
func Tuning(home, projectStart string) (model.Tuning, []model.Note) {
	m := merger{}
	m.home, m.notes = settingsOf(GlobalPath(home))
	if projectStart != "" {
		if path, ok := FindProject(projectStart, ProjectLevels); ok {
			project, notes := settingsOf(path)
			m.project, m.notes = project, append(m.notes, notes...)
		}
	}
	profile, set := m.home.get("model_profile")
	return model.Tuning{
		ModelOverrides: m.models(),
		ModelProfile:   strings.ToLower(m.text("model_profile")),
		HasProject:     m.project.doc != nil,
		ProfileInHome:  set && !profile.unset(),
		Runtime:        m.text("runtime"),
		ModelPolicy:    m.either("model_policy"),
		ProfileTiers:   m.either("model_profile_overrides"),
		Effort:         m.effort(),
	}, m.notes
}

// models is the merged model_overrides. A value that is no text is noted and handed
// on, because it hides the home's all the same.
func (m *merger) models() map[string]any {
	merged, _ := m.overlay("model_overrides")
	models := map[string]any{}
	for _, agent := range slices.Sorted(maps.Keys(merged)) {
		s := merged[agent]
		models[agent] = s.Any()
		if s.Kind() != splice.JSONString && !s.unset() {
			m.notes = append(m.notes, s.odd([]string{"model_overrides", agent}, "a model name"))
		}
	}
	return models
}

// effort is the merged effort object, one level deeper for its two inner objects;
// nil when neither file has one.
func (m *merger) effort() *model.Effort {
	merged, found := m.overlay("effort")
	if !found {
		return nil
	}
	e := &model.Effort{
		AgentOverrides: m.levels("effort", "agent_overrides"),
		RoutingTiers:   m.levels("effort", "routing_tier_defaults"),
	}
	if s, ok := merged["default"]; ok && m.isLevel(s, "effort", "default") {
		e.Default = s.Text()
	}
	return e
}

// levels are the valid levels of an inner object. They are checked after the merge:
// a slip in the project does not bring the home's level back.
func (m *merger) levels(path ...string) map[string]string {
	merged, _ := m.overlay(path...)
	levels := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(merged)) {
		if s := merged[name]; m.isLevel(s, append(path, name)...) {
			levels[name] = s.Text()
		}
	}
	return levels
}

// isLevel reports whether a value is an effort level (spec/pipeline.md 2.3), with a
// note when it is not.
func (m *merger) isLevel(s setting, path ...string) bool {
	levels := []string{"minimal", "low", "medium", "high", "xhigh", "max", "inherit"}
	if s.Kind() == splice.JSONString && slices.Contains(levels, s.Text()) {
		return true
	}
	m.notes = append(m.notes, s.odd(path, "one of "+strings.Join(levels, ", ")))
	return false
}
