package pipeline

import (
	"slices"
	"strings"

	"toolgrant/model"
)

// tier is the weight class of a catalogued agent (spec/pipeline.md 2.5).
type tier string

const (
	light    tier = "light"
	standard tier = "standard"
	heavy    tier = "heavy"
)

// effortLevels are the values an effort setting may have, lowest first.
var effortLevels = [...]string{"minimal", "low", "medium", "high", "xhigh", "max", "inherit"}

func validEffort(s string) bool { return slices.Contains(effortLevels[:], s) }

// tierEffort is the level of a tier when no setting says otherwise.
func tierEffort(t tier) string {
	switch t {
	case light:
		return "low"
	case heavy:
		return "xhigh"
	}
	return "high"
}

// effort is the level of an agent: its own override, its tier, the default, high
// (spec/pipeline.md 2.3). Invalid values are as if they were absent.
func effort(e *model.Effort, stem string) string {
	stem = model.Family(stem)
	if e != nil && validEffort(e.AgentOverrides[stem]) {
		return e.AgentOverrides[stem]
	}
	if c, ok := catalogued(stem); ok {
		if e != nil && validEffort(e.RoutingTiers[string(c.tier)]) {
			return e.RoutingTiers[string(c.tier)]
		}
		return tierEffort(c.tier)
	}
	if e != nil && validEffort(e.Default) {
		return e.Default
	}
	return "high"
}

// entry is one catalogued agent: its tier, and the alias of each profile.
type entry struct {
	tier                      tier
	quality, balanced, budget string
}

// catalogueText is the catalogue of spec/pipeline.md 2.5, a line a kind: tier,
// aliases for quality, balanced and budget, then the agents without their "gsd-".
const catalogueText = `
heavy opus opus sonnet: planner eval-planner
heavy opus sonnet sonnet: roadmapper debugger assumptions-analyzer debug-session-manager framework-selector security-auditor user-profiler
standard opus sonnet sonnet: executor code-fixer code-reviewer
standard opus sonnet haiku: phase-researcher project-researcher ui-researcher doc-writer advisor-researcher ai-researcher doc-synthesizer domain-researcher eval-auditor
standard sonnet sonnet haiku: verifier
light sonnet sonnet haiku: research-synthesizer plan-checker integration-checker nyquist-auditor pattern-mapper ui-checker ui-auditor doc-verifier dom-verifier mempalace-curator
light sonnet haiku haiku: codebase-mapper doc-classifier
light opus sonnet haiku: intel-updater
`

// catalogued looks an agent up. The table is short, so it is read, not indexed.
func catalogued(stem string) (entry, bool) {
	short, ok := strings.CutPrefix(stem, "gsd-")
	if !ok {
		return entry{}, false
	}
	for line := range strings.Lines(catalogueText) {
		head, names, ok := strings.Cut(line, ":")
		if ok && slices.Contains(strings.Fields(names), short) {
			f := strings.Fields(head)
			return entry{tier(f[0]), f[1], f[2], f[3]}, true
		}
	}
	return entry{}, false
}

// alias is the model alias of a profile. An unknown profile is balanced.
func (e entry) alias(profile string) string {
	switch profile {
	case "quality":
		return e.quality
	case "budget":
		return e.budget
	case "adaptive":
		switch e.tier {
		case heavy:
			return "opus"
		case light:
			return "haiku"
		}
		return "sonnet"
	}
	return e.balanced
}
