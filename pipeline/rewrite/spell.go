package rewrite

import (
	"strings"
	"unicode/utf8"
)

// The helpers here spell a decoded text the way the reference spells it in a header.
// White space is ECMAScript's. Source: spec/pipeline.md 0.

// Trim removes white space at both ends.
func Trim(s string) string { return trim(s) }

// OneLine makes each run of white space one space and removes it at both ends.
func OneLine(s string) string { return strings.Join(strings.FieldsFunc(s, white), " ") }

// JSONQuote spells a text as a JSON string, which YAML reads as a double-quoted one.
// Everything that JSON allows stays as it is, accents, emoji and U+2028 included.
// Bytes that are no UTF-8 become U+FFFD, since neither format could hold them.
func JSONQuote(s string) string { return quote(s, "") }

// Ident trims a name and leaves it bare when it is made of ASCII letters, digits and
// inner or final hyphens and YAML reads it as text; otherwise it is JSONQuote. The
// reference leaves "on" and "007" bare as well, which a host reads as a boolean and a
// number.
func Ident(s string) string {
	s = trim(s)
	if s == "" || !alnum(s[0]) || span(s, 0, commandFold) < len(s) || !readsAsText(s) {
		return JSONQuote(s)
	}
	return s
}

// quote escapes what JSON must, and the bytes of also as \u00xx.
func quote(s, also string) string {
	var out strings.Builder
	out.Grow(len(s) + 2)
	out.WriteByte('"')
	escape(&out, s, `"`+also)
	out.WriteByte('"')
	return out.String()
}

// escape writes a text with the control characters, the back-slash and the bytes of
// special escaped, as JSON and TOML both read it.
func escape(out *strings.Builder, s, special string) {
	for _, r := range strings.ToValidUTF8(s, string(utf8.RuneError)) {
		if short := strings.IndexRune("\b\t\n\f\r\\", r); short >= 0 {
			out.WriteByte('\\')
			out.WriteByte(`btnfr\`[short])
			continue
		}
		switch {
		case r == '"' && strings.ContainsRune(special, r):
			out.WriteString(`\"`)
		case r < ' ' || strings.ContainsRune(special, r):
			out.WriteString(`\u00`)
			out.WriteByte(hex[r>>4])
			out.WriteByte(hex[r&15])
		default:
			out.WriteRune(r)
		}
	}
}

const hex = "0123456789abcdef"
