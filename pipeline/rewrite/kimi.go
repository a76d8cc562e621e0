package rewrite

// Kimi is the pass over the prompt of a Kimi CLI agent, which gets no Paths before it;
// source: spec/pipeline.md 10.2. Two rules differ from the reference: a path below
// gsd-core stays a path, and what the host's template language would read is written
// so that it reads it as text.
func Kimi(p Place) Pass {
	return neutral("AGENTS.md").Then(Pass{
		notes("kimi"),
		{At: "claude", Cases: []Case{{
			Before: "config-get runtime --default ",
			After:  ` --raw 2>/dev/null || echo "claude"`,
			With:   `config-get runtime --default kimi --raw 2>/dev/null || echo "kimi"`,
		}}},
		{At: ".claude", Cases: append(homeCases(p.Bare(), p.Bare()),
			Case{Before: "./", After: "/", With: "./.kimi-code/"},
			Case{Before: "./", Right: folderEnd, With: "./.kimi-code"},
		)},
	}, template())
}

// template keeps the host from reading a prompt as a template: it renders every prompt
// with Jinja, variables spelled ${name}, and an unknown name or a shell expansion such
// as ${name:-x} fails the agent and every agent above it. An opening delimiter becomes
// an expression whose value is that delimiter.
func template() Pass {
	return Pass{{At: "{", Cases: []Case{
		{Before: "$", With: "${'${'}"},
		{After: "%", With: "${'{%'}"},
		{After: "#", With: "${'{#'}"},
	}}}
}
