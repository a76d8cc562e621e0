package rewrite

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// White space and line ends are those of ECMAScript, because the texts were written
// against the reference's patterns: U+FEFF is white, U+2028 and U+2029 end a line and
// U+0085 does neither.

func white(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', ' ', '\u00a0', '\ufeff', '\u2028', '\u2029':
		return true
	}
	return r > unicode.MaxASCII && unicode.Is(unicode.Zs, r)
}

func lineEnd(r rune) bool { return r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' }

// whiteRun returns where the white space that begins at an offset ends.
func whiteRun(text string, at int) int {
	for at < len(text) {
		r, n := utf8.DecodeRuneInString(text[at:])
		if !white(r) {
			break
		}
		at += n
	}
	return at
}

// whiteBack returns where the white space that ends at an offset begins.
func whiteBack(text string, at int) int {
	for at > 0 {
		r, n := utf8.DecodeLastRuneInString(text[:at])
		if !white(r) {
			break
		}
		at -= n
	}
	return at
}

func trim(text string) string { return strings.TrimFunc(text, white) }

// restOfLine takes everything up to the end of the line.
func restOfLine(text string, at int) int {
	if i := strings.IndexFunc(text[at:], lineEnd); i >= 0 {
		return at + i
	}
	return len(text)
}

// toLineFeed takes everything up to the line feed, a carriage return included.
func toLineFeed(text string, at int) int {
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(text)
}

// wholeLine takes everything up to the line feed and the line feed.
func wholeLine(text string, at int) int {
	return min(toLineFeed(text, at)+1, len(text))
}

// run takes one or more bytes of a class.
func run(in class) Extent {
	return func(text string, at int) int {
		if end := span(text, at, in); end > at {
			return end
		}
		return -1
	}
}

// span returns where the bytes of a class that begin at an offset end.
func span(text string, at int, in class) int {
	for at < len(text) && in(text[at]) {
		at++
	}
	return at
}

// upTo takes everything including the next stand of a text.
func upTo(end string) Extent {
	return func(text string, at int) int {
		if i := strings.Index(text[at:], end); i >= 0 {
			return at + i + len(end)
		}
		return -1
	}
}
