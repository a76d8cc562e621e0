package rewrite

// Qwen is the pass for Qwen Code, before Commands; source: spec/pipeline.md 8.4.
func Qwen(p Place) Pass {
	return guard(p, func(Place) Pass {
		return Pass{
			literal("CLAUDE.md", "QWEN.md"),
			brand("Qwen Code"),
			literal(".claude/", ".qwen/"),
			placeholders(),
		}
	})
}

// Hermes is the pass for Hermes, before Commands. Unlike brand it names the product
// inside the table of products as well; source: spec/pipeline.md 8.5.
func Hermes(p Place) Pass {
	return guard(p, func(Place) Pass {
		return Pass{
			literal("CLAUDE.md", "HERMES.md"),
			wholeWord("Claude Code", "Hermes Agent"),
			literal(".claude/", ".hermes/"),
		}
	})
}
