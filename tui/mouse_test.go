package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

func click(x, y int) tea.MouseMsg {
	return tea.MouseMsg{X: x, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft}
}

// find is the cell at which a text begins on the screen.
func (s *stage) find(text string) (x, y int) {
	s.t.Helper()
	for y, line := range strings.Split(s.screen(), "\n") {
		if before, _, ok := strings.Cut(line, text); ok {
			return len([]rune(before)), y
		}
	}
	s.t.Fatalf("no %q on\n%s", text, s.screen())
	return 0, 0
}

func TestMouse(t *testing.T) {
	s := open(t, newFake(60, 6), 120, 40)
	s.send(click(s.find("builder ")))
	if s.agents.current().stem() != "builder" || s.focus != agentsPane {
		t.Errorf("the click went to %s", s.agents.current().stem())
	}
	s.send(click(s.find("[ ] ▸ browser")))
	if s.focus != grantsPane || !contains(s.sel.Global.Tools["builder"], "mcp__browser__*") {
		t.Errorf("a click on a box gives %v", s.sel.Global.Tools)
	}
	x, y := s.find("tracker")
	s.send(click(x, y))
	s.send(click(x, y))
	if !s.grants.opened["tracker"] || len(s.sel.Global.Tools["builder"]) != 1 {
		t.Error("a second click on a server did not unfold it")
	}
	s.send(click(s.find("[x] Codex")))
	if s.hosts.ticked["codex"] || s.hosts.current().ID != "codex" {
		t.Error("a click on a runtime's box did not untick it")
	}
	x, y = s.find("planner")
	s.send(tea.MouseMsg{X: x, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonWheelDown})
	if s.agents.offset != wheelStep || s.focus != hostsPane {
		t.Errorf("the wheel scrolled to %d", s.agents.offset)
	}
	s.send(tea.WindowSizeMsg{Width: 40, Height: 10})
	s.send(click(1, 0))
	if s.focus != agentsPane {
		t.Error("a click on a tab did not go there")
	}
	s.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	s.press("?")
	s.send(click(s.find("all keys")))
	s.send(tea.MouseMsg{X: 30, Y: 9, Action: tea.MouseActionPress, Button: tea.MouseButtonWheelDown})
	if s.top() != inText || s.overlays[0].(textOverlay).body.top == 0 {
		t.Error("the wheel does not scroll an overlay")
	}
}

// A click in an overlay goes to a line; one on the line with the cursor acts.
func TestMouseInOverlays(t *testing.T) {
	e := newFake(6, 3)
	e.foreign[drifted], e.foreign["/home/kim/.claude/agents/builder.md"] = true, true
	s := open(t, e, 120, 40)
	s.press("a")
	s.send(click(s.find("[keep mine] ~/.claude/agents/builder.md")))
	s.send(click(s.find("[keep mine] ~/.claude/agents/builder.md")))
	s.shows("[overwrite, with backup] ~/.claude/agents/builder.md", "[keep mine] ~/.claude/agents/planner.md")
	s.press("esc", "tab", "j", "v")
	s.send(click(s.find("[-] scout")))
	s.send(click(s.find("[-] scout")))
	if !contains(s.sel.Global.Tools["scout"], "mcp__tracker__*") {
		t.Errorf("the click gives %v", s.sel.Global.Tools)
	}
	s.press("esc", "q")
	s.send(click(s.find("quit and lose")))
	if s.quit {
		t.Error("one click was enough to lose changes")
	}
	s.send(click(s.find("quit and lose")))
	if !s.quit {
		t.Error("the second click did not choose")
	}
}
