package tui

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/exp/teatest"
	"github.com/muesli/termenv"
)

// The program starts, takes a new size, and quits.
func TestProgram(t *testing.T) {
	root := New(t.Context(), newFake(6, 3), Options{Renderer: renderer(termenv.Ascii)})
	tm := teatest.NewTestModel(t, root, teatest.WithInitialTermSize(120, 40))
	await(t, tm.Output(), "Agents 6", "Claude Code  1 of 3")
	tm.Send(tea.WindowSizeMsg{Width: 40, Height: 10})
	await(t, tm.Output(), "[Agents]")
	tm.Type("jjlj ")
	tm.Send(tea.KeyMsg{Type: tea.KeyCtrlC})
	await(t, tm.Output(), "save the config and quit")
	tm.Type("j")
	tm.Send(tea.KeyMsg{Type: tea.KeyEnter})
	tm.WaitFinished(t, teatest.WithFinalTimeout(10*time.Second))
	last := tm.FinalModel(t).(Root)
	if len(last.unsaved) != 1 {
		t.Errorf("at the end: %v", last.unsaved)
	}
}

func await(t *testing.T, r io.Reader, words ...string) {
	t.Helper()
	var seen bytes.Buffer
	teatest.WaitFor(t, io.TeeReader(r, &seen), func([]byte) bool {
		for _, w := range words {
			if !strings.Contains(seen.String(), w) {
				return false
			}
		}
		return true
	}, teatest.WithDuration(10*time.Second), teatest.WithCheckInterval(5*time.Millisecond))
}

// A tap is an output that can be read while it is written.
type tap struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (t *tap) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.b.Write(p)
}

func (t *tap) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.b.String()
}

// restored are the sequences that give a terminal back: alternate screen and mouse
// off, cursor on, bracketed paste off (case TU05).
var restored = []string{"\x1b[?1049l", "\x1b[?1002l", "\x1b[?25h", "\x1b[?2004l"}

func gaveBack(t *testing.T, out string) {
	t.Helper()
	for _, seq := range restored {
		if !strings.Contains(out, seq) {
			t.Errorf("%q is missing at the end", seq)
		}
	}
}

// When the caller ends the context, an apply under way is put back and waited for.
func TestRunEndsWithItsContext(t *testing.T) {
	e := newFake(3, 3)
	e.gate = make(chan struct{})
	in, keys := io.Pipe()
	out := &tap{}
	ended := errors.New("terminated")
	ctx, stop := context.WithCancelCause(t.Context())
	before := len(e.disk)
	done := make(chan error)
	go func() { done <- Run(ctx, e, Options{In: in, Out: out, Renderer: renderer(termenv.Ascii)}) }()
	go func() {
		for len(e.did("plan")) == 0 {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(20 * time.Millisecond)
		_, _ = keys.Write([]byte("ay"))
		for len(e.did("apply")) == 0 {
			time.Sleep(time.Millisecond)
		}
		stop(ended)
	}()
	select {
	case err := <-done:
		if !errors.Is(err, ended) {
			t.Errorf("ended with %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("Run does not end")
	}
	gaveBack(t, out.String())
	if len(e.disk) != before || e.backup != nil {
		t.Error("the apply was not put back")
	}
}

// A panic in a command gives the terminal back, and its words come with the error.
func TestRunAfterAPanic(t *testing.T) {
	e := newFake(3, 3)
	e.panics = true
	e.world.Undo = "3 files"
	in, keys := io.Pipe()
	out := &tap{}
	done := make(chan error)
	go func() { done <- Run(t.Context(), e, Options{In: in, Out: out, Renderer: renderer(termenv.Ascii)}) }()
	go func() {
		for len(e.did("plan")) == 0 {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(20 * time.Millisecond)
		_, _ = keys.Write([]byte("u\r"))
	}()
	select {
	case err := <-done:
		if !errors.Is(err, tea.ErrProgramPanic) || !strings.Contains(err.Error(), "undo broke") || !strings.Contains(err.Error(), "fake_test.go") {
			t.Errorf("ended with %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("Run does not end")
	}
	gaveBack(t, out.String())
}
