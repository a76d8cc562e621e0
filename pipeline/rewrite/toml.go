package rewrite

import (
	"strings"
	"unicode/utf8"
)

const del = "\x7f"

// TOMLBasic spells a text as a TOML basic string. It is JSONQuote but for DEL, which
// JSON allows and TOML does not.
func TOMLBasic(s string) string { return quote(s, del) }

// TOMLBody spells a text as a TOML multi-line string of its own lines: what a parser
// reads is the text and one line feed. It is the literal form that the reference
// writes, where nothing needs escaping, as long as TOML allows the text in it. A text
// with three single quotes in a row, a control character or a lone carriage return is
// spelled as a basic string with escapes: one bad file keeps Codex from loading any.
func TOMLBody(s string) string {
	if literalBody(s) {
		return "'''\n" + s + "\n'''"
	}
	var out strings.Builder
	out.Grow(len(s) + len(s)/8)
	out.WriteString(`"""` + "\n")
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			out.WriteByte('\n')
		}
		for j, part := range strings.Split(line, `"""`) {
			if j > 0 {
				out.WriteString(`""\"`)
			}
			escapeKeepingTabs(&out, part)
		}
	}
	out.WriteString("\n" + `"""`)
	return out.String()
}

// escapeKeepingTabs leaves tabs alone, so that an indented script stays readable.
func escapeKeepingTabs(out *strings.Builder, s string) {
	for i, part := range strings.Split(s, "\t") {
		if i > 0 {
			out.WriteByte('\t')
		}
		escape(out, part, del)
	}
}

// literalBody reports whether a TOML literal string may hold the text.
func literalBody(s string) bool {
	if strings.Contains(s, "'''") || !utf8.ValidString(s) {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\t' || c == '\n':
		case c == '\r' && i+1 < len(s) && s[i+1] == '\n':
		case c < ' ' || c == del[0]:
			return false
		}
	}
	return true
}
