// Package theme provides every colour, border and mark of the screen, once. No other
// package names a colour, so a person can retune the whole screen here.
package theme

import (
	"strings"

	"github.com/charmbracelet/lipgloss"
)

// A Theme is the styles and marks that the panes draw with. Meaning never hangs on
// a colour alone: every style stands beside a mark that says the same.
type Theme struct {
	Text, Muted, Strong     lipgloss.Style
	Accent                  lipgloss.Style // what has the focus, and keys in the footer
	Cursor, Faint           lipgloss.Style // the row under the cursor, with focus and without
	Marked                  lipgloss.Style // rows of a marked range
	On, Partial, Locked     lipgloss.Style // boxes
	Added, Removed, Hunk    lipgloss.Style
	AddedWord, RemovedWord  lipgloss.Style
	Warning, Bad, Good      lipgloss.Style
	Border, Focused, Header lipgloss.Style
	Marks                   Marks
	plain                   *strings.Replacer
}

// Marks are the glyphs of the screen: one set of lines and arrows, and one for
// consoles that draw those two columns wide or not at all (case TU07).
type Marks struct {
	TopLeft, TopRight, BottomLeft, BottomRight string
	Line, Side                                 string
	Point, Open, Closed, Dot, More, Tab        string
	BarFull, BarEmpty                          string
}

// token is a colour for light and for dark backgrounds. Colours of the 256 palette
// fall back to the nearest of 16 by themselves.
func token(light, dark string) lipgloss.AdaptiveColor {
	return lipgloss.AdaptiveColor{Light: light, Dark: dark}
}

// New makes the theme for one renderer, which knows the colours of its terminal.
// ASCII asks for plain characters instead of lines and arrows.
func New(r *lipgloss.Renderer, ascii bool) Theme {
	var (
		accent  = token("25", "110")
		muted   = token("243", "245")
		border  = token("250", "240")
		added   = token("28", "114")
		removed = token("124", "174")
		warning = token("130", "179")
		row     = token("254", "237")
	)
	plain := r.NewStyle()
	ink := func(c lipgloss.AdaptiveColor) lipgloss.Style { return plain.Foreground(c) }
	t := Theme{
		Text: plain, Muted: ink(muted), Strong: plain.Bold(true),
		Accent: ink(accent), Cursor: plain.Bold(true).Background(row), Faint: plain.Background(row),
		Marked: ink(accent),
		On:     ink(added), Partial: ink(warning), Locked: ink(muted),
		Added: ink(added), Removed: ink(removed), Hunk: ink(accent),
		AddedWord: ink(added).Bold(true).Underline(true), RemovedWord: ink(removed).Bold(true).Underline(true),
		Warning: ink(warning), Bad: ink(removed).Bold(true), Good: ink(added),
		Border: ink(border), Focused: ink(accent), Header: plain.Bold(true),
		Marks: lines(),
	}
	if ascii {
		t.Marks = plainMarks()
		t.plain = strings.NewReplacer("…", "~", "▏", "|", "→", ">", "←", "<", "↑", "^", "↓", "v")
	}
	return t
}

// Finish is the last step of drawing: our own arrows and ellipses in plain characters
// where the console wants them.
func (t Theme) Finish(screen string) string {
	if t.plain == nil {
		return screen
	}
	return t.plain.Replace(screen)
}

func lines() Marks {
	return Marks{
		TopLeft: "╭", TopRight: "╮", BottomLeft: "╰", BottomRight: "╯", Line: "─", Side: "│",
		Point: "▸", Open: "▾", Closed: "▸", Dot: "●", More: "…", Tab: "→",
		BarFull: "█", BarEmpty: "░",
	}
}

func plainMarks() Marks {
	return Marks{
		TopLeft: "+", TopRight: "+", BottomLeft: "+", BottomRight: "+", Line: "-", Side: "|",
		Point: ">", Open: "v", Closed: ">", Dot: "*", More: "~", Tab: ">",
		BarFull: "#", BarEmpty: ".",
	}
}
