package diff

import (
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"toolgrant/tui/cell"
)

// hunk appends one hunk: its header, then its lines with the words that differ
// marked where a run of removed lines meets a run of added ones.
func (f *File) hunk(h *udiff.Hunk, hideCR bool) {
	var from, to int
	for _, l := range h.Lines {
		if l.Kind != udiff.Insert {
			from++
		}
		if l.Kind != udiff.Delete {
			to++
		}
	}
	f.Hunks++
	f.Lines = append(f.Lines, Line{Kind: Hunk, Text: fmt.Sprintf("@@ -%s +%s @@", extent(h.FromLine, from), extent(h.ToLine, to))})
	start := len(f.Lines)
	for _, l := range h.Lines {
		f.line(l.Kind, l.Content, hideCR)
	}
	mark(f.Lines[start:])
}

// extent is a range of lines as unified diffs write it: the count is left out when
// it is one, and an empty range stands before its line.
func extent(line, count int) string {
	switch count {
	case 0:
		return fmt.Sprintf("%d,0", max(0, line-1))
	case 1:
		return fmt.Sprintf("%d", line)
	}
	return fmt.Sprintf("%d,%d", line, count)
}

func (f *File) line(kind udiff.OpKind, content string, hideCR bool) {
	text, ended := strings.CutSuffix(content, "\n")
	if hideCR && ended {
		text = strings.TrimSuffix(text, "\r")
	}
	l := Line{Kind: Context, Text: Display(text)}
	switch kind {
	case udiff.Delete:
		l.Kind = Removed
		f.Removed++
	case udiff.Insert:
		l.Kind = Added
		f.Added++
	}
	f.Lines = append(f.Lines, l)
	if !ended {
		f.Lines = append(f.Lines, Line{Kind: NoEndl, Text: `\ no newline at end of file`})
	}
}

// maxShown bounds the bytes of a line that are shown. A one-line file of megabytes
// would otherwise be measured again at every key.
const maxShown = 8 << 10

// tabStop is the distance of tab stops. Tabs are drawn, because a tab where blanks
// belong is what breaks YAML.
const tabStop = 4

// Display makes one line of a file ready to draw: tabs as arrows up to the next
// stop, everything unsafe escaped, very long lines cut with a count of the rest.
func Display(s string) string {
	rest := 0
	if len(s) > maxShown {
		rest = len(s) - maxShown
		s = s[:maxShown]
	}
	var b strings.Builder
	col := 0
	for i, part := range strings.Split(s, "\t") {
		if i > 0 {
			n := tabStop - col%tabStop
			b.WriteString("→" + strings.Repeat(" ", n-1))
			col += n
		}
		t := cell.Text(part)
		b.WriteString(t)
		col += cell.Width(t)
	}
	if rest > 0 {
		fmt.Fprintf(&b, " … %d more bytes", rest)
	}
	return b.String()
}
