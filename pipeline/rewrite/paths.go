package rewrite

import "strings"

// Paths spells Claude Code's home the way the place does. It is the first step for
// every host that has one of its own at all; source: spec/pipeline.md 5.
func Paths(p Place) Pass {
	return Pass{{At: ".claude", Cases: homeCases(p.Bare(), p.Bare())}}
}

// ClaudePaths is Paths for Claude Code itself, where an include must keep its tilde:
// the host expands "@~/..." and does not expand "@$HOME/...". In quotes it is no
// include.
func ClaudePaths(p Place) Pass {
	below, ok := strings.CutPrefix(p.Bare(), "$HOME")
	if !ok {
		return Paths(p)
	}
	return Paths(p).Then(Pass{{At: "@" + p.Bare(), Cases: []Case{
		{Left: notAfter(oneOf(`"'`, nil)), With: "@~" + below},
	}}})
}

// homeCases are the spellings of Claude Code's home folder, followed by a path or
// standing alone. Each becomes the folder that is given for it.
func homeCases(tilde, variable string) []Case {
	return []Case{
		{Before: "~/", After: "/", With: tilde + "/"},
		{Before: "$HOME/", After: "/", With: variable + "/"},
		{Before: "~/", Right: folderEnd, With: tilde},
		{Before: "$HOME/", Right: folderEnd, With: variable},
	}
}
