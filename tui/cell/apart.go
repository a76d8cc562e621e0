package cell

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// apart writes a cluster whose width is in dispute so that it no longer is. The
// variation selectors only choose between two pictures of one character, so they
// are left out; everything else that follows the first character is escaped.
func apart(cluster string) string {
	first, n := utf8.DecodeRuneInString(cluster)
	head := string(first)
	if ansi.StringWidth(head) != ansi.StringWidthWc(head) {
		head = escaped(head)
	}
	rest := strings.Map(func(r rune) rune {
		if r == '\ufe0e' || r == '\ufe0f' {
			return -1
		}
		return r
	}, cluster[n:])
	return head + escaped(rest)
}

// mark reports whether a cluster begins with a character that joins the one before
// it, which would be our own border.
func mark(cluster string) bool {
	r, _ := utf8.DecodeRuneInString(cluster)
	return unicode.Is(unicode.M, r)
}

// escaped writes every character that is no ASCII as its number.
func escaped(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r < 0x80:
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
