package main

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// An interrupt ends every command with 130 and leaves the home as it was, also one
// that came before the command began.
func TestInterruptedBefore(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.populate()
	before := h.listing(true)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, line := range []string{
		"apply --runtime all", "--apply --runtime claude", "diff", "status", "check", "explain agent-03",
		"grant agent-03 Bash", "allow agent-03 kcap-sessions", "adopt", "undo", "uninstall --yes",
	} {
		if got := h.program().run(ctx, strings.Fields(line)); got != exitInterrupted {
			t.Errorf("toolgrant %s ended with %d, want %d\n%s", line, got, exitInterrupted, h.err.String())
		}
	}
	h.same("interrupted commands", h.listing(true), before)
}

// A command that waits for a person or a pipe ends at once when it is interrupted.
func TestInterruptedWhileWaiting(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"apply --runtime claude", "uninstall", "launch", "bridge mesh/lead"} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			h.populate()
			h.write(filepath.Join(h.home, ".claude", "agents", "agent-03.md"), "mine\n")
			h.write(filepath.Join(h.project, "mesh", "mesh.json"), `{"version": 1, "agents": [{"name": "lead", "root": "./lead"}]}`)
			h.write(filepath.Join(h.project, "mesh", "lead", "agent.json"), `{"name": "lead"}`)
			silent, hold := io.Pipe()
			defer hold.Close()
			p := h.program()
			asked := make(chan struct{})
			p.stdin, p.inTerminal = &firstRead{from: silent, happened: asked}, true
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan int, 1)
			go func() { ended <- p.run(ctx, strings.Fields(line)) }()
			select {
			case <-asked:
			case code := <-ended:
				t.Fatalf("it did not wait, but ended with %d\n%s", code, h.err.String())
			}
			stop()
			select {
			case code := <-ended:
				if want := []int{exitInterrupted, exitDone}; !slices.Contains(want[:1+strings.Count(line, "bridge")], code) {
					t.Errorf("ended with %d, want %d\n%s", code, exitInterrupted, h.err.String())
				}
			case <-time.After(patience):
				t.Fatal("it still waits")
			}
		})
	}
}

// firstRead says when somebody begins to read.
type firstRead struct {
	from     io.Reader
	happened chan struct{}
	once     bool
}

func (r *firstRead) Read(b []byte) (int, error) {
	if !r.once {
		r.once = true
		close(r.happened)
	}
	return r.from.Read(b)
}
