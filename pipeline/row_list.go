package pipeline

import (
	"toolgrant/model"
	"toolgrant/pipeline/rewrite"
)

// copilotRow: spec/hosts.md "Copilot CLI", hosts-b.md 3, ran 1.0.102.
func copilotRow() Row {
	return Row{
		Runtime: model.Runtime{
			ID: "copilot", Name: "GitHub Copilot",
			AlsoLocal: []string{".claude/agents"},
			Home:      model.HomeRule{Env: []model.EnvVar{{Name: "COPILOT_HOME"}, {Name: "COPILOT_CONFIG_DIR"}}, Default: ".copilot"},
			Global:    model.Folder{Dir: "agents", Ext: ".agent.md"},
			Local:     model.Folder{Dir: ".github/agents", Ext: ".agent.md"},
			Tools: model.ToolModel{
				Key: "tools", Form: "YAML list or comma separated",
				BuiltIn: model.Restricts, MCP: model.Restricts,
				Absent: model.ReadsAll, Empty: model.ReadsNone, Null: model.ReadsRejected, Malformed: model.ReadsRejected,
				Names: map[string][]string{
					"Read": {"read"}, "Write": {"edit"}, "Edit": {"edit"}, "MultiEdit": {"edit"}, "NotebookEdit": {"edit"},
					"Bash": {"execute"}, "Grep": {"grep"}, "Glob": {"glob"}, "Task": {"agent"}, "Agent": {"agent"},
					"WebSearch": {"web"}, "WebFetch": {"web"}, "TodoWrite": {"todo"},
					"AskUserQuestion": {"ask_user"}, "SlashCommand": {"skill"}, "Skill": {"skill"},
				},
				Widens: map[string][]string{
					"Write": {"Edit"}, "Edit": {"Write"}, "MultiEdit": {"Write"}, "NotebookEdit": {"Edit", "Write"},
					"WebSearch": {"WebFetch"}, "WebFetch": {"WebSearch"},
				},
				Together:    []model.Together{{Names: []string{"Grep", "Glob"}, As: "search"}},
				MCPTool:     model.CopilotMCPName,
				MCPServer:   always(model.CopilotMCPWildcard),
				FoldsCase:   true,
				ServerAlias: map[string]string{"context7": "io.github.upstash/context7"},
				Enforceable: true,
				Remarks: []string{
					"edit and write are one tool; execute is four",
					"as a main agent skill and sql are always there, as a subagent the list is exact",
					"the documentation allows a prompt 30,000 characters; the command line program 1.0.102 was seen to take more",
					"disallowedTools is ignored, so what it takes is left out of the list",
					"the host reads COPILOT_HOME; COPILOT_CONFIG_DIR, the reference's, counts after it",
				},
				MaxBody: 30000,
				Source:  "hosts-b.md 3, ran 1.0.102", Checked: "2026-11-30",
			},
		},
		Text: rewrite.Copilot,
		Convert: headerForm{
			Name: bareName, Description: rewrite.JSONQuote, List: quotedFlow, Empty: "tools: []\n",
			Color: bareName, Foreign: true, Needs: true,
		}.convert,
	}
}

// qwenRow: spec/hosts.md "Qwen Code", hosts-b.md 2, ran 0.24.4.
func qwenRow() Row {
	return Row{
		Runtime: model.Runtime{
			ID: "qwen", Name: "Qwen Code",
			Home:   model.HomeRule{Env: []model.EnvVar{{Name: "QWEN_HOME"}, {Name: "QWEN_CONFIG_DIR"}}, Default: ".qwen"},
			Global: model.Folder{Dir: "agents", Ext: ".md"},
			Local:  model.Folder{Dir: ".qwen/agents", Ext: ".md"},
			Tools: model.ToolModel{
				Key: "tools", Form: "YAML list",
				BuiltIn: model.Restricts, MCP: model.Restricts,
				Absent: model.ReadsAll, Empty: model.ReadsAll, Null: model.ReadsAll, Malformed: model.ReadsUnknown,
				Deny: "disallowedTools",
				Names: map[string][]string{
					"Read": {"read_file"}, "Write": {"write_file"}, "Edit": {"edit"}, "MultiEdit": {"edit"},
					"Bash": {"run_shell_command"}, "Grep": {"grep_search"}, "Glob": {"glob"}, "LS": {},
					"WebSearch": {"web_search"}, "WebFetch": {"web_fetch"}, "Task": {"agent"}, "Agent": {"agent"},
					"Skill": {"skill"}, "NotebookEdit": {"notebook_edit"}, "TodoWrite": {}, "AskUserQuestion": {},
				},
				MCPTool:     model.QwenMCPName,
				Enforceable: true,
				Remarks: []string{
					"an empty list means all tools, so a list with nothing in it is written with a name that no tool has",
					"todo_write and ask_user_question are kept from subagents",
					"whole servers are written as their known tools, names with odd characters with the host's hash",
					"its YAML reader is lenient: a malformed file may load with other tools, so a canonical header is always written",
					"a project's agents are passed over when the project is the home folder",
				},
				FillsIn: true,
				MinBody: 10, NamePattern: "^[A-Za-z0-9][A-Za-z0-9_-]{0,48}[A-Za-z0-9]$",
				Source: "hosts-b.md 2, ran 0.24.4", Checked: "2026-11-30",
			},
		},
		Text: rewrite.Qwen, Paths: rewrite.Paths, Commands: true,
		Convert: headerForm{
			Name: rewrite.Ident, Description: oneLineQuoted, List: blockList, Empty: "tools:\n  - none\n",
			Deny: denyBlock("disallowedTools"), Color: rewrite.Ident, Needs: true,
		}.convert,
	}
}

// geminiRow: spec/hosts.md "Gemini CLI", hosts-b.md 1, ran 0.61.0. The reference has no
// such host; the header is the strict schema that its loader was seen to accept.
func geminiRow() Row {
	return Row{
		Runtime: model.Runtime{
			ID: "gemini", Name: "Gemini CLI",
			Home:   model.HomeRule{Env: []model.EnvVar{{Name: "GEMINI_CLI_HOME", Join: ".gemini"}}, Default: ".gemini"},
			Global: model.Folder{Dir: "agents", Ext: ".md"},
			Local:  model.Folder{Dir: ".gemini/agents", Ext: ".md"},
			Tools: model.ToolModel{
				Key: "tools", Form: "YAML list only",
				BuiltIn: model.Restricts, MCP: model.Restricts,
				Absent: model.ReadsAll, Empty: model.ReadsNone, Null: model.ReadsRejected, Malformed: model.ReadsRejected,
				Names: map[string][]string{
					"Read": {"read_file"}, "Write": {"write_file"}, "Edit": {"replace"}, "MultiEdit": {"replace"},
					"Bash": {"run_shell_command"}, "Grep": {"grep_search"}, "Glob": {"glob"}, "LS": {"list_directory"},
					"WebSearch": {"google_web_search"}, "WebFetch": {"web_fetch"}, "TodoWrite": {"write_todos"},
					"Skill": {"activate_skill"}, "AskUserQuestion": {"ask_user"}, "Task": {}, "Agent": {},
				},
				Always:      []string{"complete_task"},
				MCPTool:     geminiTool,
				MCPServer:   model.GeminiMCPWildcard,
				Enforceable: true,
				Remarks: []string{
					"a subagent cannot call agents: Task and Agent are stripped at run time",
					"mcp_server_* works only when the server's name has no underscore; other servers are written tool by tool",
					"a name it does not know, a key it does not know or a comma list costs the whole agent, so nothing of the kind is written",
					"agents of a project run only after the person acknowledged them",
				},
				FillsIn:     true,
				NamePattern: "^[a-z0-9-_]+$", FilePattern: "^[^_]",
				Source: "hosts-b.md 1, ran 0.61.0", Checked: "2026-11-30",
			},
		},
		Text: rewrite.Gemini, Paths: rewrite.Paths,
		Convert: headerForm{
			Rename: geminiName, Name: bareName, Description: oneLineQuoted, List: blockList, Empty: "tools: []\n", Needs: true,
		}.convert,
	}
}

// clineRow: spec/hosts.md "Cline", hosts-b.md 4, ran 3.0.65.
func clineRow() Row {
	return Row{
		Runtime: model.Runtime{
			ID: "cline", Name: "Cline",
			Home:   model.HomeRule{Env: []model.EnvVar{{Name: "CLINE_DIR"}, {Name: "CLINE_CONFIG_DIR"}}, Default: ".cline"},
			Global: model.Folder{Dir: "agents", Ext: ".yml"},
			Local:  model.Folder{Dir: ".cline/agents", Ext: ".yml"},
			Tools: model.ToolModel{
				Key: "tools", Form: "YAML list or comma separated",
				BuiltIn: model.Restricts, MCP: model.Never,
				Absent: model.ReadsDefault, Empty: model.ReadsNone, Null: model.ReadsRejected, Malformed: model.ReadsRejected,
				Names: map[string][]string{
					"Read": {"read_files"}, "Write": {"editor"}, "Edit": {"editor"}, "MultiEdit": {"editor"},
					"Bash": {"run_commands"}, "Grep": {"search_codebase"}, "Glob": {"search_codebase"},
					"WebFetch": {"fetch_web_content"}, "Skill": {"skills"}, "AskUserQuestion": {"ask_question"},
					"WebSearch": {}, "Task": {}, "Agent": {}, "TodoWrite": {},
				},
				Widens: map[string][]string{
					"Write": {"Edit"}, "Edit": {"Write"}, "MultiEdit": {"Write"}, "Grep": {"Glob"}, "Glob": {"Grep"},
				},
				Enforceable: true,
				Remarks: []string{
					"only .yml and .yaml files are loaded; the reference's .md files are left alone and never seen by the host",
					"MCP tools never reach an agent that a file defines, whatever it lists",
				},
				Source: "hosts-b.md 4, ran 3.0.65", Checked: "2026-11-30",
			},
		},
		Text: rewrite.Cline, Paths: rewrite.Paths,
		Convert: headerForm{
			Name: rewrite.Ident, Description: oneLineQuoted, List: blockList, Empty: "tools: []\n", Needs: true,
		}.convert,
	}
}

// antigravityRow: spec/hosts.md "Antigravity", hosts-b.md 13, third parties, not run.
func antigravityRow() Row {
	return Row{
		Runtime: model.Runtime{
			ID: "antigravity", Name: "Antigravity",
			Home: model.HomeRule{
				Env: []model.EnvVar{{Name: "ANTIGRAVITY_CONFIG_DIR"}},
				Probes: []model.Probe{
					{Dir: ".gemini/antigravity", Needs: "gsd-core/VERSION"}, {Dir: ".gemini/antigravity-ide", Needs: "gsd-core/VERSION"},
					{Dir: ".gemini/antigravity-cli", Needs: "gsd-core/VERSION"},
					{Dir: ".gemini/antigravity"}, {Dir: ".gemini/antigravity-ide"}, {Dir: ".gemini/antigravity-cli"},
				},
				Default: ".gemini/antigravity",
			},
			Global: model.Folder{Base: ".gemini/config/agents", Ext: ".md"},
			Local:  model.Folder{Dir: ".agents/agents", Ext: ".md"},
			Tools: model.ToolModel{
				Key: "tools", Form: "YAML list of the host's own ids",
				BuiltIn: model.Unknown, MCP: model.Unknown,
				Absent: model.ReadsUnknown, Empty: model.ReadsUnknown, Null: model.ReadsUnknown, Malformed: model.ReadsUnknown,
				Names: map[string][]string{
					"Read": {"view_file"}, "Write": {"write_to_file"}, "Edit": {"replace_file_content"},
					"MultiEdit": {"multi_replace_file_content"}, "Bash": {"run_command"}, "Grep": {"grep_search"},
					"Glob": {"find_by_name"}, "LS": {"list_dir"}, "WebFetch": {"read_url_content"},
					"WebSearch": {"search_web"}, "AskUserQuestion": {"ask_question"},
					"Task": {"invoke_subagent"}, "Agent": {"invoke_subagent"},
					"TodoWrite": {}, "Skill": {}, "SlashCommand": {},
				},
				Refusal: "nobody has seen which lists this host holds; its MCP servers are set by keys that differ by version",
				Remarks: []string{"the list is written as valid YAML in the ids that third parties quote from its documentation"},
				Source:  "hosts-b.md 13, documentation of third parties", Checked: "2026-11-30",
			},
		},
		Text: rewrite.Antigravity,
		Convert: headerForm{
			Name: bareName, Description: rewrite.JSONQuote, List: blockList, Empty: "tools: []\n",
			Color: bareName, Foreign: true,
		}.convert,
	}
}
