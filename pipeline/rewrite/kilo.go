package rewrite

// OpenCode and Kilo are one text with two names: Kilo grew out of OpenCode and only
// its folders are spelled differently. Source: spec/pipeline.md 8.7, text pass.

// OpenCode is the pass for OpenCode.
func OpenCode(p Place) Pass {
	return guard(p, func(Place) Pass { return open("opencode") })
}

// Kilo is the pass for Kilo.
func Kilo(p Place) Pass {
	return guard(p, func(Place) Pass {
		// A folder counts where a path begins, not inside a longer one.
		begins := notAfter(oneOf("./-", word))
		return open("kilo",
			Step{At: ".claude/", Cases: []Case{
				{Before: "./", With: "./.kilo/"},
				{After: "skills/", Left: begins, With: ".kilo/skills/"},
				{After: "agents/", Left: begins, With: ".kilo/agents/"},
			}},
			Step{At: ".agents/skills/", Cases: []Case{{Left: begins, With: ".kilo/skills/"}}},
		)
	})
}

func open(host string, folders ...Step) Pass {
	return Pass{
		notes(host),
		wholeWord("AskUserQuestion", "question"),
		wholeWord("SlashCommand", "skill"),
		wholeWord("TodoWrite", "todowrite"),
		literal("/gsd:", "/gsd-"),
	}.Then(folders, Pass{
		helper("general"),
	}, neutral("AGENTS.md"))
}
