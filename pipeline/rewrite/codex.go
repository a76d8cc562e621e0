package rewrite

import (
	"strings"
	"unicode/utf8"
)

// Codex is the pass over the role files in Markdown, after Paths; source:
// spec/pipeline.md 8.6. The reference spells the home of gsd-core's own tools as
// ~/.codex wherever it is; here it is the place's.
func Codex(p Place) Pass {
	return guard(p, func(p Place) Pass { return codex(p, nil) })
}

// CodexTOML is the pass over the instructions of a stand-alone role, whose text comes
// straight from the source, without Paths. What lies below gsd-core is spelled without
// anything to expand. Source: spec/pipeline.md 10.1.
func CodexTOML(p Place) Pass {
	return guard(p, func(p Place) Pass {
		core := p.absolute() + "/gsd-core/"
		return Pass{{At: ".claude/gsd-core/", Cases: []Case{
			{Before: "~/", With: core},
			{Before: "$HOME/", With: core},
		}}}.Then(codex(p, homeCases(p.tilde(), p.Bare())))
	})
}

func codex(p Place, home []Case) Pass {
	dollar := func(match string) (string, bool) {
		return "$gsd-" + strings.ToLower(match[len("/gsd-"):]), true
	}
	tools := `node "` + p.Prefix() + `gsd-core/bin/gsd-tools.cjs"`
	return Pass{
		notes("codex"),
		{At: "/gsd:", Fold: true, Cases: []Case{{Take: run(commandFold), Edit: dollar}}},
		{At: "/gsd-", Fold: true, Cases: []Case{{Left: prose, Take: commandOnly, Edit: dollar}}},
		args(),
		{At: "/clear", Fold: true, Cases: []Case{{Before: "`", After: "`", Take: thenPart}}},
		{At: "/clear", Fold: true, Cases: []Case{{Take: thenPart}}},
		{At: "/clear", Cases: []Case{{Before: "`", Back: lineBack, Take: lineOut}, {Back: lineBack, Take: lineOut}}},
		{At: ".claude", Cases: append(home,
			Case{Before: "./", After: "/", With: "./.codex/"},
			Case{After: "/", Left: notAfter(oneOf("-./~$", word)), With: ".codex/"},
			Case{After: "ignore", Right: wordEnd, With: ".codexignore"},
		)},
		{At: "gsd-tools", Cases: []Case{{Left: shellStart, Right: beforeWhite, With: tools}}},
	}.Then(neutral("AGENTS.md"))
}

// prose is where a command may begin: not in the middle of a path.
func prose(text string, at int) bool {
	return at == 0 || strings.IndexByte("`\"'([", text[at-1]) >= 0 || whiteBack(text, at) < at
}

// commandOnly takes a command's name unless a path goes on behind it.
func commandOnly(text string, at int) int {
	end := span(text, at, commandFold)
	if end == at || end < len(text) && text[end] == '/' {
		return -1
	}
	return end
}

// thenPart takes ", then:" with the white space around, the part that joins "/clear"
// to the command after it.
func thenPart(text string, at int) int {
	at = whiteRun(text, at)
	if strings.HasPrefix(text[at:], ",") {
		at = whiteRun(text, at+1)
	}
	if len(text)-at < len("then") || !equalFold(text[at:at+len("then")], "then") {
		return -1
	}
	at += len("then")
	if strings.HasPrefix(text[at:], ":") {
		at++
	}
	return whiteRun(text, at)
}

// lineBack and lineOut find a line with nothing else on it, together with the empty
// lines around: back to the first line that begins in the white space before, on to
// the last line end in the white space behind.
func lineBack(text string, at int) int {
	begin := whiteBack(text, at)
	if begin == 0 {
		return 0
	}
	for i, r := range text[begin:at] {
		if lineEnd(r) {
			return begin + i + utf8.RuneLen(r)
		}
	}
	return -1
}

func lineOut(text string, at int) int {
	if at < len(text) && text[at] == '`' {
		at++
	}
	end := whiteRun(text, at)
	if end == len(text) {
		return end
	}
	if i := strings.LastIndexFunc(text[at:end], lineEnd); i >= 0 {
		return at + i
	}
	return -1
}

func beforeWhite(text string, at int) bool { return whiteRun(text, at) > at }

// shellStart is where a shell would take a word for a program's name: at the start of
// an indented line, in a substitution, in back-ticks, after an operator.
func shellStart(text string, at int) bool {
	line := strings.TrimRight(text[:at], " \t")
	if last, _ := utf8.DecodeLastRuneInString(line); line == "" || lineEnd(last) {
		return true
	}
	switch before := text[:whiteBack(text, at)]; {
	case before == "":
		return false
	case strings.HasSuffix(before, "$("), strings.HasSuffix(before, "&&"):
		return true
	default:
		return strings.IndexByte("`|;", before[len(before)-1]) >= 0
	}
}
