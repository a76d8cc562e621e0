package tui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/huh"

	"toolgrant/tui/cell"
	"toolgrant/tui/theme"
)

// An answer is one way to end a question. Its intent is nil for "never mind".
type answer struct {
	text   string
	intent intent
}

// A question is a choice with an end: huh draws and moves, the answers are intents.
type question struct {
	title   string
	about   []string
	answers []answer
	pick    *huh.Select[int]
	stays   bool // esc does not close it: there is nothing below
	w, h    int
}

func newQuestion(t theme.Theme, title string, about []string, answers ...answer) question {
	options := make([]huh.Option[int], len(answers))
	for i, a := range answers {
		options[i] = huh.NewOption(a.text, i)
	}
	pick := huh.NewSelect[int]().Options(options...)
	pick.WithTheme(t.Forms())
	pick.WithKeyMap(huh.NewDefaultKeyMap())
	pick.Focus()
	return question{title: title, about: about, answers: answers, pick: pick}
}

func (q question) scope() scope { return inQuestion }

func (q question) size(w, h int) overlay {
	q.w, q.h = w, h
	return q
}

func (q question) do(i intent) (overlay, intent) {
	key := tea.KeyMsg{Type: tea.KeyDown}
	times := 0
	switch i := i.(type) {
	case moveBy:
		times = i.by
	case pageBy:
		times = i.by * len(q.answers)
	case edge:
		times = len(q.answers)
		if !i.last {
			times = -times
		}
	case pointAt:
		// The answers are the last lines, whatever was said above them.
		_, lines := q.view(theme.Theme{})
		at, _ := q.pick.Hovered()
		to := i.row - (len(lines) - len(q.answers))
		if to < 0 || to == at {
			if to == at {
				return q.do(yes{})
			}
			return q, nil
		}
		times = to - at
	case yes:
		at, _ := q.pick.Hovered()
		a := q.answers[at]
		if a.intent == nil && q.stays {
			return q, nil
		}
		if _, ok := a.intent.(askFolder); ok {
			return q, a.intent // the folder is typed on top of the question
		}
		return nil, a.intent
	case quit:
		if q.stays {
			return nil, quitNow{}
		}
		return nil, nil
	case no:
		if q.stays {
			return q, nil
		}
		return nil, nil
	}
	if times < 0 {
		key, times = tea.KeyMsg{Type: tea.KeyUp}, -times
	}
	at, _ := q.pick.Hovered()
	if key.Type == tea.KeyDown {
		times = min(times, len(q.answers)-1-at)
	} else {
		times = min(times, at)
	}
	for range times {
		q.pick.Update(key)
	}
	return q, nil
}

func (q question) view(t theme.Theme) (string, []string) {
	var lines []string
	for _, a := range q.about {
		lines = append(lines, cell.Wrap(a, q.w)...)
	}
	choices := strings.Split(strings.TrimRight(q.pick.View(), "\n"), "\n")
	if room := max(0, q.h-len(choices)-1); len(lines) > room {
		lines = lines[:room]
	}
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	return q.title, append(lines, choices...)
}
