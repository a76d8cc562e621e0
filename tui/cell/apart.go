package cell

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// apart writes a cluster whose width is in dispute so that it no longer is. The
// variation selectors only choose between two pictures of one character, so they
// are left out; everything else that follows the first character is escaped.
func apart(cluster string) string {
	var b strings.Builder
	for i, r := range cluster {
		switch {
		case r == '\ufe0e' || r == '\ufe0f':
		case i == 0 && ansi.StringWidth(string(r)) == ansi.StringWidthWc(string(r)):
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
