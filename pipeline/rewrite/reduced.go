package rewrite

import (
	"maps"
	"slices"
)

// The hosts here were given the same shape of text by the reference, with small
// differences; source: spec/pipeline.md 8.8. Its rules for a home folder that stands
// alone are left out: after Paths they could only hit names that look like it.

// Cursor is the pass for Cursor.
func Cursor(p Place) Pass {
	return guard(p, func(Place) Pass {
		return editor("cursor", "Cursor", ".cursor/rules/", shell(),
			literal(".claude/skills/", ".cursor/skills/"))
	})
}

// Windsurf is the pass for Windsurf. A relative .claude/ is the project's folder, so
// it is spelled .windsurf/ in both scopes.
func Windsurf(p Place) Pass {
	return guard(p, func(Place) Pass {
		return editor("windsurf", "Windsurf", ".windsurf/rules", shell(),
			literal(".claude/", ".windsurf/"),
			wholeWord("CLAUDE_CONFIG_DIR", "WINDSURF_CONFIG_DIR"))
	})
}

// Augment is the pass for Auggie, Augment's command line.
func Augment(p Place) Pass {
	return guard(p, func(Place) Pass {
		return editor("augment", "Augment", ".augment/rules/", map[string]string{
			"Bash":      "launch-process",
			"Edit":      "str-replace-editor",
			"Read":      "view",
			"Write":     "save-file",
			"TodoWrite": "add_tasks",
		}, literal(".claude/skills/", ".augment/skills/"))
	})
}

// Trae is the pass for Trae, which keeps its rules in one file below its folder.
func Trae(p Place) Pass {
	return guard(p, func(Place) Pass {
		const rules = ".trae/rules/rules.md"
		return Pass{
			notes("trae"),
			slashCommands(),
			calls(shell()),
			helper("general_purpose_task"),
			args(),
			{At: "CLAUDE.md", Cases: []Case{
				{Before: "./.claude/", With: rules},
				{Before: ".claude/", With: rules},
				{Before: ".trae/", With: ".trae/rules/rules.md"},
			}},
		}.Then(instructions(rules), Pass{
			literal(".claude/", ".trae/"),
			wholeWord("CLAUDE_CONFIG_DIR", "TRAE_CONFIG_DIR"),
			dropBug(),
			brand("Trae"),
		})
	})
}

// CodeBuddy is the pass for CodeBuddy Code.
func CodeBuddy(p Place) Pass {
	return guard(p, func(Place) Pass {
		return Pass{
			notes("codebuddy"),
			slashCommands(),
			args(),
		}.Then(instructions("CODEBUDDY.md"), Pass{
			literal(".claude/", ".codebuddy/"),
			dropBug(),
			brand("CodeBuddy"),
		})
	})
}

// Cline is the pass for Cline.
func Cline(p Place) Pass {
	return guard(p, func(Place) Pass {
		return Pass{notes("cline")}.Then(instructions(".clinerules"), Pass{
			literal(".claude/", ".cline/"),
			wholeWord("CLAUDE_CONFIG_DIR", "CLINE_CONFIG_DIR"),
			dropBug(),
			brand("Cline"),
		})
	})
}

// editor is the pass of the hosts that are editors: any spelling of a command, their
// names for tools, the question tool as plain talk.
func editor(host, product, rules string, tools map[string]string, folders ...Step) Pass {
	return Pass{
		notes(host),
		{At: "gsd:", Fold: true, Cases: []Case{{With: "gsd-"}}},
		calls(tools),
		wholeWord("AskUserQuestion", "conversational prompting"),
		helper("generalPurpose"),
		args(),
	}.Then(instructions(rules), folders, Pass{dropBug(), brand(product)})
}

// calls renames tools where they are written as calls.
func calls(tools map[string]string) Step {
	step := Step{At: "("}
	for _, from := range slices.Sorted(maps.Keys(tools)) {
		step.Cases = append(step.Cases, Case{Before: from, Left: wordStart, With: tools[from] + "("})
	}
	return step
}

// slashCommands spells a command as its file is named, known or not.
func slashCommands() Step {
	return Step{At: "/gsd:", Cases: []Case{{Right: before(command), With: "/gsd-"}}}
}

// shell names the tools as Cursor's agent calls them.
func shell() map[string]string {
	return map[string]string{"Bash": "Shell", "Edit": "StrReplace"}
}
