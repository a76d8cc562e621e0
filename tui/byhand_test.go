package tui

import (
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"testing"
	"time"
)

// byHand shows the screen over the engine in memory, for a person to try:
// go test -c ./tui && ./tui.test -test.run TestByHand -by-hand.
var byHand = flag.Bool("by-hand", false, "show the screen on this terminal")

func TestByHand(t *testing.T) {
	if !*byHand {
		t.Skip("needs a terminal and -by-hand")
	}
	e := newFake(40, 20)
	e.foreign["/home/kim/.claude/agents/reviewer.md"] = true
	e.changes = make(chan struct{}, 1)
	e.gate = make(chan struct{})
	go func() {
		for {
			time.Sleep(30 * time.Millisecond)
			e.gate <- struct{}{}
		}
	}()
	if os.Getenv("TRY") == "empty" {
		e.world.Agents = nil
		e.world.LookedFor = []Looked{{"agents", "/home/kim/agents", false}, {"gsd-core", "/home/kim/.claude/gsd-core", false}, {"Claude Code", "/home/kim/.claude", true}}
	}
	if os.Getenv("TRY") == "panic" {
		e.panics = true
	}
	ctx, stop := signal.NotifyContext(t.Context(), syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, os.Interrupt)
	defer stop()
	err := Run(ctx, e, Options{In: os.Stdin, Out: os.Stdout})
	fmt.Println("ended:", err)
}
