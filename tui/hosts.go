package tui

import (
	"fmt"
	"strings"

	"toolgrant/model"
	"toolgrant/tui/cell"
	"toolgrant/tui/theme"
)

// hostStrip is the line of runtimes: which are part of the plan, what each does with
// lists, and which one the diff shows.
type hostStrip struct {
	hosts  []Host
	ticked map[string]bool
	cursor int
}

func newHostStrip(hosts []Host) hostStrip {
	s := hostStrip{hosts: hosts, ticked: map[string]bool{}}
	for _, h := range hosts {
		if h.Ticked {
			s.ticked[h.ID] = true
		}
	}
	for i, h := range hosts {
		if s.ticked[h.ID] {
			s.cursor = i
			break
		}
	}
	return s
}

// keep takes ticks and cursor over from a strip of an earlier World.
func (s hostStrip) keep(old hostStrip) hostStrip {
	if len(old.hosts) == 0 {
		return s
	}
	s.ticked = old.ticked
	for i, h := range s.hosts {
		if h.ID == old.current().ID {
			s.cursor = i
		}
	}
	return s
}

func (s hostStrip) current() Host {
	if s.cursor < len(s.hosts) {
		return s.hosts[s.cursor]
	}
	return Host{}
}

// plan is the ids of the ticked runtimes, in table order.
func (s hostStrip) plan() []string {
	var ids []string
	for _, h := range s.hosts {
		if s.ticked[h.ID] {
			ids = append(ids, h.ID)
		}
	}
	return ids
}

// walk goes to the next runtime of the plan, round the end; to the next of all when
// the plan has none.
func (s hostStrip) walk(by int) hostStrip {
	for i, n := s.cursor, 0; n < len(s.hosts); n++ {
		i = (i + by + len(s.hosts)) % len(s.hosts)
		if len(s.ticked) == 0 || s.ticked[s.hosts[i].ID] {
			s.cursor = i
			break
		}
	}
	return s
}

// step goes to the neighbour on the line, ticked or not.
func (s hostStrip) step(by int) hostStrip {
	s.cursor = clamp(s.cursor+by, 0, max(0, len(s.hosts)-1))
	return s
}

// toggle ticks the current runtime or takes it out of the plan. It says why it cannot.
func (s hostStrip) toggle() (hostStrip, string) {
	h := s.current()
	if h.Why != "" && !s.ticked[h.ID] {
		return s, h.Name + ": " + h.Why
	}
	next := map[string]bool{}
	for id := range s.ticked {
		next[id] = true
	}
	if next[h.ID] {
		delete(next, h.ID)
	} else {
		next[h.ID] = true
	}
	s.ticked = next
	return s, ""
}

// position says which of the ticked runtimes the cursor is on: "1 of 3".
func (s hostStrip) position() string {
	for i, id := range s.plan() {
		if id == s.current().ID {
			return fmt.Sprintf("%d of %d", i+1, len(s.plan()))
		}
	}
	return "not in the plan"
}

// label is one runtime as the strip shows it.
func (s hostStrip) label(i int, sel model.Selection) string {
	h := s.hosts[i]
	b := off
	switch {
	case s.ticked[h.ID]:
		b = on
	case h.Why != "":
		b = shut
	}
	text := b.String() + " " + cell.Text(h.Name)
	switch {
	case sel.Enforced(h.ID):
		text += " enforced"
	case h.Tools.BuiltIn == model.Inherits:
		text += " inherits"
	}
	return text
}

// A stop is where one runtime stands on the line.
type stop struct{ host, from, to int }

// lay puts as many runtimes on a line as fit, from the plan's first on, always with
// the current one, and counts the rest. Runtimes that are neither found nor ticked
// come up only when the cursor walks to them.
func (s hostStrip) lay(sel model.Selection, w int) (stops []stop, more int) {
	var show []int
	for i, h := range s.hosts {
		if h.Detected || s.ticked[h.ID] || i == s.cursor {
			show = append(show, i)
		}
	}
	at, first := 0, 0
	for k, i := range show {
		if i == s.cursor {
			for first < k && s.span(sel, show[first:k+1]) > w-6 {
				first++
			}
		}
	}
	for _, i := range show[first:] {
		width := cell.Width(s.label(i, sel))
		if at+width > w-6 && len(stops) > 0 {
			break
		}
		stops = append(stops, stop{i, at, at + width})
		at += width + 2
	}
	return stops, len(s.hosts) - len(stops)
}

func (s hostStrip) span(sel model.Selection, hosts []int) int {
	n := 0
	for _, i := range hosts {
		n += cell.Width(s.label(i, sel)) + 2
	}
	return n
}

// view draws the line, or one runtime a line where there is room for several.
func (s hostStrip) view(t theme.Theme, sel model.Selection, w int, focused bool) string {
	stops, more := s.lay(sel, w)
	var parts []string
	for _, st := range stops {
		label := s.label(st.host, sel)
		switch {
		case st.host == s.cursor && focused:
			label = t.Cursor.Render(label)
		case st.host == s.cursor:
			label = t.Faint.Underline(true).Render(label)
		case s.ticked[s.hosts[st.host].ID]:
			label = t.Text.Render(label)
		default:
			label = t.Muted.Render(label)
		}
		parts = append(parts, label)
	}
	line := strings.Join(parts, "  ")
	if more > 0 {
		line += t.Muted.Render(fmt.Sprintf("  +%d", more))
	}
	return cell.Fit(line, w)
}
