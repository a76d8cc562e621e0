package rewrite

import "strings"

// A region is the elements of one name in a text, found one after the other as a scan
// comes to them. The zero region protects nothing.
type region struct {
	open, shut string
	from, to   int // the element that ends last before the scan, or holds it
	last       bool
}

func protect(element, text string) region {
	if element == "" {
		return region{last: true}
	}
	r := region{open: "<" + element + ">", shut: "</" + element + ">"}
	r.next(text)
	return r
}

// next moves to the element after the current one. An element that is never closed
// protects nothing.
func (r *region) next(text string) {
	begin := strings.Index(text[r.to:], r.open)
	if begin >= 0 {
		if length := strings.Index(text[r.to+begin:], r.shut); length >= 0 {
			r.from = r.to + begin
			r.to = r.from + length + len(r.shut)
			return
		}
	}
	r.from, r.to, r.last = len(text), len(text), true
}

// end returns where the element ends that an offset lies in, or the offset.
func (r *region) end(text string, at int) int {
	for !r.last && r.to <= at {
		r.next(text)
	}
	if r.from <= at && at < r.to {
		return r.to
	}
	return at
}
