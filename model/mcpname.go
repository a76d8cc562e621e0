package model

import (
	"crypto/sha1"
	"encoding/hex"
	"strconv"
	"strings"
)

// Each host makes its own name of an MCP tool from the raw server and tool names.
// The functions here are those rules, one a host: they take the raw names, as the
// host's configuration and the server's tools/list spell them, and give back what
// has to stand in an agent's list. None of them can be turned around: two servers
// may end in one name, so a name is never taken apart again.

// MCPSafe reports whether a raw server or tool name is left alone by every host:
// not empty and letters, digits and single underscores only. The hyphen is missing
// because pi and Codex rewrite it, the double underscore because Kimi Code does.
func MCPSafe(name string) bool {
	return name != "" && sanitize(name, isWordUnit) == name && !strings.Contains(name, "__")
}

// ClaudeMCPName is mcp__server__tool with each part reduced to [A-Za-z0-9_-].
// Source: spec/hosts-a.md 1.3, seen in Claude Code 2.1.332. Case matters.
func ClaudeMCPName(server, tool string) string {
	return "mcp__" + sanitize(server, isNameUnit) + "__" + sanitize(tool, isNameUnit)
}

// ClaudeMCPWildcard grants a whole server: mcp__server__*. A partial wildcard
// grants nothing there. Source: spec/hosts-a.md 1.3.
func ClaudeMCPWildcard(server string) string { return ClaudeMCPName(server, "") + "*" }

// ClaudePluginServer is the name under which Claude Code registers a server that a
// plugin brings; the plain name matches nothing. Source: spec/hosts-a.md 1.4.
func ClaudePluginServer(plugin, server string) string { return "plugin_" + plugin + "_" + server }

// CodeBuddyMCPName is Claude's form with the raw names in it, which is what the host
// compares with; there is no wildcard. Source: ran 2.117.0, a server "odd srv.x" with a
// tool "do.it now".
func CodeBuddyMCPName(server, tool string) string { return "mcp__" + server + "__" + tool }

// CodexMCPName is the namespace and the function as the model sees them,
// mcp__server::tool, with [A-Za-z0-9_] kept. A role file cannot use it: the name
// is for explaining. Source: spec/hosts-a.md 2.4, seen in Codex 0.171.0.
func CodexMCPName(server, tool string) string {
	return "mcp__" + codexPart(server) + "::" + codexPart(tool)
}

// codexPart works on characters where the JavaScript hosts work on UTF-16 units.
func codexPart(part string) string {
	return strings.Map(func(r rune) rune {
		if r > 0xffff || !isWordUnit(uint16(r)) {
			return '_'
		}
		return r
	}, part)
}

// OpenCodeMCPName is server_tool with each part reduced to [A-Za-z0-9_-]; Kilo
// shares the rule. Source: spec/hosts-a.md 3.3 and 4, seen in 1.18.33 and 7.7.7.
func OpenCodeMCPName(server, tool string) string {
	return sanitize(server, isNameUnit) + "_" + sanitize(tool, isNameUnit)
}

// OpenCodeMCPWildcard is server_*. It also catches the tools of another server
// whose name begins with this one and an underscore; see OpenCodeMCPOverlap.
func OpenCodeMCPWildcard(server string) string { return OpenCodeMCPName(server, "") + "*" }

// OpenCodeMCPOverlap reports whether the wildcard of server also catches the tools
// of other, since both parts are joined by one underscore: code_* holds
// code_graph_search of the server code_graph. Source: spec/hosts-a.md 3.3.
func OpenCodeMCPOverlap(server, other string) bool {
	return server != other && strings.HasPrefix(OpenCodeMCPName(other, ""), OpenCodeMCPName(server, ""))
}

// CrushMCPName is mcp_server_tool, raw. Source: spec/hosts-a.md 5.
func CrushMCPName(server, tool string) string { return "mcp_" + server + "_" + tool }

// PiMCPName is mcp__server__tool with each part reduced to [A-Za-z0-9_], so that a
// hyphen becomes an underscore too. Source: spec/hosts-a.md 6, seen in pi 1.6.0.
func PiMCPName(server, tool string) string {
	return "mcp__" + sanitize(server, isWordUnit) + "__" + sanitize(tool, isWordUnit)
}

// PiMCPWildcard is mcp__server__*. Source: spec/hosts-a.md 6.
func PiMCPWildcard(server string) string { return PiMCPName(server, "") + "*" }

// CopilotMCPName is server/tool, raw and compared without regard to case; a space
// may stay. Copilot CLI and VS Code read the same form. Source: spec/hosts-b.md 3.
func CopilotMCPName(server, tool string) string { return server + "/" + tool }

// CopilotMCPWildcard is server/*. Source: spec/hosts-b.md 3.
func CopilotMCPWildcard(server string) string { return server + "/*" }

// geminiMax is the longest name Gemini CLI leaves whole, in UTF-16 units.
const geminiMax = 63

// GeminiMCPName is mcp_server_tool with [A-Za-z0-9_.:-] kept; beyond 63 characters
// the first and last 30 are kept around three dots. A server whose own name begins
// with mcp_ gets no second prefix. Source: generateValidName of the
// @google/gemini-cli 0.61.0 bundle; spec/hosts-b.md 1.
func GeminiMCPName(server, tool string) string {
	name := server + "_" + tool
	if !strings.HasPrefix(name, "mcp_") {
		name = "mcp_" + name
	}
	name = sanitize(name, isGeminiUnit)
	if len(name) > geminiMax {
		name = name[:30] + "..." + name[len(name)-30:]
	}
	return name
}

// GeminiMCPWildcard is mcp_server_*, and whether Gemini CLI accepts it: its parser
// ends the server's name at the first underscore and compares it raw, and an entry
// that it does not accept costs the whole agent. Source: spec/hosts-b.md 1.
func GeminiMCPWildcard(server string) (string, bool) {
	ok := server != "" && !strings.Contains(server, "_") && sanitize(server, isGeminiUnit) == server
	return "mcp_" + server + "_*", ok
}

// qwenMax is the longest name Qwen Code leaves whole, in UTF-16 units.
const qwenMax = 63

// QwenMCPName is mcp__server__tool where that is a plain name of at most 63
// characters; else bad characters become underscores and the name is cut to make
// room for an underscore and seven base-36 digits of the FNV-1a hash of the
// original. There is no wildcard. Source: tool-name-utils of the
// @qwen-code/qwen-code 0.24.4 bundle; spec/hosts-b.md 2.
func QwenMCPName(server, tool string) string {
	raw := "mcp__" + server + "__" + tool
	name := sanitize(raw, isNameUnit)
	if name == raw && len(raw) <= qwenMax {
		return raw
	}
	digits := strconv.FormatUint(uint64(fnv1a(raw)), 36)
	suffix := "_" + strings.Repeat("0", max(0, 7-len(digits))) + digits
	return name[:min(len(name), qwenMax-len(suffix))] + suffix
}

// kimiMax is the longest name Kimi Code leaves whole, in UTF-16 units.
const kimiMax = 64

// KimiMCPName is mcp__server__tool with each part reduced to [A-Za-z0-9_-] and
// runs of underscores to one; beyond 64 characters it is cut and ends in a hash of
// the whole. The host prints that hash as a signed number, so it may begin with a
// minus sign: kept, because the name has to be the same. Source: tool-naming of the
// @moonshot-ai/kimi-code 2.1.0 bundle; spec/hosts-b.md 6.
func KimiMCPName(server, tool string) string {
	name := "mcp__" + kimiPart(server) + "__" + kimiPart(tool)
	if len(name) <= kimiMax {
		return name
	}
	hash := strconv.FormatInt(int64(int32(fnv1a(name))), 16)
	hash = strings.Repeat("0", max(0, 8-len(hash))) + hash
	return name[:kimiMax-len(hash)-1] + "_" + hash
}

// KimiMCPWildcard is mcp__server__*; the bare server grants nothing there.
func KimiMCPWildcard(server string) string { return "mcp__" + kimiPart(server) + "__*" }

func kimiPart(part string) string {
	part = sanitize(part, isNameUnit)
	for strings.Contains(part, "__") {
		part = strings.ReplaceAll(part, "__", "_")
	}
	return part
}

// AuggieMCPName is tool_server, the server last, each part reduced to
// [A-Za-z0-9_-] and the whole cut at 64. There is no wildcard. Source:
// @augmentcode/auggie 0.36.0; spec/hosts-b.md 5.
func AuggieMCPName(server, tool string) string {
	name := sanitize(tool, isNameUnit) + "_" + sanitize(server, isNameUnit)
	return name[:min(len(name), 64)]
}

// ClineMCPName is server__tool where that is a plain name of at most 64
// characters; else runs of bad characters become one underscore, and the name is
// cut and ends in eight digits of the SHA-1 of the original. File agents never get
// such a tool: the name is for explaining. Source: @cline/core 0.0.86;
// spec/hosts-b.md 4.
func ClineMCPName(server, tool string) string {
	raw := server + "__" + tool
	name := sanitizeRuns(raw, isNameUnit)
	if name == raw && len(raw) <= 64 {
		return raw
	}
	sum := sha1.Sum([]byte(raw))
	return name[:min(len(name), 64-1-8)] + "_" + hex.EncodeToString(sum[:])[:8]
}
