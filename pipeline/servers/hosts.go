package servers

import "toolgrant/model"

// A source is one file, or a family of files, in which a host keeps servers.
type source struct {
	host  string // runtime id
	scope model.ServerScope
	spot  spot
	lang  language
	keys  []string // path to the map of servers; "{project}" stands for the project's folder
	shape shape
	// dirVar is the variable that stands in commands for the folder that brings the
	// file: dir, or the file's own when that is empty.
	dirVar string
	dir    string
}

// sources lists every file that is read, in the order in which hosts are shown.
// Where no run is named, the fact is from the host's documentation.
func sources() []source {
	mcpServers, mcp := []string{"mcpServers"}, []string{"mcp"}
	claude := claudeShape()
	codex := shape{ // hosts-a.md 2.3, seen in 0.171.0; developers.openai.com/codex/mcp
		env: "env", urls: map[string]model.Transport{"url": model.HTTP}, headers: "http_headers", on: "enabled",
		bearer: "bearer_token_env_var", envHeaders: "env_http_headers", envVars: "env_vars",
	}
	openCode := shape{ // opencode.ai/docs/mcp-servers; Kilo shares it, kilo.ai/docs/automate/mcp
		argv: true, env: "environment", urls: map[string]model.Transport{"url": model.HTTP}, kind: []string{"type"},
		kinds:   map[string]model.Transport{"local": model.Stdio, "remote": model.HTTP},
		headers: "headers", on: "enabled", refs: curlyRefs,
	}
	vscode := claude.with(func(s *shape) { s.refs, s.envFile = envRefs, "envFile" })
	gemini := claude.with(func(s *shape) { // seen in the bundle of 0.61.0: httpUrl is the older word
		s.urls = map[string]model.Transport{"httpUrl": model.HTTP, "url": model.HTTP}
		s.refs = dollarRefs
	})
	qwen := gemini.with(func(s *shape) { s.urls = map[string]model.Transport{"httpUrl": model.HTTP, "url": model.SSE} })
	cursor := vscode
	crush := claude.with(func(s *shape) { s.off, s.refs = "disabled", shellRefs }) // hosts-a.md 5
	kimi := claude.with(func(s *shape) {
		s.kind, s.on, s.bearer, s.refs = []string{"transport"}, "enabled", "bearerTokenEnvVar", noRefs
	})
	windsurf := claude.with(func(s *shape) {
		s.urls = map[string]model.Transport{"serverUrl": model.HTTP, "url": model.HTTP}
		s.off, s.refs = "disabled", envRefs
	})
	cline := claude.with(func(s *shape) { // seen in @cline/core 0.0.86: no type means the older transport
		s.urls = map[string]model.Transport{"url": model.SSE}
		s.kind, s.nested = []string{"type", "transportType"}, "transport"
		s.off, s.refs = "disabled", envRefs
	})
	kiloOld := claude.with(func(s *shape) { s.off, s.refs = "disabled", envRefs })
	switched := claude.with(func(s *shape) { s.on = "enabled" })

	user, local, managed, project, plugin := model.FromUser, model.FromLocal, model.FromManaged, model.FromProject, model.FromPlugin
	xdg := func(file string) spot { return spot{env: "XDG_CONFIG_HOME", dir: "~/.config", file: file} }
	home := func(file string) spot { return spot{dir: "~", file: file} }
	here := func(file string) spot { return spot{dir: ".", file: file} }
	row := func(host string, scope model.ServerScope, spot spot, keys []string, shape shape) source {
		return source{host: host, scope: scope, spot: spot, lang: languageOf(spot.file), keys: keys, shape: shape}
	}
	extension := func(host string, spot spot, shape shape) source {
		s := row(host, plugin, spot, mcpServers, shape)
		s.dirVar = "extensionPath"
		return s
	}
	inProject := []string{"projects", "{project}", "mcpServers"}

	return []source{
		// hosts-a.md 1.1 and 1.5: CLAUDE_CONFIG_DIR moves the servers too.
		row("claude", user, spot{env: "CLAUDE_CONFIG_DIR", dir: "~", file: ".claude.json"}, mcpServers, claude),
		row("claude", local, spot{env: "CLAUDE_CONFIG_DIR", dir: "~", file: ".claude.json"}, inProject, claude),
		row("claude", managed, spot{dir: "/etc/claude-code", file: "managed-mcp.json", os: "linux"}, mcpServers, claude),
		row("claude", managed, spot{dir: "/Library/Application Support/ClaudeCode", file: "managed-mcp.json", os: "darwin"}, mcpServers, claude),
		row("claude", project, here(".mcp.json"), mcpServers, claude),

		row("codex", user, spot{env: "CODEX_HOME", dir: "~/.codex", file: "config.toml"}, []string{"mcp_servers"}, codex),
		row("codex", managed, spot{dir: "/etc/codex", file: "config.toml"}, []string{"mcp_servers"}, codex),
		row("codex", project, here(".codex/config.toml"), []string{"mcp_servers"}, codex),

		// hosts-a.md 3.1.
		row("opencode", user, xdg("opencode/config.json"), mcp, openCode),
		row("opencode", user, xdg("opencode/opencode.json"), mcp, openCode),
		row("opencode", user, xdg("opencode/opencode.jsonc"), mcp, openCode),
		row("opencode", user, spot{env: "OPENCODE_CONFIG"}, mcp, openCode),
		row("opencode", user, spot{env: "OPENCODE_CONFIG_DIR", file: "opencode.json"}, mcp, openCode),
		row("opencode", user, spot{env: "OPENCODE_CONFIG_DIR", file: "opencode.jsonc"}, mcp, openCode),
		row("opencode", project, here("opencode.json"), mcp, openCode),
		row("opencode", project, here("opencode.jsonc"), mcp, openCode),
		row("opencode", project, here(".opencode/opencode.json"), mcp, openCode),
		row("opencode", project, here(".opencode/opencode.jsonc"), mcp, openCode),

		// hosts-a.md 4 and kilo.ai/docs; the last two are of the versions before.
		row("kilo", user, xdg("kilo/kilo.json"), mcp, openCode),
		row("kilo", user, xdg("kilo/kilo.jsonc"), mcp, openCode),
		row("kilo", user, spot{env: "KILO_CONFIG"}, mcp, openCode),
		row("kilo", project, here("kilo.json"), mcp, openCode),
		row("kilo", project, here("kilo.jsonc"), mcp, openCode),
		row("kilo", project, here(".kilo/kilo.json"), mcp, openCode),
		row("kilo", project, here(".kilo/kilo.jsonc"), mcp, openCode),
		row("kilo", user, home(".kilocode/cli/global/settings/mcp_settings.json"), mcpServers, kiloOld),
		row("kilo", project, here(".kilocode/mcp.json"), mcpServers, kiloOld),

		// docs.github.com/copilot, how-tos of Copilot CLI.
		row("copilot", user, spot{env: "COPILOT_HOME", dir: "~/.copilot", file: "mcp-config.json"}, mcpServers, claude),
		row("copilot", project, here(".mcp.json"), mcpServers, claude),
		row("copilot", project, here(".github/mcp.json"), mcpServers, claude),

		// code.visualstudio.com/docs, MCP configuration reference.
		row("vscode", user, spot{env: "XDG_CONFIG_HOME", dir: "~/.config", file: "Code/User/mcp.json", os: "linux"}, []string{"servers"}, vscode),
		row("vscode", user, spot{dir: "~/Library/Application Support", file: "Code/User/mcp.json", os: "darwin"}, []string{"servers"}, vscode),
		row("vscode", user, spot{env: "APPDATA", dir: "~/AppData/Roaming", file: "Code/User/mcp.json", os: "windows"}, []string{"servers"}, vscode),
		row("vscode", project, here(".vscode/mcp.json"), []string{"servers"}, vscode),

		// hosts-b.md 1 and 2.
		row("gemini", user, spot{env: "GEMINI_CLI_HOME", dir: "~", file: ".gemini/settings.json"}, mcpServers, gemini),
		row("gemini", managed, spot{dir: "/etc/gemini-cli", file: "settings.json", os: "linux"}, mcpServers, gemini),
		row("gemini", project, here(".gemini/settings.json"), mcpServers, gemini),
		extension("gemini", spot{env: "GEMINI_CLI_HOME", dir: "~", file: ".gemini/extensions/*/gemini-extension.json"}, gemini),
		row("qwen", user, spot{env: "QWEN_HOME", dir: "~/.qwen", file: "settings.json"}, mcpServers, qwen),
		row("qwen", project, here(".qwen/settings.json"), mcpServers, qwen),
		extension("qwen", spot{env: "QWEN_HOME", dir: "~/.qwen", file: "extensions/*/qwen-extension.json"}, qwen),
		row("antigravity", user, home(".gemini/antigravity/mcp_config.json"), mcpServers, windsurf),

		row("cursor", user, home(".cursor/mcp.json"), mcpServers, cursor), // docs.cursor.com, MCP
		row("cursor", project, here(".cursor/mcp.json"), mcpServers, cursor),
		row("windsurf", user, home(".codeium/windsurf/mcp_config.json"), mcpServers, windsurf), // hosts-b.md 9
		row("trae", project, here(".trae/mcp.json"), mcpServers, cursor),
		row("cline", user, spot{env: "CLINE_DIR", dir: "~/.cline", file: "data/settings/cline_mcp_settings.json"}, mcpServers, cline), // hosts-b.md 4
		row("augment", user, home(".augment/settings.json"), mcpServers, claude),                                                      // docs.augmentcode.com/cli/integrations
		row("augment", project, here(".augment/settings.json"), mcpServers, claude),
		row("augment", local, here(".augment/settings.local.json"), mcpServers, claude),

		// Seen in @moonshot-ai/kimi-code 2.1.0; moonshotai.github.io/kimi-code, MCP.
		row("kimi-code", user, spot{env: "KIMI_CODE_HOME", dir: "~/.kimi-code", file: "mcp.json"}, mcpServers, kimi),
		row("kimi-code", project, here(".kimi-code/mcp.json"), mcpServers, kimi),
		row("kimi-code", project, here(".mcp.json"), mcpServers, kimi),
		row("kimi", user, home(".kimi/mcp.json"), mcpServers, kimi),

		row("codebuddy", user, home(".codebuddy.json"), mcpServers, claude), // codebuddy.ai/docs/cli, MCP
		row("codebuddy", local, home(".codebuddy.json"), inProject, claude),
		row("codebuddy", project, here(".mcp.json"), mcpServers, claude),

		// hosts-a.md 5 and 6.
		row("crush", managed, spot{dir: "/etc/crush", file: "crush.json"}, mcp, crush),
		row("crush", user, spot{env: "CRUSH_GLOBAL_CONFIG", file: "crush.json"}, mcp, crush),
		row("crush", user, xdg("crush/crush.json"), mcp, crush),
		row("crush", user, spot{env: "CRUSH_GLOBAL_DATA", dir: "~/.local/share/crush", file: "crush.json"}, mcp, crush),
		row("crush", project, here("crush.json"), mcp, crush),
		row("crush", project, here(".crush.json"), mcp, crush),
		row("pi", user, spot{env: "PI_CODING_AGENT_DIR", dir: "~/.pi/agent", file: "mcp.json"}, mcpServers, switched),
		row("pi", project, here(".pi/mcp.json"), mcpServers, switched),

		row("hermes", user, spot{env: "HERMES_HOME", dir: "~/.hermes", file: "config.yaml"}, []string{"mcp_servers"}, switched), // hosts-b.md 12
	}
}

// A script is a file that only its host can read, because it is a program.
type script struct {
	host string
	spot spot
}

// scripts are said to exist, so that nobody takes the list for complete.
func scripts() []script {
	return []script{
		{"crush", spot{env: "CRUSH_GLOBAL_CONFIG", file: "crushrc"}},
		{"crush", spot{env: "XDG_CONFIG_HOME", dir: "~/.config", file: "crush/crushrc"}},
		{"crush", spot{dir: ".", file: "crushrc"}},
	}
}
