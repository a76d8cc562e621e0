package rewrite

import "unsafe"

// Buffers are the two byte slices that the steps of one Apply write into in turn: each
// step reads what the step before wrote. A pass has up to twenty steps over tens of
// kilobytes, and a fresh string for each of them costs more than all the scanning.
type buffers struct {
	spare, held []byte
}

// take returns an empty slice with room for n bytes that no text is read from. A new
// one gets more room than that, since rules more often lengthen a text than not.
func (b *buffers) take(n int) []byte {
	if cap(b.spare) < n {
		b.spare = make([]byte, 0, n+n/8)
	}
	return b.spare[:0]
}

// keep returns the written slice as text, and hands out the one that the text before
// stood in. The text shares the slice's memory, which is safe because a slice is only
// written to again once the text in it has been replaced; the last text of an Apply
// never is.
func (b *buffers) keep(written []byte) string {
	b.spare, b.held = b.held, written
	return unsafe.String(unsafe.SliceData(written), len(written))
}
