package rewrite

import "toolgrant/model"

// Copilot is the pass for GitHub Copilot, which gets no Paths before it: in a project
// its folder is .github. The reference spells the home ~/.copilot wherever it is; here
// it is the place's. Source: spec/pipeline.md 8.9.
func Copilot(p Place) Pass {
	return guard(p, func(p Place) Pass {
		home := homeCases(p.tilde(), p.Bare())
		if p.Scope == model.LocalScope {
			home = homeCases(".github", ".github")
		}
		return folders(home, ".github/").Then(neutral("copilot-instructions.md"))
	})
}

// Antigravity is the pass for Antigravity, which gets no Paths before it. Its skills
// live beside its config home, whichever of its homes that is. Source:
// spec/pipeline.md 8.10.
func Antigravity(p Place) Pass {
	const skills = ".gemini/config/skills"
	return guard(p, func(p Place) Pass {
		home := append([]Case{
			{Before: "~/", After: "/skills", Right: folderEnd, With: "~/" + skills},
			{Before: "$HOME/", After: "/skills", Right: folderEnd, With: "$HOME/" + skills},
		}, homeCases(p.tilde(), p.Bare())...)
		if p.Scope == model.LocalScope {
			home = homeCases(".agents", ".agents")
		}
		return Pass{notes("antigravity")}.Then(folders(home, ".agents/"), neutral("GEMINI.md"))
	})
}

// folders spells the home folder and the project's, and commands as files are named.
func folders(home []Case, project string) Pass {
	return Pass{
		{At: ".claude", Cases: append(home,
			Case{Before: "./", After: "/", With: "./" + project},
			Case{After: "/", With: project},
		)},
		literal("gsd:", "gsd-"),
	}
}
