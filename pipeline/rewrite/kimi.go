package rewrite

import "strings"

// Kimi is the pass over text of Kimi CLI's agents, which gets no Paths before it;
// source: spec/pipeline.md 10.2. A path below gsd-core stays a path; the reference
// writes two words there that no file is called by.
func Kimi(p Place) Pass {
	return guard(p, func(p Place) Pass { return neutral("AGENTS.md").Then(kimi(p)) })
}

// KimiPrompt is the pass over a prompt file: Kimi, without the empty lines before the
// text, and written so that the host's template language reads all of it as text.
func KimiPrompt(p Place) Pass {
	return guard(p, func(p Place) Pass {
		return neutral("AGENTS.md").Then(Pass{lead()}, kimi(p), Pass{template()})
	})
}

func kimi(p Place) Pass {
	return Pass{
		notes("kimi"),
		{At: `echo "claude"`, Cases: []Case{{
			Before: "config-get runtime --default claude --raw 2>/dev/null || ",
			With:   `config-get runtime --default kimi --raw 2>/dev/null || echo "kimi"`,
		}}},
		{At: ".claude", Cases: append(homeCases(p.Bare(), p.Bare()),
			Case{Before: "./", After: "/", With: "./.kimi-code/"},
			Case{Before: "./", Right: folderEnd, With: "./.kimi-code"},
		)},
	}
}

// lead removes the white space before the text up to its last line break, so that the
// first line keeps its indentation.
func lead() Step {
	return Step{At: "\n", Cases: []Case{{
		Back: func(text string, at int) int {
			if whiteBack(text, at) > 0 {
				return -1
			}
			return 0
		},
		Take: func(text string, at int) int {
			return at + strings.LastIndexByte(text[at:whiteRun(text, at)], '\n') + 1
		},
	}}}
}

// KimiTemplate is what a prompt that nothing else may change needs for Kimi CLI.
func KimiTemplate() Pass { return Pass{template()} }

// template keeps the host from reading a prompt as a template. It renders every prompt
// with Jinja, variables spelled ${name}, and an unknown name or a shell expansion such
// as ${name:-x} fails that agent and every agent above it. An opening delimiter becomes
// an expression whose value is that delimiter, so the model reads what the author
// wrote. Source: kimi-cli pull request 852.
func template() Step {
	return Step{At: "{", Cases: []Case{
		{Before: "$", With: "${'${'}"},
		{After: "%", With: "${'{%'}"},
		{After: "#", With: "${'{#'}"},
	}}
}
