package tui

import (
	"slices"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"toolgrant/tui/cell"
)

// A field is one line of text being typed. It reads neither clipboard nor clock, so
// that Update stays free of both; pasting arrives as a key message.
type field struct {
	text []rune
	at   int
}

func newField(s string) field { return field{[]rune(s), len([]rune(s))} }

func (f field) value() string { return string(f.text) }

// typed is the field after a key, and whether the key meant anything to it. A pasted
// text loses its control characters: a line break in it would send the form.
func (f field) typed(msg tea.KeyMsg) (field, bool) {
	switch msg.Type {
	case tea.KeyRunes, tea.KeySpace:
		in := slices.DeleteFunc(slices.Clone(msg.Runes), unicode.IsControl)
		f.text = slices.Insert(slices.Clone(f.text), f.at, in...)
		f.at += len(in)
	case tea.KeyBackspace, tea.KeyCtrlH:
		if f.at > 0 {
			f.text = slices.Delete(slices.Clone(f.text), f.at-1, f.at)
			f.at--
		}
	case tea.KeyDelete:
		if f.at < len(f.text) {
			f.text = slices.Delete(slices.Clone(f.text), f.at, f.at+1)
		}
	case tea.KeyLeft:
		f.at = max(0, f.at-1)
	case tea.KeyRight:
		f.at = min(len(f.text), f.at+1)
	case tea.KeyHome, tea.KeyCtrlA:
		f.at = 0
	case tea.KeyEnd, tea.KeyCtrlE:
		f.at = len(f.text)
	case tea.KeyCtrlU:
		f.text, f.at = slices.Clone(f.text[f.at:]), 0
	default:
		return f, false
	}
	return f, true
}

// view is the field with its cursor, scrolled so that the cursor is in view.
func (f field) view(w int) string {
	before, after := cell.Text(string(f.text[:f.at])), cell.Text(string(f.text[f.at:]))
	left := max(0, cell.Width(before)+2-w)
	return cell.Slice(before+"▏"+after, left, w)
}
