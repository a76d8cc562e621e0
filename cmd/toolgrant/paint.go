package main

import (
	"fmt"
	"io"
	"strings"

	"toolgrant/model"
)

// A painter writes to people. Its colours are empty strings where none may be: in a
// pipe, under NO_COLOR, on a dumb terminal, with --color never.
type painter struct {
	w                                        io.Writer
	added, removed, bold, faint, warn, reset string
}

// paint is stdout with the colours that --color and the environment allow.
func (p *program) paint() painter {
	on := p.outTerminal && p.getenv("NO_COLOR") == "" && p.getenv("TERM") != "dumb"
	if force := p.getenv("CLICOLOR_FORCE"); force != "" && force != "0" && p.getenv("NO_COLOR") == "" {
		on = true
	}
	switch p.flags.color {
	case "always":
		on = true
	case "never":
		on = false
	}
	out := painter{w: p.stdout}
	if on {
		out.added, out.removed = "\x1b[32m", "\x1b[31m"
		out.bold, out.faint, out.warn, out.reset = "\x1b[1m", "\x1b[2m", "\x1b[33m", "\x1b[0m"
	}
	return out
}

// line prints one line in a colour; the text itself cannot bring an escape of its own.
func (out painter) line(colour, format string, args ...any) {
	text := model.Printable(fmt.Sprintf(format, args...))
	if colour == "" || text == "" {
		fmt.Fprintln(out.w, text)
		return
	}
	fmt.Fprintln(out.w, colour+text+out.reset)
}

// diff prints a unified diff of one file.
func (out painter) diff(unified string) {
	inHunk := false
	for line := range strings.Lines(unified) {
		line = strings.ReplaceAll(strings.TrimRight(line, "\r\n"), "\t", "    ")
		colour := ""
		switch {
		case strings.HasPrefix(line, "@@"):
			inHunk, colour = true, out.faint
		case !inHunk:
			colour = out.bold
		case strings.HasPrefix(line, "+"):
			colour = out.added
		case strings.HasPrefix(line, "-"):
			colour = out.removed
		}
		out.line(colour, "%s", line)
	}
}

// notes prints notes to stderr, each with its hint.
func (p *program) notes(notes []model.Note) {
	for _, n := range notes {
		word := ""
		if n.Severity != model.Info {
			word = string(n.Severity) + ": "
		}
		p.say("%s%s", word, n)
		if n.Hint != "" {
			p.say("  hint: %s", n.Hint)
		}
	}
}
