// Package splice provides edits of texts that people own: a place is located by
// byte offset, new bytes are spliced in, the result is parsed again and its meaning
// compared. Everything outside the edit keeps its bytes: order, comments, blank
// lines, line ends, byte order mark. Nothing here does I/O.
package splice

import (
	"cmp"
	"fmt"
	"slices"
)

// An Edit replaces the bytes from Start to End with New. Start equal to End inserts.
type Edit struct {
	Start, End int
	New        string
}

// Apply makes all edits on a text. The offsets are those of the text before any of
// them; insertions at one offset keep their order and stand before a deletion that
// begins there. Edits that overlap or leave the text are an error, because then the
// one who located them read another text.
func Apply[T ~string | ~[]byte](text T, edits []Edit) (T, error) {
	sorted := slices.Clone(edits)
	slices.SortStableFunc(sorted, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(min(a.End-a.Start, 1), min(b.End-b.Start, 1)))
	})
	size, at := len(text), 0
	for _, e := range sorted {
		if e.Start < at || e.End < e.Start || e.End > len(text) {
			var zero T
			return zero, fmt.Errorf("edit of bytes %d to %d overlaps another or leaves the text of %d bytes", e.Start, e.End, len(text))
		}
		at = e.End
		size += len(e.New) - (e.End - e.Start)
	}
	out := make([]byte, 0, size)
	at = 0
	for _, e := range sorted {
		out = append(out, text[at:e.Start]...)
		out = append(out, e.New...)
		at = e.End
	}
	out = append(out, text[at:]...)
	return T(out), nil
}
