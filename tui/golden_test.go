package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/muesli/termenv"
)

// scenes are the main states of the screen, each by the keys that lead there.
func scenes() map[string]func(t *testing.T, w, h int, p termenv.Profile) *stage {
	play := func(change func(*fake), keys ...string) func(*testing.T, int, int, termenv.Profile) *stage {
		return func(t *testing.T, w, h int, p termenv.Profile) *stage {
			e := newFake(14, 8)
			e.foreign["/home/kim/.claude/agents/planner.md"] = true
			if change != nil {
				change(e)
			}
			s := openWith(t, e, w, h, Options{Renderer: renderer(p)})
			s.press(keys...)
			return s
		}
	}
	return map[string]func(*testing.T, int, int, termenv.Profile) *stage{
		"main":    play(nil, "j", "j", "j", "l", "j", "l", "j", "space"),
		"diff":    play(nil, "j", "j", "l", "j", "space", "tab"),
		"config":  play(nil, "j", "j", "l", "j", "space", "d", "d"),
		"confirm": play(nil, "j", "l", "j", "space", "a"),
		"who":     play(nil, "l", "j", "v"),
		"project": play(func(e *fake) {
			e.world.Selection.Global.Tools["reviewer"] = []string{"WebFetch"}
			e.world.Selection.Project = layer(map[string][]string{"reviewer": {"mcp__browser__*"}})
		}, "j", "j", "l", "g"),
		"marked":   play(nil, "j", "m", "j", "j", "l", "j", "space"),
		"quit":     play(nil, "j", "l", "j", "space", "q"),
		"grant":    play(nil, "j", "n", "webfetch", "enter"),
		"help":     play(nil, "j", "l", "?"),
		"about":    play(nil, "j", "]", "i"),
		"runtimes": play(nil, "shift+tab", "l", "l", "e"),
		"welcome": play(func(e *fake) {
			e.world.Agents = nil
			e.world.LookedFor = []Looked{{"adopted agents", "/home/kim/.gsd/agents", false}, {"Claude Code's gsd-core", "/home/kim/.claude/gsd-core/agents", false}, {"Claude Code", "/home/kim/.claude", true}}
		}),
	}
}

// golden compares text with a file, or writes it anew.
func golden(t *testing.T, path, got string) {
	t.Helper()
	got += "\n"
	if updating() {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s differs (go test ./tui -update writes it anew). Now it is\n%s", path, got)
	}
}

// The main screen at the six sizes, without colours and with 256.
func TestScreens(t *testing.T) {
	all := scenes()
	for _, name := range []string{"main", "diff", "confirm", "welcome"} {
		for _, size := range [][2]int{{120, 40}, {100, 30}, {80, 24}, {60, 20}, {40, 10}, {20, 5}} {
			for suffix, p := range map[string]termenv.Profile{"": termenv.Ascii, "-256": termenv.ANSI256} {
				if suffix != "" && name != "main" {
					continue
				}
				t.Run(fmt.Sprintf("%s %dx%d%s", name, size[0], size[1], suffix), func(t *testing.T) {
					s := all[name](t, size[0], size[1], p)
					golden(t, fmt.Sprintf("testdata/screens/%s-%dx%d%s.txt", name, size[0], size[1], suffix), s.View())
				})
			}
		}
	}
}

// The pictures of the documentation: every state at one size.
func TestDocumentedScreens(t *testing.T) {
	for name, play := range scenes() {
		t.Run(name, func(t *testing.T) {
			golden(t, "../docs/screens/"+name+".txt", play(t, 110, 28, termenv.Ascii).View())
		})
	}
}

// Without colours every meaning is still there.
func TestNoColourSaysTheSame(t *testing.T) {
	plain := scenes()["main"](t, 100, 30, termenv.Ascii)
	coloured := scenes()["main"](t, 100, 30, termenv.ANSI256)
	if plain.View() != coloured.screen() {
		t.Error("the text differs between with and without colours")
	}
}
