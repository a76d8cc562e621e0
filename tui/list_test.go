package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"
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
