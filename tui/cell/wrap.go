package cell

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Breaks says at which columns a line ends when it is broken to fit: the first piece
// has first columns, the others rest. A piece ends after a blank or a comma where
// there is one in its second half. The last break is the width of the line.
func Breaks(s string, first, rest int) []int {
	if first <= 0 || rest <= 0 {
		return []int{Width(s)}
	}
	var out []int
	at, start, good, room := 0, 0, 0, first
	for len(s) > 0 {
		cluster, w := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		for at+w-start > room && at > start {
			end := at
			if good > start+room/2 && at-good <= rest {
				end = good
			}
			out = append(out, end)
			start, room = end, rest
		}
		at += w
		if cluster == " " || cluster == "," {
			good = at
		}
		s = s[len(cluster):]
	}
	return append(out, at)
}

// Wrap breaks text into lines of at most w columns.
func Wrap(s string, w int) []string {
	var lines []string
	from := 0
	for _, to := range Breaks(s, w, w) {
		lines = append(lines, strings.TrimRight(Part(s, from, to), " "))
		from = to
	}
	return lines
}
