package js

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// isSpace follows String.prototype.trim: Unicode white space plus the byte order
// mark, without NEL (U+0085), which Go counts and JavaScript does not.
func isSpace(r rune) bool {
	return r == '\uFEFF' || r != '\u0085' && unicode.IsSpace(r)
}

// Trim takes white space off both ends, as JavaScript's trim does.
func Trim(s string) string { return strings.TrimFunc(s, isSpace) }

// TrimRight takes white space off the end.
func TrimRight(s string) string { return strings.TrimRightFunc(s, isSpace) }

// Fields splits around runs of white space.
func Fields(s string) []string { return strings.FieldsFunc(s, isSpace) }

// Len is the length in UTF-16 code units, in which the mesh states every limit.
// A byte that is no UTF-8 counts as the replacement character, one unit.
func Len(s string) int {
	n := 0
	for _, r := range s {
		n += units(r)
	}
	return n
}

// Cut is the longest beginning of s that has at most n UTF-16 units. A character is
// never split, which JavaScript's slice does and JSON cannot then carry.
func Cut(s string, n int) string {
	for i, r := range s {
		if n -= units(r); n < 0 {
			return s[:i]
		}
	}
	return s
}

func units(r rune) int {
	if r > 0xFFFF && r <= utf8.MaxRune {
		return 2
	}
	return 1
}
