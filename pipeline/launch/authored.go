package launch

import (
	"os"
	"path/filepath"
)

// authored lists the files of a worktree that configure servers or hooks. Some hosts
// run what they name as soon as a session starts, so in a checkout of somebody
// else's branch they are code that nobody has looked at (spec/launch.md#7).
func authored(worktree string) []string {
	var found []string
	for _, name := range []string{
		".mcp.json", ".cursor/mcp.json", ".gemini/settings.json", ".kiro/settings/mcp.json", ".vscode/mcp.json",
		".github/mcp.json", ".github/copilot/mcp.json", ".copilot/mcp.json", ".copilot/mcp-config.json", ".codex/config.toml",
	} {
		// Lstat: a link is as good as a file, wherever it leads, and is not followed.
		if _, err := os.Lstat(filepath.Join(worktree, filepath.FromSlash(name))); err == nil {
			found = append(found, name)
		}
	}
	return found
}
