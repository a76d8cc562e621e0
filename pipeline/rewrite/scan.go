package rewrite

import "strings"

// next returns the offset at or after from where the step's literal stands, or -1.
func (s *Step) next(text string, from int) int {
	if !s.Fold {
		if i := strings.Index(text[from:], s.At); i >= 0 {
			return from + i
		}
		return -1
	}
	return indexFold(text, s.At, from)
}

// indexFold finds a literal in either case. It looks for a byte of the literal that
// has no case, so that the search stays a scan for one byte; text in agents has far
// fewer colons and slashes than letters. Only ASCII folds: the long s and the Kelvin
// sign are not letters of a command.
func indexFold(text, literal string, from int) int {
	pivot := caseless(literal)
	for at := from + pivot; at < len(text); {
		i := strings.IndexByte(text[at:], literal[pivot])
		if i < 0 {
			return -1
		}
		start := at + i - pivot
		if end := start + len(literal); end <= len(text) && equalFold(text[start:end], literal) {
			return start
		}
		at += i + 1
	}
	return -1
}

// caseless returns the offset of the byte to search for: the last that is no letter,
// else the first byte, in which case only that spelling is found.
func caseless(literal string) int {
	for i := len(literal) - 1; i >= 0; i-- {
		if lower(literal[i]) == upper(literal[i]) {
			return i
		}
	}
	return 0
}

func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func upper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}
