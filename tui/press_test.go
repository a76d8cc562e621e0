package tui

import (
	"context"
	"io"
	"slices"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
)

// A stage plays the terminal and Bubble Tea's loop for a Root, one message after
// the other, so that a test reads like what a person does.
type stage struct {
	t *testing.T
	Root
	engine *fake
	quit   bool
	paused int
	held   []tea.Cmd // commands kept back while hold is set
	hold   bool
}

func renderer(p termenv.Profile) *lipgloss.Renderer {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(p)
	r.SetHasDarkBackground(true)
	return r
}

func open(t *testing.T, e *fake, w, h int) *stage {
	t.Helper()
	return openWith(t, e, w, h, Options{Renderer: renderer(termenv.Ascii)})
}

func openWith(t *testing.T, e *fake, w, h int, o Options) *stage {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	s := &stage{t: t, Root: New(ctx, e, o), engine: e}
	s.send(tea.WindowSizeMsg{Width: w, Height: h})
	s.run(s.Init())
	return s
}

func (s *stage) send(m tea.Msg) {
	next, cmd := s.Update(m)
	s.Root = next.(Root)
	if s.hold {
		s.held = append(s.held, cmd)
		return
	}
	s.run(cmd)
}

// run drains a command and what follows from it.
func (s *stage) run(cmd tea.Cmd) {
	s.t.Helper()
	if cmd == nil {
		return
	}
	s.took(cmd())
}

func (s *stage) took(m tea.Msg) {
	s.t.Helper()
	switch m := m.(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range m {
			s.run(c)
		}
	case tea.QuitMsg:
		s.quit = true
	case tea.SuspendMsg:
		s.paused++
	default:
		s.send(m)
	}
}

// press sends keys as a terminal does: names of keys, or text as one burst.
func (s *stage) press(keys ...string) {
	s.t.Helper()
	for _, k := range keys {
		if m, ok := named()[k]; ok {
			s.send(m)
			continue
		}
		s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)})
	}
}

func named() map[string]tea.KeyMsg {
	space := tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{32}}
	m := map[string]tea.KeyMsg{"space": space, " ": space}
	for name, k := range map[string]tea.KeyType{
		"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "home": tea.KeyHome, "end": tea.KeyEnd,
		"tab": tea.KeyTab, "shift+tab": tea.KeyShiftTab, "enter": tea.KeyEnter, "esc": tea.KeyEsc,
		"ctrl+c": tea.KeyCtrlC, "ctrl+z": tea.KeyCtrlZ, "ctrl+r": tea.KeyCtrlR, "ctrl+b": tea.KeyCtrlB,
		"ctrl+f": tea.KeyCtrlF, "ctrl+u": tea.KeyCtrlU, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete,
	} {
		m[name] = tea.KeyMsg{Type: k}
	}
	return m
}

// screen is what the person sees, without colours.
func (s *stage) screen() string { return ansi.Strip(s.View()) }

// top is the scope of the overlay on top; empty without one.
func (s *stage) top() scope {
	if n := len(s.overlays); n > 0 {
		return s.overlays[n-1].scope()
	}
	return ""
}

func (s *stage) confirm() confirmOverlay { return s.overlays[len(s.overlays)-1].(confirmOverlay) }

func contains(list []string, s string) bool { return slices.Contains(list, s) }

// did lists the calls of one kind.
func (f *fake) did(what string) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []string
	for _, c := range f.calls {
		if c == what {
			out = append(out, c)
		}
	}
	return out
}
