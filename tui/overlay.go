package tui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"toolgrant/tui/cell"
	"toolgrant/tui/theme"
)

// An overlay stands on top of the panes and takes the keys until it is closed.
type overlay interface {
	scope() scope
	// size tells it the room there is inside its frame.
	size(w, h int) overlay
	// do acts on an intent. A nil overlay closes it; the intent is for Root.
	do(i intent) (overlay, intent)
	// view is the title and at most the lines that size allowed.
	view(t theme.Theme) (title string, lines []string)
}

// A typist is an overlay that takes text.
type typist interface{ typed(tea.KeyMsg) overlay }

// overlayRect is where overlays stand: centred with air around them, or the whole
// screen above the keys where there is none to spare.
func overlayRect(l layout) rect {
	if l.shape == tooSmall {
		return rect{}
	}
	if l.shape == tabbed {
		return rect{0, 0, l.w, l.h - 1}
	}
	w := min(l.w-4, 110)
	if l.w < 80 {
		w = l.w
	}
	return rect{(l.w - w) / 2, 1, w, l.teach.y - 2}
}

// overlayBox is where the overlay on top stands, with its title and its lines. Where
// there is air around it, it is no larger than what it says.
func (r Root) overlayBox() (b rect, title string, lines []string) {
	b = overlayRect(r.lay)
	title, lines = r.overlays[len(r.overlays)-1].view(r.theme)
	lines = lines[:min(len(lines), max(0, b.h-2))]
	if !r.lay.framed {
		return b, title, lines
	}
	if len(lines)+2 < b.h {
		b.h = max(5, len(lines)+2)
		b.y = max(1, (r.h-b.h)/3)
	}
	w := cell.Width(title)
	for _, l := range lines {
		w = max(w, cell.Width(strings.TrimRight(ansi.Strip(l), " ")))
	}
	b.w = clamp(w+4, min(b.w, 56), b.w)
	b.x = (r.w - b.w) / 2
	return b, title, lines
}

// overlaid lays the overlay on top over the screen.
func (r Root) overlaid(back []string) []string {
	b, title, lines := r.overlayBox()
	for i, l := range lines {
		lines[i] = cell.Head(l, b.w-2) // what is cut off is blank
	}
	return cell.Over(back, frame(r.theme, b, title, "", lines, true), b.x, b.y, r.w)
}

func (r Root) push(o overlay) Root {
	b := overlayRect(r.lay).inner()
	r.overlays = append(slices.Clone(r.overlays), o.size(b.w, b.h))
	return r
}

// replace puts another overlay in the place of the one on top; nil takes it away.
func (r Root) replace(o overlay) Root {
	r.overlays = slices.Clone(r.overlays[:len(r.overlays)-1])
	if o != nil {
		r.overlays = append(r.overlays, o)
	}
	return r
}

// drop takes the overlays of one scope away.
func (r Root) drop(s scope) Root {
	r.overlays = slices.DeleteFunc(slices.Clone(r.overlays), func(o overlay) bool { return o.scope() == s })
	return r
}

// A textOverlay is text to read: help, notes, a difference, an error.
type textOverlay struct {
	title string
	body  diffView
}

func newText(title string, c content) textOverlay {
	return textOverlay{title, diffView{content: c, wrap: true}}
}

func (o textOverlay) scope() scope { return inText }

func (o textOverlay) size(w, h int) overlay {
	if w != o.body.w || h != o.body.h {
		o.body = o.body.size(w, h)
	}
	return o
}

func (o textOverlay) do(i intent) (overlay, intent) {
	switch i := i.(type) {
	case moveBy:
		o.body = o.body.scroll(i.by, 0)
	case pageBy:
		o.body = o.body.scroll(i.by*max(1, o.body.h-1), 0)
	case sideways:
		o.body.wrap = false
		o.body = o.body.size(o.body.w, o.body.h).scroll(0, i.by*sideStep)
	case edge:
		far := len(o.body.drawns)
		if !i.last {
			far = -far
		}
		o.body = o.body.scroll(far, 0)
	case no:
		return nil, nil
	}
	return o, nil
}

func (o textOverlay) view(t theme.Theme) (string, []string) { return o.title, o.body.view(t) }
