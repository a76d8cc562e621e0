package tui

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
)

// crowd is 1,000 agents on 20 hosts with every one of them ticked, on a screen that
// waits for its first key.
func crowd(b *testing.B) Root {
	e := newFake(1000, 20)
	for i := range e.world.Hosts {
		e.world.Hosts[i].Ticked, e.world.Hosts[i].Detected = true, true
	}
	root := New(b.Context(), e, Options{Renderer: renderer(termenv.ANSI256)})
	r := step(root, tea.WindowSizeMsg{Width: 120, Height: 40})
	r = step(r, root.Init()())
	for range 500 {
		r = quick(r, tea.KeyMsg{Type: tea.KeyDown})
	}
	r = quick(r, tea.KeyMsg{Type: tea.KeyTab})
	return quick(r, tea.KeyMsg{Type: tea.KeyDown})
}

// step sends one message and runs the commands that follow, the view among them;
// the whole plan is left to the background.
func step(r Root, msg tea.Msg) Root {
	next, cmd := r.Update(msg)
	r = next.(Root)
	for _, m := range answers(cmd) {
		if _, plan := m.(plannedMsg); !plan {
			next, _ := r.Update(m)
			r = next.(Root)
		}
	}
	return r
}

func quick(r Root, msg tea.Msg) Root {
	next, _ := r.Update(msg)
	return next.(Root)
}

func answers(cmd tea.Cmd) []tea.Msg {
	if cmd == nil {
		return nil
	}
	switch m := cmd().(type) {
	case tea.BatchMsg:
		var out []tea.Msg
		for _, c := range m {
			out = append(out, answers(c)...)
		}
		return out
	case nil:
		return nil
	default:
		return []tea.Msg{m}
	}
}

// From a toggle to the repainted difference: Update, Preview, Update, View. It has
// to stay under one frame, 16 ms.
func BenchmarkToggle(b *testing.B) {
	r := crowd(b)
	r.looking = lane{}
	for b.Loop() {
		r.plan.lane = lane{busy: true, cancel: func() {}} // the background is at work
		r = step(r, tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}})
		if r.diff.key != r.wanted() || len(r.View()) == 0 {
			b.Fatal("the difference is not the newest one")
		}
	}
}

// Moving down a list of a thousand.
func BenchmarkMove(b *testing.B) {
	r := crowd(b)
	r.focus, r.looking = agentsPane, lane{}
	k := tea.KeyMsg{Type: tea.KeyDown}
	for b.Loop() {
		r.plan.lane = lane{busy: true, cancel: func() {}}
		r = step(r, k)
		_ = r.View()
	}
}

// Toggling for every agent at once.
func BenchmarkToggleEveryone(b *testing.B) {
	r := crowd(b)
	r.agents.list, r.looking = r.agents.to(0), lane{}
	r = r.settle()
	for b.Loop() {
		r.plan.lane = lane{busy: true, cancel: func() {}}
		r = step(r, tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}})
		_ = r.View()
	}
}

// From nothing to the first screen that shows agents and a difference, 64 agents.
func BenchmarkStart(b *testing.B) {
	e := newFake(64, 20)
	for b.Loop() {
		root := New(b.Context(), e, Options{Renderer: renderer(termenv.ANSI256)})
		r := step(root, tea.WindowSizeMsg{Width: 120, Height: 40})
		r = step(r, root.Init()())
		if len(r.View()) == 0 {
			b.Fatal("no screen")
		}
	}
}
