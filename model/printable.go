package model

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable is text that is safe to show on a terminal, on one line: control
// characters, bidirectional and invisible format characters, private and unassigned
// code points and bytes that are no UTF-8 become escapes that a person can see and
// read. Text from agent files, configs and servers passes through here before it is
// shown anywhere; the bytes of the files themselves never do (case TU08).
//
// The escapes are for reading, not for reading back: a backslash stays as it is.
func Printable(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case shows(r):
			b.WriteRune(r)
		default:
			b.WriteString(escape(r))
		}
		i += n
	}
	return b.String()
}

// plain reports whether a string is printable ASCII, which nearly all are.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// shows reports whether a terminal draws the rune in its own place and nothing else
// happens. U+00AD and the tag characters are format characters too; the separators
// U+2028 and U+2029 and the odd blanks have classes of their own.
func shows(r rune) bool {
	if r == ' ' || unicode.IsGraphic(r) && !unicode.Is(unicode.Zs, r) {
		return !blank(r)
	}
	return r == '\u00a0' || r == '\u3000'
}

// blank lists letters and symbols that draw nothing though their class says they
// would; they let two different names look the same.
func blank(r rune) bool {
	switch r {
	case '\u034f', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u2800', '\u3164', '\uffa0':
		return true
	}
	return false
}

func escape(r rune) string {
	switch r {
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	switch {
	case r < 0x80:
		return fmt.Sprintf(`\x%02x`, r)
	case r <= 0xffff:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}
