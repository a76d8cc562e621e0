package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// A terminal is a shell inside tmux, with a server and a socket of its own: a real
// terminal, as far as a program can tell.
type terminal struct {
	t      *testing.T
	socket string
	last   string
}

// patience bounds each wait; a quiet machine needs a fraction of it.
const patience = 30 * time.Second

// openTerminal starts a shell whose prompt is "ready>", in a folder and with a home.
func openTerminal(t *testing.T, dir string, environ ...string) *terminal {
	t.Helper()
	if testing.Short() {
		t.Skip("a real terminal is not for short runs")
	}
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not installed: nothing drives the screen for real here")
	}
	// Sockets have short names; t.TempDir may be too long for one.
	folder, err := os.MkdirTemp("", "tg")
	if err != nil {
		t.Fatal(err)
	}
	term := &terminal{t: t, socket: filepath.Join(folder, "s")}
	t.Cleanup(func() {
		_ = term.command("kill-server").Run() // already gone when the shell ended
		os.RemoveAll(folder)
	})
	start := term.command("-f", os.DevNull, "new-session", "-d", "-x", "120", "-y", "32", "-c", dir, "sh", "-i")
	start.Env = append([]string{"PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "LC_ALL=C.UTF-8", "PS1=ready> ", "ENV="}, environ...)
	if out, err := start.CombinedOutput(); err != nil {
		t.Skipf("tmux does not start here: %v: %s", err, out)
	}
	term.shows(`ready>`)
	return term
}

func (term *terminal) command(args ...string) *exec.Cmd {
	return exec.Command("tmux", append([]string{"-u", "-S", term.socket}, args...)...)
}

// tmux runs one tmux command and returns what it prints.
func (term *terminal) tmux(args ...string) string {
	term.t.Helper()
	out, err := term.command(args...).CombinedOutput()
	if err != nil {
		term.t.Fatalf("tmux %q: %v: %s\n%s", args, err, out, term.last)
	}
	return string(out)
}

// press sends keys by tmux's names; text sends characters as one burst.
func (term *terminal) press(keys ...string) { term.tmux(append([]string{"send-keys"}, keys...)...) }
func (term *terminal) text(s string)        { term.tmux("send-keys", "-l", s) }

// until polls the screen for something to be true of it.
func (term *terminal) until(what string, ok func(screen string) bool) string {
	term.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		if term.last = term.tmux("capture-pane", "-p"); ok(term.last) {
			return term.last
		}
		<-time.After(20 * time.Millisecond)
	}
	term.t.Fatalf("the screen never showed %s; it is\n%s", what, term.last)
	return ""
}

// shows waits for every pattern to be on the screen at once.
func (term *terminal) shows(patterns ...string) string {
	term.t.Helper()
	return term.until(fmt.Sprintf("%q", patterns), func(screen string) bool {
		for _, p := range patterns {
			if !regexp.MustCompile(p).MatchString(screen) {
				return false
			}
		}
		return true
	})
}

// sh runs a line in the shell and waits until it has printed its end.
func (term *terminal) sh(line string) {
	term.t.Helper()
	term.text(line)
	term.press("Enter")
}

// settings is what the kernel says of the terminal, by the shell's own stty.
func (term *terminal) settings(into string) string {
	term.t.Helper()
	term.sh("clear; stty -a > " + into + "; echo written")
	term.shows(`(?m)^written`)
	data, err := os.ReadFile(into)
	if err != nil {
		term.t.Fatal(err)
	}
	// The size is the window's, not a setting.
	return regexp.MustCompile(`rows \d+; columns \d+;`).ReplaceAllString(string(data), "")
}

// restored demands a terminal as it was: its settings, the main screen, a cursor, no
// mouse tracking, and a shell that answers.
func (term *terminal) restored(before, into string) {
	term.t.Helper()
	term.until("the shell again", func(string) bool {
		return strings.TrimSpace(term.tmux("display-message", "-p", "#{alternate_on} #{mouse_any_flag}")) == "0 0"
	})
	if flag := strings.TrimSpace(term.tmux("display-message", "-p", "#{cursor_flag}")); flag != "1" {
		term.t.Errorf("the cursor is left hidden: %q", flag)
	}
	if after := term.settings(into); after != before {
		term.t.Errorf("stty said before\n%s\nand after\n%s", before, after)
	}
	term.sh("clear; echo wo''rks")
	term.shows(`(?m)^works`)
}
