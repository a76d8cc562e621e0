package tui

import (
	"errors"
	"testing"

	"github.com/muesli/termenv"

	"toolgrant/model"
)

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
