package rewrite

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolgrant/model"
)

func TestPlace(t *testing.T) {
	for _, c := range []struct {
		why    string
		place  Place
		prefix string
	}{
		{"below the home", Place{Home: "/home/u", Target: "/home/u/.codex"}, "$HOME/.codex/"},
		{"deep below the home", Place{Home: "/home/u", Target: "/home/u/.codeium/windsurf"}, "$HOME/.codeium/windsurf/"},
		{"the home itself", Place{Home: "/home/u", Target: "/home/u"}, "$HOME/"},
		{"a folder beside the home is not below it", Place{Home: "/home/u", Target: "/home/u2/.codex"}, "/home/u2/.codex/"},
		{"elsewhere", Place{Home: "/home/u", Target: "/opt/codex"}, "/opt/codex/"},
		{"a slash at the end of either", Place{Home: "/home/u/", Target: "/home/u/.codex/"}, "$HOME/.codex/"},
		{"no home is known", Place{Target: "/home/u/.codex"}, "/home/u/.codex/"},
		{"in a project nothing is below the home", Place{Home: "/home/u", Target: "/home/u/p/.qwen", Scope: model.LocalScope}, "/home/u/p/.qwen/"},
		{"a host that expands nothing", Place{Home: "/home/u", Target: "/home/u/.config/opencode", Absolute: true}, "/home/u/.config/opencode/"},
		{"back-slashes", Place{Home: `C:\Users\u`, Target: `C:\Users\u\.codex`}, "$HOME/.codex/"},
	} {
		if c.place.Scope == "" {
			c.place.Scope = model.GlobalScope
		}
		if got := c.place.Prefix(); got != c.prefix {
			t.Errorf("%s: prefix %q, want %q", c.why, got, c.prefix)
		}
	}
}

// TestDollars shows that a dollar sign in a folder's name means nothing.
func TestDollars(t *testing.T) {
	place := Place{Home: "/home/u", Target: "/srv/$&$'$$/codex", Scope: model.GlobalScope}
	got := Paths(place).Apply("see ~/.claude/a and $HOME/.claude")
	if want := "see /srv/$&$'$$/codex/a and /srv/$&$'$$/codex"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPaths(t *testing.T) {
	place := Place{Home: "/home/u", Target: "/home/u/.qwen", Scope: model.GlobalScope}
	for _, c := range [][2]string{
		{"~/.claude/a", "$HOME/.qwen/a"},
		{"$HOME/.claude/a", "$HOME/.qwen/a"},
		{"in ~/.claude.", "in $HOME/.qwen."},
		{"in ~/.claude", "in $HOME/.qwen"},
		{"(~/.claude)", "($HOME/.qwen)"},
		{"${X:-$HOME/.claude}/y", "${X:-$HOME/.qwen}/y"},
		{"~/.claude.json", "~/.claude.json"},
		{"~/.claude-work/a", "~/.claude-work/a"},
		{"$HOME/.claude_old", "$HOME/.claude_old"},
		{"~/.claudeignore", "~/.claudeignore"},
		{"./.claude/a .claude/b", "./.claude/a .claude/b"},
		{"@~/.claude/a", "@$HOME/.qwen/a"},
	} {
		if got := Paths(place).Apply(c[0]); got != c[1] {
			t.Errorf("%q became %q, want %q", c[0], got, c[1])
		}
	}
}

// TestIncludes shows that Claude Code's own includes keep the tilde it expands.
func TestIncludes(t *testing.T) {
	for _, c := range []struct{ target, text, want string }{
		{"/home/u/.claude", "@~/.claude/a", "@~/.claude/a"},
		{"/home/u/.claude", "@$HOME/.claude/a", "@~/.claude/a"},
		{"/home/u/.claude", `"@$HOME/.claude/a" '@~/.claude/b'`, `"@$HOME/.claude/a" '@$HOME/.claude/b'`},
		{"/home/u/desk", "@~/.claude/a", "@~/desk/a"},
		{"/opt/claude", "@~/.claude/a", "@/opt/claude/a"},
	} {
		place := Place{Home: "/home/u", Target: c.target, Scope: model.GlobalScope}
		if got := ClaudePaths(place).Apply(c.text); got != c.want {
			t.Errorf("%s: %q became %q, want %q", c.target, c.text, got, c.want)
		}
	}
}

// TestOwnPath is the law of guard: whatever the place is called, a path below Claude's
// home becomes the same path below the place, and the place is spelled as it is called.
func TestOwnPath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		folder := rapid.SampledFrom([]string{".claude", "Claude", "CLAUDE.md", ".claude/worktrees/x", "Claude Code",
			".agents/skills", "Bash(", "<runtime_note>", "u", "/clear", "gsd-tools x", "$&", "{%", "$ARGUMENTS"})
		home := "/" + folder.Draw(t, "home")
		target := rapid.SampledFrom([]string{home, "/srv"}).Draw(t, "root") + "/" + folder.Draw(t, "folder") + "/" + folder.Draw(t, "inner")
		scope := rapid.SampledFrom([]model.Scope{model.GlobalScope, model.LocalScope}).Draw(t, "scope")
		h := rapid.SampledFrom(hosts()).Draw(t, "host")
		place := Place{Home: home, Target: target, Scope: scope}
		got := h.pass(place).Apply("see ~/.claude/workflows/run end")
		path := strings.TrimSuffix(strings.TrimPrefix(got, "see "), "/workflows/run end")
		if path != place.Bare() && path != place.tilde() && path != ".github" && path != ".agents" {
			if h.id != "kimi" || KimiTemplate().Apply(place.Bare()) != path {
				t.Fatalf("%s: %q, with the place at %q", h.id, got, place.Bare())
			}
		}
	})
}
