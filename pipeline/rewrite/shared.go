package rewrite

// The rules that several hosts share; source: spec/pipeline.md 8.1.

// literal replaces a text wherever it stands.
func literal(from, to string) Step {
	return Step{At: from, Cases: []Case{{With: to}}}
}

// wholeWord replaces a text where no word character touches it.
func wholeWord(from, to string) Step {
	return Step{At: from, Cases: []Case{{Left: wordStart, Right: wordEnd, With: to}}}
}

// args is the host-neutral spelling of a command's arguments.
func args() Step {
	return Step{At: "$ARGUMENTS", Cases: []Case{{Right: wordEnd, With: "{{GSD_ARGS}}"}}}
}

// neutral takes Claude out of the text: the name where it means the agent and not a
// product, the instruction file, and the advice that only holds for Claude's file.
func neutral(file string) Pass {
	return Pass{
		{At: "Claude", Cases: []Case{{
			Left:  wordStart,
			Right: both(wordEnd, unless(" Code", " Opus", " Sonnet", " Haiku", " native", " based", "-", ".md")),
			With:  "the agent",
		}}},
		literal("CLAUDE.md", file),
		{At: "Do NOT load full `AGENTS.md` files", Cases: []Case{{Take: toLineFeed}}},
	}
}

// helper names the host's kind of agent for work that needs no special one.
func helper(kind string) Step {
	return Step{At: `="general-purpose"`, Cases: []Case{
		{Before: "subagent_type", With: `subagent_type="` + kind + `"`},
	}}
}

// brand names the host's product instead of Claude's, outside the table that compares
// products.
func brand(product string) Step {
	return Step{At: "Claude Code", Outside: "runtime_compatibility", Cases: []Case{
		{Left: wordStart, Right: wordEnd, With: product},
	}}
}

// dropBug removes the two paragraphs about a bug that only Claude Code had.
func dropBug() Step {
	// The scan stops at a capital, which prose has far fewer of than small letters.
	return Step{At: "HandoffIfNeeded", Cases: []Case{
		{Before: "**Known Claude Code bug (classify", After: "):**", Take: wholeLine},
		{Before: "- **classify", After: " false failure:**", Take: wholeLine},
	}}
}

// instructions names the host's instruction file or folder.
func instructions(file string) Pass {
	return Pass{literal("./CLAUDE.md", file), wholeWord("CLAUDE.md", file)}
}
