package tui

import (
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
	"pgregory.net/rapid"

	"toolgrant/model"
)

// hostile draws names as they must be expected: wide, joined and combining
// characters, controls, escape sequences, broken UTF-8, and very long ones.
func hostile() *rapid.Generator[string] {
	piece := rapid.OneOf(
		rapid.SampledFrom([]string{"agent", "東京", "🚀", "👩‍👩‍👧", "👍🏽", "🇩🇪", "e\u0301\u0302", "⚠️", "\x1b[31m", "\x1b]0;x\a", "\u202e", "\u200b", "\xff\xfe", "\t", "\r\n", "क्षि", "ﷺ", "\u009b2J", strings.Repeat("x", 300)}),
		rapid.StringN(0, 8, -1),
	)
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 1, 6).Draw(t, "pieces"), "")
	})
}

func hostileWorld(t *rapid.T) World {
	w := sampleWorld(rapid.IntRange(0, 12).Draw(t, "agents"), rapid.IntRange(0, 8).Draw(t, "hosts"))
	for i := range w.Agents {
		d := &w.Agents[i].Documents[0]
		w.Agents[i].Stem = hostile().Draw(t, "stem")
		d.Stem, d.Name = w.Agents[i].Stem, w.Agents[i].Stem
		d.Description, d.Path = hostile().Draw(t, "description"), hostile().Draw(t, "path")
		d.Tools.Entries = append(d.Tools.Entries, hostile().Draw(t, "tool"))
	}
	for i := range w.Hosts {
		w.Hosts[i].Name, w.Hosts[i].Folder = hostile().Draw(t, "host"), hostile().Draw(t, "folder")
		w.Hosts[i].Why = rapid.SampledFrom([]string{"", "no folder there"}).Draw(t, "why")
	}
	for i := range w.Servers {
		w.Servers[i].Name = hostile().Draw(t, "server")
		w.Servers[i].Problem = hostile().Draw(t, "problem")
	}
	w.Global, w.Project = hostile().Draw(t, "config"), hostile().Draw(t, "project")
	w.Notes = []model.Note{{Severity: model.Warning, Problem: hostile().Draw(t, "note"), Hint: hostile().Draw(t, "hint")}}
	w.LookedFor = []Looked{{What: hostile().Draw(t, "what"), Where: hostile().Draw(t, "where")}}
	return w
}

// Law 9: no line of any view is wider than the terminal, and nothing foreign reaches
// it raw, whatever the names are and whichever keys were pressed.
func TestNoLineIsWiderThanTheTerminal(t *testing.T) {
	play := []string{"j", "k", "tab", "space", "l", "h", "m", "]", "[", "}", "{", "d", "w", "g", "e", "/", "x", "enter", "esc", "n", "v", "i", "a", "y", "u", "s", "q", "?", "p", "end", "pgdown", "home"}
	rapid.Check(t, func(rt *rapid.T) {
		e := &fake{world: hostileWorld(rt), disk: map[string]string{}, foreign: map[string]bool{}, fails: map[string]error{}}
		width, height := rapid.IntRange(1, 200).Draw(rt, "width"), rapid.IntRange(1, 50).Draw(rt, "height")
		profile := rapid.SampledFrom([]termenv.Profile{termenv.Ascii, termenv.ANSI, termenv.ANSI256, termenv.TrueColor}).Draw(rt, "colours")
		s := openWith(t, e, width, height, Options{Renderer: renderer(profile), ASCII: rapid.Bool().Draw(rt, "ascii")})
		s.fits(rt, width, height)
		for range rapid.IntRange(0, 12).Draw(rt, "presses") {
			k := rapid.SampledFrom(play).Draw(rt, "key")
			s.press(k)
			s.fits(rt, width, height)
		}
	})
}

func (s *stage) fits(t *rapid.T, width, height int) {
	view := s.View()
	lines := strings.Split(view, "\n")
	if len(lines) > height {
		t.Fatalf("%d lines in a terminal of %d", len(lines), height)
	}
	for i, l := range lines {
		if w := ansi.StringWidth(l); w > width {
			t.Fatalf("line %d is %d wide in a terminal of %d: %q", i, w, width, l)
		}
		if w := ansi.StringWidthWc(l); w > width {
			t.Fatalf("line %d is %d wide to an old terminal of %d: %q", i, w, width, l)
		}
	}
	for _, r := range ansi.Strip(view) {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			t.Fatalf("%U reaches the terminal", r)
		}
	}
	for _, seq := range strings.Split(view, "\x1b")[1:] {
		if !strings.HasPrefix(seq, "[") || !strings.Contains(seq, "m") {
			t.Fatalf("an escape sequence that is no colour reaches the terminal: %q", "\x1b"+seq)
		}
	}
}
