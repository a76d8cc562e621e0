package theme

import "github.com/charmbracelet/huh"

// Forms is the theme in the words of huh, for the questions that it asks.
func (t Theme) Forms() *huh.Theme {
	h := huh.ThemeBase()
	for _, f := range []*huh.FieldStyles{&h.Focused, &h.Blurred} {
		f.Base = t.Text
		f.Title = t.Strong
		f.Description = t.Muted
		f.SelectSelector = t.Accent.SetString(t.Marks.Point + " ")
		f.Option, f.UnselectedOption = t.Text, t.Text
		f.SelectedOption = t.Strong
		f.ErrorMessage, f.ErrorIndicator = t.Bad, t.Bad
	}
	return h
}
