package model

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The lengths from which a tool's name is a risk. Providers take 64 characters, MCP
// allows 128 (case MN09).
const (
	longName    = 64
	longestName = 128
)

// Doubts is what a person should know about an accepted grant before it is written
// anywhere: where its name can be read in two ways, or some hosts will not take it.
// The notes have no file; whoever knows the place adds it.
func Doubts(grant string) []Note {
	t := ParseTool(grant)
	if !t.IsMCP() {
		return nil
	}
	var notes []Note
	say := func(severity Severity, code, problem, hint string) {
		notes = append(notes, Note{Severity: severity, Code: code, Tool: grant, Problem: problem, Hint: hint})
	}
	if t.Ambiguous {
		say(Info, "ambiguous-server",
			fmt.Sprintf("%s names the server %q by the first double underscore, but a server's own name may hold one", grant, t.Server),
			"check the server's name with toolgrant list servers")
	}
	if t.ServerPattern() {
		say(Warning, "server-pattern", grant+" has a pattern for a server, which no host matches: the server part must be literal",
			"name the server, as in mcp__docs__*")
	} else if registered := registeredName(t); registered != grant && registered != grant+"__*" {
		say(Warning, "unusual-server",
			fmt.Sprintf("%s has characters that hosts replace or refuse: Claude Code registers %s, Codex refuses dots in names", grant, registered),
			"use letters, digits, hyphens and single underscores in server names")
	}
	switch n := utf8.RuneCountInString(grant); {
	case n > longestName:
		say(Warning, "long-name", fmt.Sprintf("%s is %d characters long; hosts with a limit of %d or %d leave it out", grant, n, longName, longestName),
			"shorten the server's name")
	case n > longName:
		say(Warning, "long-name", fmt.Sprintf("%s is %d characters long; some hosts take only %d", grant, n, longName),
			"shorten the server's name")
	}
	return notes
}

// registeredName is how Claude Code spells an MCP tool: other characters become
// underscores, wildcards stay (spec/hosts-a.md 1.3).
func registeredName(t Tool) string {
	if t.Member == "*" {
		return ClaudeMCPWildcard(t.Server)
	}
	name := ClaudeMCPName(t.Server, t.Member)
	if t.Pattern() {
		name = ClaudeMCPName(t.Server, "") + t.Member
	}
	return name
}

// respelt adds to the reason for a refusal what hosts call the server that was
// meant, where the entry names one (case MN01).
func respelt(s string, err error) error {
	t := ParseTool(s)
	odd := func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }
	if !t.IsMCP() || strings.ContainsAny(s, "\"'#`,:") || strings.ContainsFunc(s, odd) {
		return err
	}
	name := registeredName(t)
	if name == s || checkGrant(name) != nil {
		return err
	}
	return fmt.Errorf("%w; hosts that take such a server register %s", err, name)
}
