package tui

// A list is a cursor over rows of which only some fit: every pane that scrolls has
// one. Its cursor is always on a row, except in an empty list, and always in view,
// also in one line of height (cases TU04, TU10).
type list struct {
	n, height      int
	cursor, offset int
	anchor         int // where a marked range began, from 1; 0 when none
}

// resize sets the number of rows and the lines there are for them.
func (l list) resize(n, height int) list {
	l.n, l.height = n, max(1, height)
	return l.to(l.cursor)
}

// to puts the cursor on a row, or on the nearest there is.
func (l list) to(i int) list {
	l.cursor = max(0, min(i, l.n-1))
	l.anchor = min(l.anchor, l.n)
	l.offset = min(l.offset, l.cursor)
	l.offset = max(l.offset, l.cursor-l.height+1)
	l.offset = max(0, min(l.offset, l.n-l.height))
	return l
}

func (l list) move(by int) list { return l.to(l.cursor + by) }

func (l list) page(by int) list { return l.to(l.cursor + by*max(1, l.height-1)) }

func (l list) edge(last bool) list {
	if last {
		return l.to(l.n - 1)
	}
	return l.to(0)
}

// walk moves the cursor as an intent asks. chosen says that a click landed on the row
// that the cursor was on already, which means it; moved, that the intent was a move at all.
func (l list) walk(i intent) (_ list, chosen, moved bool) {
	switch i := i.(type) {
	case moveBy:
		return l.move(i.by), false, true
	case pageBy:
		return l.page(i.by), false, true
	case edge:
		return l.edge(i.last), false, true
	case pointAt:
		at := l.offset + i.row
		return l.to(at), at == l.cursor, true
	}
	return l, false, false
}

// scroll moves the window and takes the cursor along only where it must.
func (l list) scroll(by int) list {
	l.offset = max(0, min(l.offset+by, l.n-l.height))
	l.cursor = max(l.offset, min(l.cursor, l.offset+l.height-1))
	return l.to(l.cursor)
}

// window is the half-open range of rows in view.
func (l list) window() (from, to int) { return l.offset, min(l.n, l.offset+l.height) }

// mark begins a range at the cursor, or ends it.
func (l list) mark() list {
	if l.anchor > 0 {
		l.anchor = 0
	} else if l.n > 0 {
		l.anchor = l.cursor + 1
	}
	return l
}

// span is the marked range, both ends included; the cursor's row when none is marked.
func (l list) span() (from, to int) {
	if l.anchor == 0 {
		return l.cursor, l.cursor
	}
	return min(l.anchor-1, l.cursor), max(l.anchor-1, l.cursor)
}

// marked reports whether a row is in a marked range.
func (l list) marked(i int) bool {
	from, to := l.span()
	return l.anchor > 0 && from <= i && i <= to
}
