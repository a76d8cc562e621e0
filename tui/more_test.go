package tui

import (
	"errors"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
	"pgregory.net/rapid"

	"toolgrant/model"
)

// The cursor is always on a row and in view, whatever the list and its window do
// (cases TU04, TU10).
func TestListHoldsItsCursor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l list
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			by := rapid.IntRange(-600, 600).Draw(t, "by")
			switch rapid.IntRange(0, 6).Draw(t, "what") {
			case 0:
				l = l.resize(max(0, by), rapid.IntRange(-1, 50).Draw(t, "height"))
			case 1:
				l = l.move(by)
			case 2:
				l = l.page(by)
			case 3:
				l = l.edge(by > 0)
			case 4:
				l = l.scroll(by)
			case 5:
				l = l.mark()
			case 6:
				l = l.to(by)
			}
			from, to := l.window()
			if l.n == 0 {
				if l.cursor != 0 || from != 0 || to != 0 || l.anchor != 0 {
					t.Fatalf("an empty list has %+v", l)
				}
				continue
			}
			if l.cursor < from || l.cursor >= to || from < 0 || to > l.n || to-from > max(1, l.height) {
				t.Fatalf("cursor out of view: %+v", l)
			}
			if a, b := l.span(); a < 0 || b >= l.n || a > b {
				t.Fatalf("range %d to %d of %+v", a, b, l)
			}
		}
	})
}

func TestManyAgentsInShortTerminals(t *testing.T) {
	for _, size := range [][2]int{{80, 8}, {80, 1}, {20, 5}, {80, 6}} {
		s := open(t, newFake(500, 3), size[0], size[1])
		for _, k := range []string{"end", "pgup", "home", "pgdown", "pgdown", "k"} {
			s.press(k)
			name := s.agents.current().label
			if size[1] >= minHeight && !strings.Contains(s.screen(), "▸ "+name[:min(len(name), 8)]) {
				t.Errorf("%v after %s: the cursor on %s is out of view\n%s", size, k, name, s.screen())
			}
		}
	}
}

func TestResizeKeepsThePlace(t *testing.T) {
	s := open(t, newFake(60, 3), 120, 40)
	s.press("end", "l", "end", "tab", "end")
	was := s.View()
	for _, size := range [][2]int{{20, 5}, {0, 0}, {10, 2}, {1, 1}, {60, 20}, {120, 40}} {
		s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
	}
	if s.View() != was {
		t.Errorf("after the way back:\n%s\nwas\n%s", s.screen(), was)
	}
}

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

// Notes that concern no agent are named at the start, and those of an apply after it.
func TestNotesAreNotLost(t *testing.T) {
	e := newFake(3, 3)
	e.world.Notes = []model.Note{{Severity: model.Warning, Code: "dropped", File: "/home/kim/.gsd/defaults.json", Line: 4, Problem: "agent_tools: 7 is no text"}}
	e.after = []model.Note{{Severity: model.Warning, Problem: "the reference would rewrite this file"}}
	s := open(t, e, 120, 40)
	s.shows("1 note about sources and configuration: i shows them")
	s.press("i")
	s.shows("! agent_tools: 7 is no text")
	s.press("esc", "a", "y")
	s.shows("Applied, and", "! the reference would rewrite this file")
	s.press("esc")
	s.shows("in place: 9 files written")
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

func TestFirstRun(t *testing.T) {
	e := newFake(0, 3)
	e.world.LookedFor = []Looked{{"agents", "/home/kim/.claude/gsd-core/agents", false}}
	s := open(t, e, 80, 24)
	s.shows("Welcome to toolgrant", "[ ] agents  ~/.claude/gsd-core/agents", "no agents")
	s.press("esc", "j", "enter")
	s.shows("Folder with agent files")
	s.press("enter")
	s.shows("x is empty")
	e.fails["use"] = errors.New("/nowhere: no such folder")
	s.press("/nowhere", "enter")
	s.shows("/nowhere: no such folder", "Welcome")
	delete(e.fails, "use")
	s.press("k", "enter")
	if s.top() != "" || len(s.world.Agents) != 2 {
		t.Errorf("the sample agents did not come:\n%s", s.screen())
	}

	for _, keys := range [][]string{{"end", "enter"}, {"q"}, {"ctrl+c"}} {
		s = open(t, newFake(0, 3), 80, 24)
		s.press(keys...)
		if !s.quit {
			t.Errorf("%q did not quit", keys)
		}
	}
}

func TestNothingFoundSaysSo(t *testing.T) {
	e := newFake(3, 3)
	for i := range e.world.Hosts {
		e.world.Hosts[i].Detected, e.world.Hosts[i].Ticked = false, false
	}
	s := open(t, e, 120, 40)
	s.shows("no host was found")
	s.press("shift+tab", "space")
	s.shows("[x] Claude Code", "1 of 1")
	e = newFake(3, 3)
	e.world.Fresh = true
	s = open(t, e, 120, 40)
	s.shows("no config yet: the first save makes ~/.gsd/defaults.json")
}

func TestCannotStart(t *testing.T) {
	e := newFake(3, 3)
	e.fails["load"] = model.Note{Severity: model.Error, File: "/home/kim/.gsd/defaults.json", Line: 3, Column: 7, Problem: "no valid JSON: comma expected", Hint: "mend the file; toolgrant never overwrites it"}
	s := open(t, e, 80, 24)
	s.shows("Cannot start", "defaults.json:3:7", "comma expected", "mend the file")
	delete(e.fails, "load")
	s.press("esc", "ctrl+r")
	s.shows("Agents 3")
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

// Consoles that cannot draw lines get plain characters (case TU07).
func TestASCII(t *testing.T) {
	s := openWith(t, newFake(6, 3), 100, 30, Options{Renderer: renderer(termenv.Ascii), ASCII: true})
	s.press("l", "j", "?", "right")
	screen := s.screen()
	s.press("esc", "n", "some very long text that does not fit into any field of the screen, whatever its width")
	for _, r := range screen + s.screen() {
		if r > 0x7f {
			t.Fatalf("%q in\n%s", r, s.screen())
		}
	}
}
