package tui

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// The headings above the first box come into view again with the first box.
func TestFirstHeadingComesBack(t *testing.T) {
	s := open(t, newFake(3, 3), 80, 24)
	s.press("j", "tab", "end", "pgup", "pgup", "pgup")
	s.shows("MCP servers", "▸ [x] ▸ docs")
	s.press("end")
	for range s.grants.rows {
		s.press("k")
	}
	s.shows("MCP servers", "▸ [x] ▸ docs")
}

func TestFilterOfGrants(t *testing.T) {
	s := open(t, newFake(3, 3), 120, 40)
	s.press("j", "tab", "/", "track")
	s.shows("/track▏", "tracker")
	if strings.Contains(s.screen(), "browser") {
		t.Error("the filter shows everything")
	}
	s.press("enter", "space", "esc")
	s.shows("browser")
	if !contains(s.sel.Global.Tools["planner"], "mcp__tracker__*") {
		t.Errorf("%v", s.sel.Global.Tools)
	}
}

func TestMarkedRange(t *testing.T) {
	s := open(t, newFake(12, 3), 120, 40)
	s.press("j", "m", "j", "j", "tab", "j", "m", "j", "space")
	for _, stem := range []string{"planner", "reviewer", "builder"} {
		got := s.sel.Global.Tools[stem]
		if !slices.Equal(got, []string{"mcp__browser__*", "mcp__tracker__*"}) {
			t.Errorf("%s has %q", stem, got)
		}
	}
	if _, ok := s.sel.Global.Tools["tester"]; ok {
		t.Error("an agent outside the range has grants")
	}
	s.shows("3 marked", "2 boxes for 3 agents")
	s.press("space")
	if len(s.unsaved) != 0 {
		t.Errorf("toggled back: %v", s.unsaved)
	}
	s.press("esc", "esc")
	if s.grants.anchor != 0 || s.agents.anchor != 0 {
		t.Error("esc did not clear the ranges")
	}
}

func TestLockedBoxesSayWhy(t *testing.T) {
	s := open(t, newFake(6, 3), 120, 40)
	s.press("j", "tab")
	s.shows("docs is locked: every agent has it from *")
	s.press("space")
	if len(s.unsaved) != 0 {
		t.Error("a locked box changed")
	}
	s.shows("docs stays: every agent has it from *")
	s.press("end", "space")
	s.shows("code-flows stays: it can start agents")
	s.press("home", "j", "j", "j")
	s.shows("Read is locked: the agent's own file declares it, line 4")
}

func TestEnforce(t *testing.T) {
	s := open(t, newFake(3, 6), 120, 40)
	s.press("]", "e")
	s.shows("Codex cannot be made to enforce lists: roles have no list")
	s.press("]", "e")
	s.shows("OpenCode enforced", "+enforced: true")
	s.press("g", "e")
	s.shows("the global file enforces OpenCode already")
	s.press("g", "e")
	if len(s.unsaved) != 0 {
		t.Errorf("toggled back: %v", s.unsaved)
	}
}

func TestProbe(t *testing.T) {
	e := newFake(3, 3)
	s := open(t, e, 120, 40)
	s.press("p")
	if s.top() != "" {
		t.Error("p asks a server from the agents pane")
	}
	s.press("tab", "j", "p")
	s.shows("node tracker.js", "make sure that you trust it")
	s.press("esc", "j", "p", "enter")
	s.shows("browser has 2 tools", "[ ] ask", "[ ] tell")
	e.fails["probe"] = errors.New("exit status 1")
	s.press("p", "enter")
	s.shows("no answer from the server: exit status 1")
}

func TestWhoMayUse(t *testing.T) {
	s := open(t, newFake(6, 3), 120, 40)
	s.press("tab", "j", "v")
	s.shows("Who may use tracker", "▸ [-] builder")
	s.press("end", "m", "k", "space")
	for _, stem := range []string{"writer", "tester"} {
		if !contains(s.sel.Global.Tools[stem], "mcp__tracker__*") {
			t.Errorf("%s: %v", stem, s.sel.Global.Tools)
		}
	}
	s.press("esc")
	if s.top() != "" {
		t.Error("esc left the overlay open")
	}
}
