package rewrite

import (
	"testing"

	"toolgrant/model"
)

// TestElsewhere holds what is written when a home is not where it is by default. The
// reference spells the default there, so its agents look into a folder that may not
// exist.
func TestElsewhere(t *testing.T) {
	const text = "~/.claude/a $HOME/.claude/b ~/.claude/gsd-core/c .claude/d ./.claude/e\ngsd-tools state\n"
	for _, c := range []struct {
		name  string
		place Place
		pass  func(Place) Pass
		want  string
	}{
		{"codex at home", Place{Home: "/home/u", Target: "/home/u/.codex", Scope: model.GlobalScope}, CodexTOML,
			"~/.codex/a $HOME/.codex/b /home/u/.codex/gsd-core/c .codex/d ./.codex/e\nnode \"$HOME/.codex/gsd-core/bin/gsd-tools.cjs\" state\n"},
		{"CODEX_HOME below the home", Place{Home: "/home/u", Target: "/home/u/x/codex", Scope: model.GlobalScope}, CodexTOML,
			"~/x/codex/a $HOME/x/codex/b /home/u/x/codex/gsd-core/c .codex/d ./.codex/e\nnode \"$HOME/x/codex/gsd-core/bin/gsd-tools.cjs\" state\n"},
		{"CODEX_HOME outside the home", Place{Home: "/home/u", Target: "/opt/codex", Scope: model.GlobalScope}, CodexTOML,
			"/opt/codex/a /opt/codex/b /opt/codex/gsd-core/c .codex/d ./.codex/e\nnode \"/opt/codex/gsd-core/bin/gsd-tools.cjs\" state\n"},
		{"codex in a project", Place{Home: "/home/u", Target: "/srv/p/.codex", Scope: model.LocalScope}, CodexTOML,
			"/srv/p/.codex/a /srv/p/.codex/b /srv/p/.codex/gsd-core/c .codex/d ./.codex/e\nnode \"/srv/p/.codex/gsd-core/bin/gsd-tools.cjs\" state\n"},
		{"COPILOT_HOME below the home", Place{Home: "/home/u", Target: "/home/u/cp", Scope: model.GlobalScope}, Copilot,
			"~/cp/a $HOME/cp/b ~/cp/gsd-core/c .github/d ./.github/e\ngsd-tools state\n"},
		{"COPILOT_HOME outside the home", Place{Home: "/home/u", Target: "/opt/cp", Scope: model.GlobalScope}, Copilot,
			"/opt/cp/a /opt/cp/b /opt/cp/gsd-core/c .github/d ./.github/e\ngsd-tools state\n"},
		{"copilot in a project", Place{Home: "/home/u", Target: "/srv/p/.github", Scope: model.LocalScope}, Copilot,
			".github/a .github/b .github/gsd-core/c .github/d ./.github/e\ngsd-tools state\n"},
		{"another home of antigravity", Place{Home: "/home/u", Target: "/home/u/.gemini/antigravity-cli", Scope: model.GlobalScope}, Antigravity,
			"~/.gemini/antigravity-cli/a $HOME/.gemini/antigravity-cli/b ~/.gemini/antigravity-cli/gsd-core/c .agents/d ./.agents/e\ngsd-tools state\n"},
		{"a home below some .claude folder", Place{Home: "/home/u", Target: "/home/u/.claude/ws", Scope: model.GlobalScope}, after(Paths, Windsurf),
			"$HOME/.claude/ws/a $HOME/.claude/ws/b $HOME/.claude/ws/gsd-core/c .windsurf/d ./.windsurf/e\ngsd-tools state\n"},
		{"a project in a worktree of Claude Code", Place{Home: "/home/u", Target: "/p/.claude/worktrees/w/.qwen", Scope: model.LocalScope}, after(Paths, Qwen),
			"/p/.claude/worktrees/w/.qwen/a /p/.claude/worktrees/w/.qwen/b /p/.claude/worktrees/w/.qwen/gsd-core/c .qwen/d ./.qwen/e\ngsd-tools state\n"},
		{"a person called Claude", Place{Home: "/home/Claude", Target: "/home/Claude/.codex", Scope: model.GlobalScope}, CodexTOML,
			"~/.codex/a $HOME/.codex/b /home/Claude/.codex/gsd-core/c .codex/d ./.codex/e\nnode \"$HOME/.codex/gsd-core/bin/gsd-tools.cjs\" state\n"},
	} {
		if got := c.pass(c.place).Apply(text); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}
