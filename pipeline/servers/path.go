package servers

import (
	"strconv"
	"strings"

	"toolgrant/model"
)

// shownKeys is a path of keys as a message shows it: mcpServers.docs, with quotes
// where a key is no plain word.
func shownKeys(path []string) string {
	var b strings.Builder
	for i, key := range path {
		if i > 0 {
			b.WriteByte('.')
		}
		if plainKey(key) {
			b.WriteString(key)
		} else {
			b.WriteString(strconv.Quote(key))
		}
	}
	return b.String()
}

func plainKey(key string) bool {
	return key != "" && !strings.ContainsAny(key, ". \"\\") && model.Printable(key) == key
}
