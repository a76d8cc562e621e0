package pipeline

import (
	"toolgrant/model"
	"toolgrant/pipeline/rewrite"
)

// claudeRow: spec/hosts.md "Claude Code", hosts-a.md 1, ran 2.1.332 and 2.1.197.
func claudeRow() Row {
	return Row{
		Runtime: model.Runtime{
			ID: "claude", Name: "Claude Code", Authored: true,
			Home:   model.HomeRule{Env: []model.EnvVar{{Name: "CLAUDE_CONFIG_DIR"}}, Default: ".claude"},
			Global: model.Folder{Dir: "agents", Ext: ".md"},
			Local:  model.Folder{Dir: ".claude/agents", Ext: ".md"},
			Tools: model.ToolModel{
				Key: "tools", Form: "comma separated, flow or block list",
				BuiltIn: model.Restricts, MCP: model.Restricts,
				Absent: model.ReadsAll, Empty: model.ReadsNone, Null: model.ReadsNone, Malformed: model.ReadsRejected,
				Deny:     "disallowedTools",
				Names:    map[string][]string{"MultiEdit": {}, "LS": {}, "NotebookRead": {}},
				Verbatim: true, WholeTool: true, Spaces: true,
				Vocabulary: []string{
					"*", "Agent", "Task", "AskUserQuestion", "Bash", "BashOutput", "CronCreate", "CronDelete", "CronList", "Edit",
					"EnterPlanMode", "EnterWorktree", "ExitPlanMode", "ExitWorktree", "Glob", "Grep", "KillShell", "ListAgents",
					"ListMcpResourcesTool", "Monitor", "NotebookEdit", "Read", "ReadMcpResourceTool", "ReportFindings",
					"ScheduleWakeup", "SendMessage", "Skill", "TaskCreate", "TaskGet", "TaskList", "TaskOutput",
					"TaskStop", "TaskUpdate", "TodoWrite", "ToolSearch", "WebFetch", "WebSearch", "Workflow", "Write",
				},
				MCPVerbatim:  true,
				MCPTool:      model.ClaudeMCPName,
				MCPServer:    always(model.ClaudeMCPWildcard),
				GivesServers: true,
				Enforceable:  true,
				Remarks: []string{
					"Grep and Glob vanish beside Bash, which has search built in",
					"Bash(git:*) and the like give the whole tool",
					"a partial wildcard such as mcp__docs__get_* gives nothing, so it is expanded to names",
					"inline mcpServers add all their tools, whatever tools says",
					"MultiEdit, LS and NotebookRead are no tools any more; names that mean nothing are passed over in silence",
					"a file without name or description is not loaded; a header that is no valid YAML is mended or not loaded, by version",
				},
				NamePattern: "^[^-:][^:]*$",
				Source:      "hosts-a.md 1, ran 2.1.332 and 2.1.197", Checked: "2026-11-30",
			},
		},
		Paths: rewrite.ClaudePaths, Commands: true,
		Attribution: AttributionRule{Files: []string{"settings.json"}, Key: []string{"attribution", "commit"}},
		Convert:     copyFile, Extend: extendClaude,
	}
}
