package pipeline

import (
	"fmt"
	"strings"

	"toolgrant/model"
)

// tierModels are the model ids of the aliases opus, sonnet and haiku as OpenCode and
// Kilo spell them, the only hosts whose files get a tier's model (spec/pipeline.md 2.5).
func tierModels() [3]string {
	return [3]string{"anthropic/claude-opus-4-8", "anthropic/claude-sonnet-5", "anthropic/claude-haiku-4-5"}
}

func aliasIndex(alias string) int {
	switch alias {
	case "opus":
		return 0
	case "haiku":
		return 2
	}
	return 1
}

// override is the model a person set for the agent, by name and then by stem. A
// value that is no text is a note and counts as absent, where the reference ends
// with a type error (spec/pipeline.md 11.2, G13).
func (j *Job) override(keys ...string) string {
	for _, key := range keys {
		v, ok := j.Target.Tuning.ModelOverrides[key]
		if !ok || v == nil || v == "" || v == false {
			continue
		}
		s, ok := v.(string)
		if !ok {
			j.note(model.Note{
				Severity: model.Warning, Code: "model-override",
				Problem: fmt.Sprintf("model_overrides %q is no text", key),
				Hint:    "write a model id in quotes; the agent gets the host's default model",
			})
			continue
		}
		return s
	}
	return ""
}

// model is what OpenCode and Kilo get in their model line: the override, else the
// model of the agent's tier. The tier's ids are those of the host being rendered,
// not of the first host ever installed (DECISIONS 5, fault G12).
func (j *Job) model() string {
	stem := model.Family(j.Source.Stem)
	if s := j.override(stem); s != "" {
		return s
	}
	t := j.Target.Tuning
	if t.Runtime == "" || !t.HasProject && !t.ProfileInHome {
		return ""
	}
	profile := strings.ToLower(t.ModelProfile)
	c, ok := catalogued(stem)
	if !ok || profile == "inherit" {
		return ""
	}
	alias := c.alias(profile)
	runtime := j.Row.ID
	if s := policyModel(t.ModelPolicy, runtime, alias); s != "" {
		return s
	}
	if tiers, ok := t.ProfileTiers[runtime].(map[string]any); ok {
		if s := modelOf(tiers[alias]); s != "" {
			return s
		}
	}
	return tierModels()[aliasIndex(alias)]
}

// policyModel asks a model_policy object: tiers per runtime first, then by provider
// (spec/pipeline.md 2.3).
func policyModel(policy map[string]any, runtime, alias string) string {
	if tiers, ok := policy["runtime_tiers"].(map[string]any); ok {
		if of, ok := tiers[runtime].(map[string]any); ok {
			if s := modelOf(of[alias]); s != "" {
				return s
			}
		}
	}
	switch policy["provider"] {
	case "generic", "custom":
		size := [3]string{"high", "medium", "low"}[aliasIndex(alias)]
		return modelOf(policy[size])
	}
	return ""
}

// modelOf reads a model id that is a text or an object with a model member.
func modelOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case map[string]any:
		s, _ := v["model"].(string)
		return s
	}
	return ""
}
