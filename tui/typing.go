package tui

import (
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"toolgrant/tui/cell"
	"toolgrant/tui/theme"
)

// A fieldOverlay asks for one line of text and checks it with every letter.
type fieldOverlay struct {
	title string
	help  []string
	field field
	check func(string) (intent, error)
	err   error
	w     int
}

func newFolderField() fieldOverlay {
	return fieldOverlay{title: "Folder with agent files",
		help: []string{"A folder with one *.md file an agent. ~ is your home."},
		check: func(s string) (intent, error) {
			if s == "" {
				return nil, errors.New("is empty")
			}
			return source{Source{Folder: s}}, nil
		}}
}

func (o fieldOverlay) scope() scope { return inField }

func (o fieldOverlay) size(w, _ int) overlay {
	o.w = w
	return o
}

func (o fieldOverlay) typed(m tea.KeyMsg) overlay {
	if f, ok := o.field.typed(m); ok {
		o.field, o.err = f, nil
	}
	return o
}

func (o fieldOverlay) do(i intent) (overlay, intent) {
	switch i.(type) {
	case yes:
		out, err := o.check(o.field.value())
		if err != nil {
			o.err = err
			return o, nil
		}
		return nil, out
	case no:
		return nil, nil
	}
	return o, nil
}

func (o fieldOverlay) view(t theme.Theme) (string, []string) {
	lines := []string{t.Accent.Render("> ") + o.field.view(o.w-2)}
	if o.err != nil {
		for _, l := range cell.Wrap(cell.Text(o.err.Error()), o.w-2) {
			lines = append(lines, t.Bad.Render("x "+l))
		}
	}
	for _, h := range o.help {
		for _, l := range cell.Wrap(h, o.w) {
			lines = append(lines, t.Muted.Render(l))
		}
	}
	return o.title, lines
}
