package rewrite

import (
	"slices"
	"strings"
)

// Commands turns "gsd:name" into "gsd-name" for the commands that exist, which is how
// Claude Code, Qwen Code and Hermes spell an installed command. A name counts only as
// a whole, so "gsd:plan" is not "gsd:plan-phase". Source: spec/pipeline.md 9, step 6.
func Commands(names []string) Pass {
	known := make(map[string]bool, len(names))
	for _, n := range names {
		known[n] = true
	}
	const colon = "gsd:"
	return Pass{{At: colon, Cases: []Case{{
		Left: notAfter(name),
		Take: run(name),
		Edit: func(match string) (string, bool) {
			command := match[len(colon):]
			return "gsd-" + command, known[command]
		},
	}}}}
}

// KnownCommands are the commands of gsd-core 1.14.0, for a source that has no
// commands folder beside it.
func KnownCommands() []string {
	return slices.Collect(strings.FieldsSeq(`
		add-tests ai-integration-phase audit-fix audit-milestone audit-uat autonomous
		capture cleanup code-review complete-milestone config debug discuss-phase
		docs-update eval-review execute-phase explore extract-learnings fast forensics
		graphify health help import inbox ingest-docs manager map-codebase
		mempalace-capture mempalace-recall milestone-summary mvp-phase new-milestone
		new-project next ns-context ns-ideate ns-manage ns-project ns-review ns-workflow
		onboard pause-work phase plan-phase plan-review-convergence pr-branch
		profile-user progress quick quick-batch resume-work review review-backlog
		secure-phase settings ship sketch spec-phase spike stats surface thread ui-phase
		ui-review ultraplan-phase undo update validate-phase verify-work workspace
		workstreams`))
}
