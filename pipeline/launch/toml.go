package launch

import (
	"fmt"
	"strings"
)

// Codex parses the value of each -c as TOML. The values are written here and not by
// a TOML library, because they must stand on one line, with no blanks, in the one
// spelling that the reference vectors pin; a property test reads them back.

// tomlString is a TOML basic string. As a key it is also the only way to address
// names with dots, blanks or quotes in them.
func tomlString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch r {
		case '\\', '"':
			b.WriteByte('\\')
			b.WriteRune(r)
		case '\b':
			b.WriteString(`\b`)
		case '\t':
			b.WriteString(`\t`)
		case '\n':
			b.WriteString(`\n`)
		case '\f':
			b.WriteString(`\f`)
		case '\r':
			b.WriteString(`\r`)
		default:
			if r < 0x20 || r == 0x7f {
				fmt.Fprintf(&b, `\u%04X`, r)
			} else {
				b.WriteRune(r)
			}
		}
	}
	b.WriteByte('"')
	return b.String()
}

// tomlArray is an array of basic strings.
func tomlArray(items []string) string {
	quoted := make([]string, len(items))
	for i, s := range items {
		quoted[i] = tomlString(s)
	}
	return "[" + strings.Join(quoted, ",") + "]"
}

// tomlEnv is an inline table. Names of environment variables of ours are bare keys.
func tomlEnv(vars []Variable) string {
	pairs := make([]string, len(vars))
	for i, v := range vars {
		pairs[i] = v.Name + "=" + tomlString(v.Value)
	}
	return "{" + strings.Join(pairs, ",") + "}"
}
