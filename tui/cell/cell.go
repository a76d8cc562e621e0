// Package cell provides text that fits: foreign text made safe for a terminal, and
// lines that are exactly as many columns wide as a pane has room for.
package cell

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"toolgrant/model"
)

// Text makes foreign text safe to draw inside a border: nothing reaches the terminal
// raw, and every terminal gives the result the same width.
//
// Terminals disagree about sequences of emoji (joined families, skin tones, flags,
// variation selectors): old ones add the parts up, new ones draw one picture. Where
// the two ways of counting differ, the parts are written as escapes.
func Text(s string) string {
	s = model.Printable(s)
	if len(s) == ascii(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		cluster, width := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		switch {
		case b.Len() == 0 && mark(cluster):
			b.WriteString(escaped(cluster))
		case width == ansi.StringWidthWc(cluster) && width == ansi.StringWidth(cluster) && cuts(cluster, width):
			b.WriteString(cluster)
		default:
			b.WriteString(apart(cluster))
		}
		s = s[len(cluster):]
	}
	out := b.String()
	if within := " " + out + " "; ansi.StringWidth(within) != ansi.StringWidthWc(within) {
		return escaped(out)
	}
	return out
}

// cuts reports whether a cluster stays whole when a line is cut before and behind it.
func cuts(cluster string, width int) bool {
	return Part(cluster+"xy", 0, width) == cluster && Part(cluster+"xy", width, width+2) == "xy"
}

// ascii counts the ASCII bytes in front of anything else.
func ascii(s string) int {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return i
		}
	}
	return len(s)
}

// Width is the number of columns that a line takes; escape sequences take none.
func Width(s string) int { return ansi.StringWidth(s) }

// Clip shortens a line to at most w columns, with an ellipsis where it was cut.
func Clip(s string, w int) string {
	if w <= 0 {
		return ""
	}
	if len(s) <= w && ascii(s) == len(s) {
		return s
	}
	return ansi.Truncate(s, w, "…")
}

// Fit makes a line exactly w columns wide: cut with an ellipsis, or padded.
func Fit(s string, w int) string {
	if w <= 0 {
		return ""
	}
	s = Clip(s, w)
	if n := w - ansi.StringWidth(s); n > 0 {
		return s + strings.Repeat(" ", n)
	}
	return s
}

// Ends puts left and right at the two ends of a line of w columns. Where there is not
// room for both, each gets at least half.
func Ends(left, right string, w int) string {
	if right == "" {
		return Fit(left, w)
	}
	r := min(ansi.StringWidth(right), max(w/2, w-ansi.StringWidth(left)-1), w-1)
	if r == 0 {
		return Fit(left, w)
	}
	return Fit(left, w-r-1) + " " + Fit(right, r)
}

// Slice is the w columns of a line that begin at column from, padded.
func Slice(s string, from, w int) string {
	if from <= 0 {
		return Fit(s, w)
	}
	return Fit(ansi.TruncateLeft(s, from, ""), w)
}

// Over lays the lines of front over those of back with its corner at x, y. Every
// line of back must be w columns wide, and so is every line of the result.
func Over(back, front []string, x, y, w int) []string {
	out := append([]string(nil), back...)
	for i, f := range front {
		at := y + i
		if at < 0 || at >= len(out) {
			continue
		}
		fw := min(ansi.StringWidth(f), w-x)
		left := Fit(ansi.Truncate(out[at], x, ""), x)
		right := Slice(out[at], x+fw, w-x-fw)
		out[at] = left + Fit(f, fw) + right
	}
	return out
}

// Head is the first w columns of a line, padded, without an ellipsis.
func Head(s string, w int) string {
	return Fit(ansi.Truncate(s, w, ""), w)
}

// Part is the columns of a line from one up to another, neither cut nor padded.
func Part(s string, from, to int) string {
	return ansi.Truncate(ansi.TruncateLeft(s, from, ""), to-from, "")
}
