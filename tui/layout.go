package tui

// pane names the four places that can have the focus.
type pane int

const (
	agentsPane pane = iota
	grantsPane
	diffPane
	hostsPane
	panes
)

func (p pane) scope() scope { return [...]scope{inAgents, inGrants, inDiff, inHosts}[p] }

func (p pane) String() string { return [...]string{"Agents", "Grants", "Diff", "Runtimes"}[p] }

// shape is how the panes share the screen.
type shape int

const (
	tooSmall shape = iota
	tabbed         // one pane, the others as tabs
	stacked        // lists above, diff below
	columns        // side by side
)

// A rect is a part of the screen, in cells.
type rect struct{ x, y, w, h int }

func (r rect) has(x, y int) bool { return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h }

// inner is what a frame leaves for its content.
func (r rect) inner() rect { return rect{r.x + 1, r.y + 1, max(0, r.w-2), max(0, r.h-2)} }

// The smallest screen that shows anything of use.
const (
	minWidth  = 20
	minHeight = 5
)

// A layout is where everything stands on a screen of w by h cells. A pane whose
// rectangle is empty is not shown.
type layout struct {
	shape  shape
	w, h   int
	framed bool
	panes  [panes]rect
	header rect // title line, or the tabs
	teach  rect // what the row under the cursor means
	foot   rect // keys
}

// arrange lays the screen out. Frames cost two columns and two lines a pane, which
// narrow screens cannot spare: there one pane fills the screen under a line of tabs.
func arrange(w, h int, focus pane) layout {
	l := layout{w: w, h: h}
	if w < minWidth || h < minHeight {
		return l
	}
	l.header = rect{0, 0, w, 1}
	l.teach, l.foot = rect{0, h - 2, w, 1}, rect{0, h - 1, w, 1}
	spare := 0 // a tall screen explains in two lines
	if h >= 26 && w >= 60 {
		spare = 1
		l.teach = rect{0, h - 3, w, 2}
	}
	switch {
	case w >= 100 && h >= 14:
		l.shape, l.framed = columns, true
		body := h - 4 - spare
		a, g := clamp(w*22/100, 22, 36), clamp(w*32/100, 34, 58)
		l.panes[agentsPane] = rect{0, 1, a, body}
		l.panes[grantsPane] = rect{a, 1, g, body}
		l.panes[diffPane] = rect{a + g, 1, w - a - g, body}
		l.panes[hostsPane] = rect{0, l.teach.y - 1, w, 1}
	case w >= 60 && h >= 16:
		l.shape, l.framed = stacked, true
		body := h - 4 - spare
		top := (body + 1) / 2
		if focus == diffPane {
			top = max(5, body*2/5)
		}
		a := clamp(w*36/100, 20, 32)
		l.panes[agentsPane] = rect{0, 1, a, top}
		l.panes[grantsPane] = rect{a, 1, w - a, top}
		l.panes[diffPane] = rect{0, 1 + top, w, body - top}
		l.panes[hostsPane] = rect{0, l.teach.y - 1, w, 1}
	default:
		l.shape = tabbed
		if h < 8 {
			l.teach.h = 0
			l.teach.y = h - 1
		}
		l.panes[focus] = rect{0, 1, w, l.teach.y - 1}
	}
	return l
}

// content is the part of a pane that its rows can use.
func (l layout) content(p pane) rect {
	r := l.panes[p]
	if l.framed && p != hostsPane {
		return r.inner()
	}
	return r
}

// at is the pane under a cell.
func (l layout) at(x, y int) (pane, bool) {
	for p := range panes {
		if l.panes[p].has(x, y) {
			return p, true
		}
	}
	return 0, false
}

func clamp(n, low, high int) int { return max(low, min(n, high)) }
