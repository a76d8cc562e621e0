package pipeline

import (
	"toolgrant/model"
	"toolgrant/pipeline/rewrite"
)

// opencodeRow: spec/hosts.md "OpenCode", hosts-a.md 3, ran 1.18.33.
func opencodeRow() Row {
	return Row{
		Runtime: model.Runtime{
			ID: "opencode", Name: "OpenCode",
			AlsoReads: []string{".opencode/agents", ".opencode/agent", ".config/opencode/agent"}, AlsoLocal: []string{".opencode/agent"},
			Home: model.HomeRule{Env: []model.EnvVar{
				{Name: "OPENCODE_CONFIG_DIR"}, {Name: "OPENCODE_CONFIG", File: true}, {Name: "XDG_CONFIG_HOME", Join: "opencode"},
			}, Default: ".config/opencode"},
			Global: model.Folder{Dir: "agents", Ext: ".md"},
			Local:  model.Folder{Dir: ".opencode/agents", Ext: ".md"},
			Tools: permissionTools(model.ToolModel{
				BuiltIn: model.Inherits, MCP: model.Inherits,
				Withheld: map[string]string{
					"AskUserQuestion": withheldByOpenCode, "Task": withheldByOpenCode, "Agent": withheldByOpenCode, "TodoWrite": withheldByOpenCode,
				},
				Remarks: []string{
					"a tools line with a list stops the whole program, so none is written; under enforce_tools a permission map is",
					"one permission, edit, covers edit, write and patch",
					"a header that is no valid YAML loads with all tools, so a valid one is always written",
					"the same agent in two scopes is merged: its permissions are the union",
					"server and tool are joined by one underscore, so code_* also gives the tools of a server code_graph",
					"enforced, what the host asks before it reads secrets or leaves the project is asked as before",
				},
				Source: "hosts-a.md 3, ran 1.18.33", Checked: "2026-11-30",
			}),
		},
		Text: rewrite.OpenCode, Paths: rewrite.Paths, AbsolutePaths: true,
		Attribution: AttributionRule{Files: []string{"opencode.jsonc", "opencode.json"}, Key: []string{"disable_ai_attribution"}, Boolean: true},
		Convert:     permissionForm{Variant: true}.convert,
	}
}

// kiloRow: spec/hosts.md "Kilo", hosts-a.md 4, ran 7.7.7.
func kiloRow() Row {
	form := permissionForm{Always: []string{
		"read", "edit", "bash", "grep", "glob", "task", "webfetch", "websearch", "skill",
		"question", "todowrite", "list", "codesearch", "lsp",
	}}
	return Row{
		Runtime: model.Runtime{
			ID: "kilo", Name: "Kilo Code",
			AlsoReads: []string{".kilo/agents", ".kilocode/agents", ".config/kilo/agent"}, AlsoLocal: []string{".kilo/agent", ".kilocode/agents"},
			Home: model.HomeRule{Env: []model.EnvVar{
				{Name: "KILO_CONFIG_DIR"}, {Name: "KILO_CONFIG", File: true}, {Name: "XDG_CONFIG_HOME", Join: "kilo"},
			}, Default: ".config/kilo"},
			Global: model.Folder{Dir: "agents", Ext: ".md"},
			Local:  model.Folder{Dir: ".kilo/agents", Ext: ".md"},
			Tools: permissionTools(model.ToolModel{
				BuiltIn: model.Restricts, MCP: model.Inherits,
				Extras: "Kilo's own tools, background_process among them, which starts commands",
				Remarks: []string{
					"without \"*\": deny other MCP servers and Kilo's own extras stay open; enforce_tools writes it first",
					"not enforced, read: allow is written as the reference does, and lifts the host's question before it reads secrets",
					"the same agent in two scopes is merged: its permissions are the union",
					"one permission, edit, covers edit, write and patch",
					"a header that is no valid YAML loads with all tools, so a valid one is always written",
				},
				Source: "hosts-a.md 3 and 4, ran 7.7.7", Checked: "2026-11-30",
			}),
		},
		Text: rewrite.Kilo, Paths: rewrite.Paths,
		Attribution: AttributionRule{Files: []string{"kilo.jsonc", "kilo.json"}, Key: []string{"disable_ai_attribution"}, Boolean: true},
		Convert:     form.convert,
	}
}

// permissionTools is what the two programs share, which are one engine (hosts-a.md 4).
func permissionTools(m model.ToolModel) model.ToolModel {
	m.Key, m.Form = "permission", "ordered map of rules, the last match wins"
	m.Absent, m.Empty, m.Null, m.Malformed = model.ReadsAll, model.ReadsAll, model.ReadsUnknown, model.ReadsAll
	m.Deny = "permission"
	m.Names, m.Widens = permissionNames(), permissionWidens()
	m.Caveats = map[string]string{"Task": depthOne, "Agent": depthOne}
	m.MCPTool, m.MCPServer = model.OpenCodeMCPName, always(model.OpenCodeMCPWildcard)
	m.MCPOverlap, m.OwnIDs = model.OpenCodeMCPOverlap, permissionIDs()
	m.Enforceable = true
	return m
}

// withheldByOpenCode: ran 1.18.33, where a subagent has neither questions nor tasks nor
// the todo list unless a rule of its own names them.
const withheldByOpenCode = "the host keeps it from subagents unless a rule names it: toolgrant enforce opencode writes one"

// depthOne: ran OpenCode 1.18.33 and Kilo 7.7.7, where subagent_depth is 1.
const depthOne = "subagents start no subagents there unless subagent_depth is raised"

// permissionNames are Claude Code's tools as OpenCode's and Kilo's permissions are
// called (hosts-a.md 3.2, spec/pipeline.md 8.7).
func permissionNames() map[string][]string {
	return map[string][]string{
		"Read": {"read"}, "Write": {"edit"}, "Edit": {"edit"}, "MultiEdit": {"edit"}, "NotebookEdit": {"edit"},
		"Bash": {"bash"}, "Grep": {"grep"}, "Glob": {"glob"}, "Task": {"task"}, "Agent": {"task"},
		"WebFetch": {"webfetch"}, "WebSearch": {"websearch"}, "TodoWrite": {"todowrite"},
		"Skill": {"skill"}, "SlashCommand": {"skill"}, "AskUserQuestion": {"question"}, "LS": {},
	}
}

// permissionIDs are the host's own ids with an underscore in them, which a pattern or a
// name made of a server's and a tool's may hit (hosts-a.md 3.2 and 4).
func permissionIDs() []string {
	return []string{
		"apply_patch", "external_directory", "doom_loop", "plan_enter", "plan_exit", "background_process",
		"board_post", "board_read", "cancel_wakeup", "schedule_wakeup", "goal_report",
		"kilo_local_recall", "kilo_memory_recall",
	}
}

// permissionWidens: one permission covers every way of changing a file.
func permissionWidens() map[string][]string {
	return map[string][]string{
		"Edit": {"Write"}, "MultiEdit": {"Write"}, "NotebookEdit": {"Edit", "Write"}, "Write": {"Edit"},
	}
}
