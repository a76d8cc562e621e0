//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// stageTerminal is a home with two hosts, one server and a few agents, and a terminal
// in front of it.
func stageTerminal(t *testing.T) (*house, *terminal, string) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, home: filepath.Join(root, "home"), project: filepath.Join(root, "project"), agents: filepath.Join(root, "agents")}
	for _, dir := range []string{h.project, filepath.Join(h.home, ".claude"), filepath.Join(h.home, ".config", "kilo")} {
		h.mkdir(dir)
	}
	for _, name := range []string{"auditor", "fixer", "librarian", "reviewer"} {
		h.write(filepath.Join(h.agents, name+".md"), "---\nname: "+name+"\ndescription: works\ntools: Read, Grep\n---\nWork.\n")
	}
	h.write(filepath.Join(h.home, ".claude.json"), `{"mcpServers": {"docs": {"command": "true"}}}`)
	program, err := exec.LookPath("toolgrant")
	if err != nil {
		t.Fatal(err)
	}
	return h, openTerminal(t, h.project, "HOME="+h.home, "TOOLGRANT_AGENTS="+h.agents), program
}

// The main job by hand in a real terminal: filter, toggle, see the difference, resize,
// apply, undo, quit, and a terminal that is as it was.
func TestTerminalWalk(t *testing.T) {
	t.Parallel()
	h, term, program := stageTerminal(t)
	before := term.settings(filepath.Join(h.home, "stty"))
	term.sh(program)
	term.shows(`Agents 4`, `auditor`, `MCP servers`, `4 new|8 files to apply`)

	// A burst acts key by key: down, down, up, then to the end.
	term.text("jjkG")
	term.shows(`▸ reviewer`)
	term.text("/fix")
	term.until("only fixer", func(s string) bool { return strings.Contains(s, "fixer") && !strings.Contains(s, "librarian") })
	term.press("Enter")
	term.shows(`▸ fixer`)

	// A grant is on the screen as a changed line before anything is written.
	term.press("Tab")
	term.press("Space")
	term.shows(`\[x\].*docs`, `\+tools: Read, Grep, mcp__docs__\*`, `1 unsaved change`)
	artifact := filepath.Join(h.home, ".claude", "agents", "fixer.md")
	if _, err := os.Stat(artifact); err == nil {
		t.Error("an artifact was written before the apply")
	}

	// Smaller and larger again, while it stands.
	term.tmux("resize-window", "-x", "56", "-y", "16")
	term.shows(`fixer`)
	term.tmux("resize-window", "-x", "120", "-y", "32")
	term.shows(`Agents`, `mcp__docs__\*`)

	term.press("a")
	term.shows(`Apply exactly this\?`, `Claude Code +4 new`)
	term.press("y")
	term.shows(`in place: 9 files written`)
	if data, _ := os.ReadFile(artifact); !strings.Contains(string(data), "tools: Read, Grep, mcp__docs__*\n") {
		t.Errorf("the artifact holds %q", data)
	}
	term.press("u")
	term.shows(`Puts back what the last apply replaced`)
	term.press("Enter")
	term.shows(`undone: 9 files put back`)
	if _, err := os.Stat(artifact); err == nil {
		t.Error("undo left the artifact")
	}
	term.press("q")
	term.restored(before, filepath.Join(h.home, "stty"))
}

// SIGTERM in the middle gives the terminal back too, and the exit says so.
func TestTerminalAfterSignal(t *testing.T) {
	t.Parallel()
	h, term, program := stageTerminal(t)
	before := term.settings(filepath.Join(h.home, "stty"))
	term.sh("clear; " + program + "; echo ended $?")
	term.shows(`Agents 4`, `MCP servers`)
	term.text("jj ")
	pid := childOf(t, strings.TrimSpace(term.tmux("display-message", "-p", "#{pane_pid}")))
	if out, err := exec.Command("kill", "-TERM", pid).CombinedOutput(); err != nil {
		t.Fatalf("kill: %v: %s", err, out)
	}
	term.shows(`toolgrant: .*`, `(?m)^ended 143$`)
	term.restored(before, filepath.Join(h.home, "stty"))

	// A question is ended by ctrl+c, and nothing was changed.
	h.write(filepath.Join(h.home, ".claude", "agents", "fixer.md"), "mine\n")
	term.sh("clear; " + program + " apply; echo ended $?")
	term.shows(`\[k\]eep it, \[o\]verwrite`)
	term.press("C-c")
	term.shows(`nothing was changed`, `(?m)^ended 130$`)
	term.restored(before, filepath.Join(h.home, "stty"))
}

// childOf is the process that a shell has started last.
func childOf(t *testing.T, shell string) string {
	t.Helper()
	out, err := exec.Command("pgrep", "-P", shell).Output()
	if err != nil {
		t.Skipf("pgrep cannot tell which process to signal: %v", err)
	}
	words := strings.Fields(string(out))
	return words[len(words)-1]
}
