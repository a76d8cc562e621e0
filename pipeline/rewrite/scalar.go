package rewrite

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Scalar spells a text as the value of a YAML key: bare where every YAML version reads
// the bare text as that text, else in double quotes. The quoting and the escapes are
// those of the library that the reference uses, measured on 1.14.0, but for the line
// ends that only YAML 1.1 knows, which are escaped wherever they stand.
func Scalar(s string) string {
	if bareScalar(s) {
		return s
	}
	var out strings.Builder
	out.Grow(len(s) + 2)
	out.WriteByte('"')
	for _, r := range strings.ToValidUTF8(s, string(utf8.RuneError)) {
		switch short := strings.IndexRune(yamlShort, r); {
		case short >= 0:
			out.WriteByte('\\')
			out.WriteByte(yamlLetter[short])
		case r == '\u00a0':
			out.WriteString(`\_`)
		case r == '\u0085':
			out.WriteString(`\N`)
		case r == '\u2028':
			out.WriteString(`\L`)
		case r == '\u2029':
			out.WriteString(`\P`)
		case r < ' ' || r == '\x7f':
			fmt.Fprintf(&out, `\x%02x`, r)
		case r == '\ufeff' || r == '\ufffe' || r == '\uffff':
			fmt.Fprintf(&out, `\u%04X`, r)
		default:
			out.WriteRune(r)
		}
	}
	out.WriteByte('"')
	return out.String()
}

const (
	yamlShort  = "\x00\a\b\t\n\v\f\r\x1b\"\\"
	yamlLetter = `0abtnvfre"\`
)

// bareScalar reports whether a text may stand without quotes.
func bareScalar(s string) bool {
	if s == "" || !alnum(s[0]) || s[len(s)-1] == ':' || trim(s) != s || !utf8.ValidString(s) {
		return false
	}
	var last rune
	for _, r := range s {
		switch {
		case r < ' ' || r > 0xffff || strings.ContainsRune("\"\\\x7f\u0085\u2028\u2029\ufeff", r):
			return false
		case last == ':' && white(r) || white(last) && r == '#':
			return false
		}
		last = r
	}
	return readsAsText(s)
}

// readsAsText reports whether YAML, in any of its versions, reads a bare word that
// begins with a letter or a digit as text: no boolean, no null, no number in any base,
// no base-60 number, no date.
func readsAsText(s string) bool {
	switch strings.ToLower(s) {
	case "y", "n", "yes", "no", "true", "false", "on", "off", "null":
		return false
	}
	return !number(s) && !base60(s) && !date(s)
}

func digit(c byte) bool  { return '0' <= c && c <= '9' }
func digits(c byte) bool { return digit(c) || c == '_' }

func number(s string) bool {
	if len(s) > 2 && s[0] == '0' && strings.IndexByte("xob", lower(s[1])) >= 0 {
		return span(s, 2, oneOf("_abcdefABCDEF", digit)) == len(s)
	}
	at := span(s, 0, digits)
	if at == 0 || s[0] == '_' {
		return false
	}
	if at < len(s) && s[at] == '.' {
		at = span(s, at+1, digits)
	}
	if at < len(s) && lower(s[at]) == 'e' {
		at++
		if at < len(s) && (s[at] == '+' || s[at] == '-') {
			at++
		}
		return at < len(s) && span(s, at, digit) == len(s)
	}
	return at == len(s)
}

func base60(s string) bool {
	s, fraction, _ := strings.Cut(s, ".")
	if span(fraction, 0, digits) < len(fraction) {
		return false
	}
	parts := strings.Split(s, ":")
	for i, part := range parts {
		switch {
		case part == "" || !digit(part[0]):
			return false
		case i == 0 && span(part, 0, digits) < len(part):
			return false
		case i > 0 && (span(part, 0, digit) < len(part) || len(part) > 2 || len(part) == 2 && part[0] > '5'):
			return false
		}
	}
	return len(parts) > 1
}

func date(s string) bool {
	day, _, _ := strings.Cut(s, " ")
	if i := strings.IndexAny(day, "Tt"); i >= 0 {
		day = day[:i]
	}
	parts := strings.Split(day, "-")
	if len(parts) != 3 || len(parts[0]) != 4 {
		return false
	}
	for i, part := range parts {
		if part == "" || span(part, 0, digit) < len(part) || i > 0 && len(part) > 2 {
			return false
		}
	}
	return true
}
