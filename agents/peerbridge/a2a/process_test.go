//go:build unix

package a2a

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

func peer(t *testing.T, mode string) *Process {
	t.Helper()
	p := &Process{Name: mode, Command: os.Args[0], Dir: t.TempDir(), Env: []string{"A2A_TEST_PEER=" + mode, "GORACE=atexit_sleep_ms=0"},
		Timeout: time.Minute, Grace: time.Minute}
	t.Cleanup(func() {
		over, cancel := context.WithCancel(context.Background())
		cancel()
		p.Close(over)
	})
	return p
}

func TestPeersThatAnswer(t *testing.T) {
	for _, mode := range []string{"echo", "noise", "last words", "fd3"} {
		p := peer(t, mode)
		if mode == "fd3" {
			guard, err := os.Create(t.TempDir() + "/guard")
			if err != nil {
				t.Fatal(err)
			}
			defer guard.Close()
			p.Guard = guard
		}
		want := map[string]string{"echo": "  padded \n", "fd3": "true"}[mode]
		if want == "" {
			want = "heard"
		}
		got, err := p.Send(t.Context(), ask("  padded \n"))
		if err != nil || !got.Completed() || got.Summary != want {
			t.Errorf("%s: %+v, %v; want %q", mode, got, err, want)
		}
		p.Close(t.Context())
	}
}

func TestPeersThatFail(t *testing.T) {
	for _, c := range []struct {
		mode, want string
		change     func(*Process)
	}{
		{"exit", `peer "exit" exited (7): noise /secret/where`, nil},
		{"error", "no, says /etc/passwd", nil},
		{"silent", `peer "silent" did not answer within 50ms`, func(p *Process) { p.Timeout = 50 * time.Millisecond }},
		{"none", "no such file or directory", func(p *Process) { p.Command = "/no/such/command" }},
		{"unknown", `command "no-such-command" is not in PATH`, func(p *Process) { p.Command = "no-such-command" }},
		{"relative PATH", `is not in PATH`, func(p *Process) { p.Command, p.Env = "sh", []string{"PATH=.:bin:"} }},
		{"NUL", `invalid argument`, func(p *Process) { p.Args = []string{"a\x00b"} }},
		{"refused", "not this one", func(p *Process) { p.Started = func(int) error { return errors.New("not this one") } }},
	} {
		p := peer(t, c.mode)
		if c.change != nil {
			c.change(p)
		}
		if _, err := p.Send(t.Context(), ask("x")); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.mode, err, c.want)
		}
		p.Close(t.Context())
	}
}

func TestOneProcessTwoTasksAtOnce(t *testing.T) {
	p := peer(t, "echo")
	var all sync.WaitGroup
	for _, text := range []string{"one", "two"} {
		all.Go(func() {
			if got, err := p.Send(t.Context(), ask(text)); err != nil || got.Summary != text {
				t.Errorf("%s: %+v, %v", text, got, err)
			}
		})
	}
	all.Wait()
}

func TestAnEmptyEnvironmentIsNotOurs(t *testing.T) {
	t.Setenv("A2A_TEST_SECRET", "x")
	p := peer(t, "env")
	got, err := p.Send(t.Context(), ask("x"))
	if err != nil || got.Summary != "A2A_TEST_PEER=env\nGORACE=atexit_sleep_ms=0" {
		t.Errorf("the peer saw %q, %v", got.Summary, err)
	}
}

// TestNothingOfTheGroupIsLeft ends a peer that ignores the end of its input and has a
// child: by grace, and by a cancelled call.
func TestNothingOfTheGroupIsLeft(t *testing.T) {
	for _, cancelled := range []bool{false, true} {
		p := peer(t, "stubborn")
		p.Grace = 50 * time.Millisecond
		ctx, cancel := context.WithCancel(t.Context())
		if cancelled {
			p.Grace = time.Hour
		}
		if _, err := p.Send(ctx, ask("x")); err != nil {
			t.Fatal(err)
		}
		group := p.cmd.Process.Pid
		if err := syscall.Kill(-group, 0); err != nil {
			t.Fatalf("the peer has no group of its own: %v", err)
		}
		if cancelled {
			cancel()
		}
		p.Close(ctx)
		for end := time.Now().Add(10 * time.Second); ; { // until its zombies are reaped
			if err := syscall.Kill(-group, 0); errors.Is(err, syscall.ESRCH) || onlyZombies(group) {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("cancelled %v: something of the group is left", cancelled)
			}
		}
		cancel()
	}
}

// onlyZombies reports whether all of a group has ended and merely waits to be reaped
// by whoever inherited it.
func onlyZombies(group int) bool {
	entries, _ := os.ReadDir("/proc")
	return !slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		data, _ := os.ReadFile("/proc/" + e.Name() + "/stat")
		_, rest, _ := strings.Cut(string(data), ") ")
		f := strings.Fields(rest)
		return len(f) > 2 && f[2] == itoa(group) && f[0] != "Z"
	})
}

func itoa(n int) string { b, _ := json.Marshal(n); return string(b) }

func TestTail(t *testing.T) {
	var s tail
	for range 5000 {
		s.Write([]byte("😀x"))
	}
	if got := s.said(); len(got) > 10000 || !strings.HasSuffix(got, "😀x") || len(s.text) > 2*keepTail+5 {
		t.Errorf("%d bytes told, %d kept", len(got), len(s.text))
	}
}
