package pipeline

import (
	"toolgrant/model"
	"toolgrant/pipeline/rewrite"
)

// kimiCodeRow: spec/hosts.md "Kimi Code", hosts-b.md 6, ran 2.1.0.
func kimiCodeRow() Row {
	return Row{
		Runtime: model.Runtime{
			ID: "kimi-code", Name: "Kimi Code",
			AlsoReads: []string{".agents/agents"}, AlsoLocal: []string{".agents/agents"},
			Home:   model.HomeRule{Env: []model.EnvVar{{Name: "KIMI_CODE_HOME"}}, Default: ".kimi-code"},
			Global: model.Folder{Dir: "agents", Ext: ".md"},
			Local:  model.Folder{Dir: ".kimi-code/agents", Ext: ".md"},
			Tools: model.ToolModel{
				Key: "tools", Form: "YAML list or comma separated",
				BuiltIn: model.Restricts, MCP: model.Restricts,
				Absent: model.ReadsAll, Empty: model.ReadsNone, Null: model.ReadsAll, Malformed: model.ReadsRejected,
				Deny: "disallowedTools",
				Names: map[string][]string{
					"Read": {"Read"}, "Write": {"Write"}, "Edit": {"Edit"}, "Bash": {"Bash"}, "Grep": {"Grep"}, "Glob": {"Glob"},
					"Skill": {"Skill"}, "Agent": {"Agent"}, "Task": {"Agent"}, "AskUserQuestion": {"AskUserQuestion"},
					"TodoWrite": {"TodoList"}, "WebFetch": {"FetchURL"}, "WebSearch": {"WebSearch"}, "MultiEdit": {"Edit"},
				},
				MCPTool:     model.KimiMCPName,
				MCPServer:   always(model.KimiMCPWildcard),
				Enforceable: true,
				Remarks: []string{
					"runs of underscores in server and tool names become one",
					"a project's .agents/agents, Antigravity's folder, is read too",
					"a list that is null means all tools, so such a document is refused",
				},
				MinBody: 1, NamePattern: "^[a-z0-9]+(-[a-z0-9]+)*$", FilePattern: `^[^.]`,
				Source: "hosts-b.md 6, ran 2.1.0", Checked: "2026-11-30",
			},
		},
		Paths:   rewrite.Paths,
		Convert: copyHeader,
	}
}

// zcodeRow: spec/hosts.md "ZCode", hosts-b.md 11, not run. A listed MCP entry is a
// server that must be connected before the agent starts, so entries are left out as
// the reference does (gsd-core issues 3384 and 4189).
func zcodeRow() Row {
	return Row{
		Runtime: model.Runtime{
			ID: "zcode", Name: "ZCode",
			Home:   model.HomeRule{Env: []model.EnvVar{{Name: "ZCODE_CONFIG_DIR"}}, Default: ".zcode"},
			Global: model.Folder{Dir: "agents", Ext: ".md"},
			Local:  model.Folder{Dir: ".zcode/agents", Ext: ".md"},
			Tools: model.ToolModel{
				Key: "tools", Form: "as Claude Code's",
				BuiltIn: model.Unknown, MCP: model.Inherits,
				Absent: model.ReadsAll, Empty: model.ReadsUnknown, Null: model.ReadsUnknown, Malformed: model.ReadsUnknown,
				Verbatim: true,
				Refusal:  "connected servers are reachable whatever the list says, and a listed one keeps the agent from starting while it is not connected",
				Remarks: []string{
					"MCP entries are left out, because a listed server is required to be connected",
					"a list with nothing left in it gets a name that no tool has, since an absent one means all tools",
				},
				Source: "hosts-b.md 11, third parties; gsd-core issues 3384, 4189", Checked: "2026-11-30",
			},
		},
		Paths:   rewrite.Paths,
		Convert: copyHeader,
	}
}

// hermesRow: spec/hosts.md "Hermes", hosts-b.md 12, documentation, not run.
func hermesRow() Row {
	return Row{
		Runtime: model.Runtime{
			ID: "hermes", Name: "Hermes Agent",
			Home:   model.HomeRule{Env: []model.EnvVar{{Name: "HERMES_HOME"}}, Default: ".hermes"},
			Global: model.Folder{Dir: "agents", Ext: ".md"},
			Local:  model.Folder{Dir: ".hermes/agents", Ext: ".md"},
			Tools: model.ToolModel{
				Key: "tools", Form: "Claude Code's, copied",
				BuiltIn: model.Unknown, MCP: model.Unknown,
				Absent: model.ReadsUnknown, Empty: model.ReadsUnknown, Null: model.ReadsUnknown, Malformed: model.ReadsUnknown,
				Verbatim: true, MCPVerbatim: true,
				Refusal: "children inherit their parent's toolsets; only delegation.default_toolsets and mcp_servers.*.tools in its config narrow them, for all agents alike",
				Remarks: []string{"the list is carried along for people; the host's documentation has no per-agent tools"},
				Source:  "hosts-b.md 12, documentation", Checked: "2026-11-30",
			},
		},
		Text: rewrite.Hermes, Paths: rewrite.Paths, Commands: true,
		Convert: copyHeader,
	}
}

// piRow: spec/hosts.md "pi", hosts-a.md 6, ran 1.6.0.
func piRow() Row {
	return Row{Runtime: model.Runtime{
		ID: "pi", Name: "pi",
		Home: model.HomeRule{Env: []model.EnvVar{{Name: "PI_CODING_AGENT_DIR"}}, Default: ".pi/agent"},
		Tools: model.ToolModel{
			Form:    "none in the program itself",
			BuiltIn: model.Inherits, MCP: model.Inherits,
			Absent: model.ReadsDefault, Empty: model.ReadsDefault, Null: model.ReadsDefault, Malformed: model.ReadsRejected,
			Refusal: "it has no agent files; tools are chosen for a whole run with --tools and --exclude-tools",
			Remarks: []string{
				"agent files exist by extension only: tools: read, grep, mcp__server__* in comma form, every dash in a name an underscore",
				"an extension's absent or empty list means the default tools, and one malformed file stops them all",
			},
			Source: "hosts-a.md 6, ran 1.6.0", Checked: "2026-11-30",
		},
	}}
}

// crushRow: spec/hosts.md "Crush", hosts-a.md 5, source of 2026-08-21 built and run.
func crushRow() Row {
	return Row{Runtime: model.Runtime{
		ID: "crush", Name: "Crush",
		Home: model.HomeRule{Env: []model.EnvVar{{Name: "CRUSH_GLOBAL_CONFIG"}, {Name: "XDG_CONFIG_HOME", Join: "crush"}}, Default: ".config/crush"},
		Tools: model.ToolModel{
			Form:    "none: no agent files",
			BuiltIn: model.Inherits, MCP: model.Inherits,
			Absent: model.ReadsUnknown, Empty: model.ReadsUnknown, Null: model.ReadsUnknown, Malformed: model.ReadsUnknown,
			Refusal: "it has no agent files and overwrites an agents block of its config, so nothing can be given to or kept from one agent",
			Remarks: []string{
				"a whole config folder can be narrowed: options.disabled_tools, mcp.NAME.enabled_tools and mcp.NAME.disabled",
				"its own task agent never has MCP tools",
			},
			Source: "hosts-a.md 5, built and run from source of 2026-08-21", Checked: "2026-11-30",
		},
	}}
}
