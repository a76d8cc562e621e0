package launch

import (
	"encoding/hex"
	"io"
	"slices"
	"strings"
)

// copilotArgv names every single tool, since Copilot ignores stdio servers that are
// announced by protocol and would otherwise offer all of its own. The channel's
// tools keep the order of its catalogue, the rest is sorted.
func copilotArgv(l launch) ([]string, error) {
	argv := []string{
		"--acp", "--stdio", "--allow-all-tools", "--no-ask-user", "--no-custom-instructions",
		"--disable-builtin-mcps", "--additional-mcp-config", mcpServers(l.servers, "stdio"),
	}
	var channel, safe []string
	for _, s := range unique(l.servers) {
		for _, tool := range s.tools {
			if s.ID == channelID {
				channel = append(channel, "--available-tools="+s.ID+"-"+tool)
			} else {
				safe = append(safe, "--available-tools="+s.ID+"-"+tool)
			}
		}
	}
	slices.Sort(safe)
	return append(append(argv, channel...), safe...), nil
}

// geminiArgv admits servers by name and by nothing else, so the names are secret.
func geminiArgv(l launch) ([]string, error) {
	n := l.Nonces
	if !n.valid() {
		return nil, failed("setting_missing", "make them with NewNonces", "gemini: the launch has no random names for its servers")
	}
	return []string{
		"--experimental-acp", "--skip-trust",
		"--allowed-mcp-server-names", strings.Join(ids(secretNames(l)), ","), "--approval-mode", "yolo",
	}, nil
}

// secretNames gives the channel and the allowlist names with different random parts:
// a server that learns its own name has not learned the channel's.
func secretNames(l launch) []attached {
	out := slices.Clone(l.servers)
	for i := range out {
		if out[i].ID == channelID {
			out[i].ID += "-" + l.Nonces.Channel
		} else {
			out[i].ID += "-" + l.Nonces.Servers
		}
	}
	return out
}

// NewNonces reads the random parts of one launch's names.
func NewNonces(random io.Reader) (Nonces, error) {
	var buf [32]byte
	if _, err := io.ReadFull(random, buf[:]); err != nil {
		return Nonces{}, failed("no_randomness", "", "names: %v", err)
	}
	return Nonces{Channel: hex.EncodeToString(buf[:16]), Servers: hex.EncodeToString(buf[16:])}, nil
}

func (n Nonces) valid() bool {
	for _, part := range []string{n.Channel, n.Servers} {
		if raw, err := hex.DecodeString(part); err != nil || len(raw) != 16 || part != strings.ToLower(part) {
			return false
		}
	}
	return n.Channel != n.Servers
}

// openCodeArgv refuses to go without an empty configuration folder: what the user
// has configured would be merged into the session.
func openCodeArgv(l launch) ([]string, error) {
	if !absolute(l.IsolatedDir) {
		return nil, failed("setting_missing", "give an empty folder that the launcher made", "opencode: there is no isolated configuration folder")
	}
	return []string{"acp"}, nil
}

// openCodeEnv closes everything and opens what only reads, and the servers' tools.
func openCodeEnv(l launch) map[string]string {
	rules := []string{`"*":"deny"`}
	for _, tool := range []string{"write", "edit", "patch", "bash", "webfetch", "websearch", "task", "skill", "todowrite"} {
		rules = append(rules, jsonText(tool)+`:"deny"`)
	}
	for _, tool := range []string{"read", "grep", "glob", "list"} {
		rules = append(rules, jsonText(tool)+`:"allow"`)
	}
	for _, id := range ids(l.servers) {
		rules = append(rules, jsonText(id+"_*")+`:"allow"`)
	}
	return map[string]string{
		"OPENCODE_PURE": "1", "OPENCODE_DISABLE_PROJECT_CONFIG": "1",
		"OPENCODE_CONFIG_DIR": l.IsolatedDir,
		"OPENCODE_PERMISSION": "{" + strings.Join(rules, ",") + "}",
	}
}
