package rewrite

// Gemini is the pass for Gemini CLI, after Paths. The reference does not know this
// host; the rules are those of its neighbours: notes for other hosts leave, Claude's
// instruction file and project folder become Gemini's (spec/hosts-b.md 1).
func Gemini(p Place) Pass {
	return guard(p, func(Place) Pass {
		return Pass{
			notes("gemini"),
			literal(".claude/", ".gemini/"),
			brand("Gemini CLI"),
			placeholders(),
		}.Then(neutral("GEMINI.md"))
	})
}
