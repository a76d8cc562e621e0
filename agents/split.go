package agents

import (
	"strings"

	"toolgrant/model/splice"
)

// splitTools cuts the text of a tool list into its entries. Commas and line breaks
// separate; inside parentheses, and inside an entry that is wholly in quotes, they
// are text (case TL15). Empty pieces are no entries (case TL18). It reports false
// for a parenthesis that never closes: then some hosts see one entry, others many.
func splitTools(text string) ([]string, bool) {
	entries := make([]string, 0, 1+strings.Count(text, ","))
	for text != "" {
		piece, rest, ok := nextPiece(text)
		if !ok {
			return nil, false
		}
		text = rest
		if e := decodePiece(piece); e != "" {
			entries = append(entries, e)
		}
	}
	return entries, true
}

// nextPiece cuts the first piece off a list.
func nextPiece(text string) (piece, rest string, ok bool) {
	if end := quotedEnd(text); end > 0 {
		return text[:end], strings.TrimPrefix(strings.TrimPrefix(text[end:], ","), "\n"), true
	}
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			depth = max(0, depth-1)
		case ',', '\n':
			if depth == 0 {
				return text[:i], text[i+1:], true
			}
		}
	}
	return text, "", depth == 0
}

// quotedEnd returns the end of a piece that begins with a quote, closes it, and
// holds nothing else: an apostrophe in a name must not swallow what follows it.
func quotedEnd(text string) int {
	start := indentOf(text)
	if start == len(text) || text[start] != '"' && text[start] != '\'' {
		return 0
	}
	quote := text[start]
	for i := start + 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && quote == '"':
			i++
		case text[i] != quote:
		case quote == '\'' && strings.HasPrefix(text[i+1:], "'"):
			i++
		default:
			end := i + 1 + indentOf(text[i+1:])
			if end == len(text) || text[end] == ',' || text[end] == '\n' {
				return end
			}
			return 0
		}
	}
	return 0
}

// decodePiece is an entry without its blanks and quotes. Escapes count: a name that
// hides behind "\x6d" is still that name (case TL27).
func decodePiece(piece string) string {
	s := strings.TrimSpace(piece)
	if len(s) < 2 || (s[0] != '"' && s[0] != '\'') || s[len(s)-1] != s[0] {
		return s
	}
	inner := s[1 : len(s)-1]
	switch {
	case s[0] == '\'':
		return strings.TrimSpace(strings.ReplaceAll(inner, "''", "'"))
	case !strings.Contains(inner, `\`):
		return strings.TrimSpace(inner)
	}
	if n, err := splice.YAML(s); err == nil && n != nil && n.Kind == scalar {
		return strings.TrimSpace(n.Value)
	}
	return s
}
