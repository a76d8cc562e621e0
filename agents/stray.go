package agents

import (
	"strings"

	"toolgrant/model"
	"toolgrant/model/splice"
)

// strayKey is the line of what looks like a key in a header that is no valid YAML and
// has no such key: indented, in escapes, or behind a question mark. To go by its absence
// would open an agent whose author restricts it, as soon as a valid header is made of
// this one. 0 when there is none.
func strayKey(d model.Document, want string) int {
	if !d.Broken {
		return 0
	}
	line := 1
	for l := range strings.Lines(d.Header) {
		line++
		l = strings.TrimLeft(l, " \t\u00a0\u3000\ufeff")
		l, asked := strings.CutPrefix(l, "?")
		l = strings.TrimLeft(l, " \t")
		if rest, ok := strings.CutPrefix(l, want); ok {
			if rest = strings.TrimSpace(rest); strings.HasPrefix(rest, ":") || asked && rest == "" {
				return line
			}
		}
		if l == "" || l[0] != '"' && l[0] != '\'' {
			continue
		}
		if end := quotedKey(l); end > 0 {
			if n, err := splice.YAML(l[:end]); err == nil && n != nil && n.Value == want {
				return line
			}
		}
	}
	return 0
}

// quotedKey is the end of the quoted text that a line begins with, if a colon follows.
func quotedKey(line string) int {
	for i := 1; i < len(line); i++ {
		switch line[i] {
		case '\\':
			if line[0] == '"' {
				i++
			}
		case line[0]:
			if strings.HasPrefix(strings.TrimLeft(line[i+1:], " \t\r\n"), ":") {
				return i + 1
			}
			return 0
		}
	}
	return 0
}
