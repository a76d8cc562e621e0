package pipeline

import (
	"toolgrant/model"
	"toolgrant/pipeline/rewrite"
)

// reduced is the header of hosts that the reference gives a name and a description
// only; a list is added where the host is enforced.
func reduced(list func([]string) string, empty string) headerForm {
	return headerForm{Name: rewrite.Ident, Description: oneLineQuoted, List: list, Empty: empty}
}

// cursorRow: spec/hosts.md "Cursor", hosts-b.md 8, its parser run, staff on the forum.
func cursorRow() Row {
	form := reduced(nil, "")
	form.Plain = rewrite.OneLine // its parser reads line by line and keeps quotes as text
	form.Knob = func(j *Job) string {
		if readOnly(j) {
			return "readonly: true\n"
		}
		return ""
	}
	return Row{
		Runtime: model.Runtime{
			ID: "cursor", Name: "Cursor",
			AlsoReads: []string{".claude/agents", ".grok/agents"}, AlsoLocal: []string{".claude/agents", ".grok/agents"},
			Home:   model.HomeRule{Env: []model.EnvVar{{Name: "CURSOR_CONFIG_DIR"}}, Default: ".cursor"},
			Global: model.Folder{Dir: "agents", Ext: ".md"},
			Local:  model.Folder{Dir: ".cursor/agents", Ext: ".md"},
			Tools: model.ToolModel{
				Key: "readonly", Form: "readonly: true, or nothing",
				BuiltIn: model.Inherits, MCP: model.Inherits,
				Absent: model.ReadsAll, Empty: model.ReadsAll, Null: model.ReadsAll, Malformed: model.ReadsUnknown,
				Verbatim: true, MCPVerbatim: true,
				Enforceable: true, ReadOnlyOnly: true,
				Remarks: []string{
					"the only thing the host holds is readonly: true, which also blocks every MCP server",
					"an agent that may write or has an MCP tool inherits everything, enforced or not",
					"a grant to every agent never lifts readonly; one to a named agent does, with a warning",
					"its parser reads key: value line by line and keeps quotes; the gsd pack's description has the reference's",
				},
				Source: "hosts-b.md 8, its parser run; forum.cursor.com 159786", Checked: "2026-11-30",
			},
		},
		Text: rewrite.Cursor, Paths: rewrite.Paths,
		Convert: form.convert,
	}
}

// augmentRow: spec/hosts.md "Auggie", hosts-b.md 5, ran 0.36.0.
func augmentRow() Row {
	form := reduced(blockList, "tools:\n  - none\n")
	form.Deny = denyBlock("disabled_tools")
	return Row{
		Runtime: model.Runtime{
			ID: "augment", Name: "Augment (Auggie)",
			AlsoReads: []string{".claude/agents", ".agents/agents"}, AlsoLocal: []string{".claude/agents", ".agents/agents"},
			Home:   model.HomeRule{Env: []model.EnvVar{{Name: "AUGMENT_CONFIG_DIR"}}, Default: ".augment"},
			Global: model.Folder{Dir: "agents", Ext: ".md"},
			Local:  model.Folder{Dir: ".augment/agents", Ext: ".md"},
			Tools: model.ToolModel{
				Key: "tools", Form: "YAML list or comma separated",
				BuiltIn: model.Inherits, MCP: model.Inherits,
				Absent: model.ReadsAll, Empty: model.ReadsAll, Null: model.ReadsAll, Malformed: model.ReadsAll,
				Deny: "disabled_tools",
				Names: map[string][]string{
					"Read": {"view"}, "Write": {"save-file"}, "Edit": {"str-replace-editor", "apply_patch"},
					"MultiEdit": {"str-replace-editor", "apply_patch"},
					"Bash":      {"launch-process", "read-process", "write-process", "kill-process", "list-processes"},
					"Grep":      {"grep-search"}, "WebFetch": {"web-fetch"}, "WebSearch": {"web-search"},
					"TodoWrite": {"view_tasklist", "add_tasks", "update_tasks", "reorganize_tasklist"},
					"Glob":      {}, "Task": {}, "Agent": {}, "Skill": {}, "AskUserQuestion": {},
				},
				MCPTool: model.AuggieMCPName,
				OwnIDs: []string{
					"apply_patch", "view_tasklist", "add_tasks", "update_tasks", "reorganize_tasklist",
				},
				Enforceable: true,
				Remarks: []string{
					"an empty list means all tools, so a list with nothing in it is written with a name that no tool has",
					"tools beside disabled_tools means all tools, so disabled_tools is written only where there is no list",
					"a header that is no valid YAML means all tools, so a valid one is always written",
					"Glob, Task, Skill and AskUserQuestion have no names there",
					"whole servers are written as their known tools",
				},
				Source: "hosts-b.md 5, ran 0.36.0", Checked: "2026-11-30",
			},
		},
		Text: rewrite.Augment, Paths: rewrite.Paths,
		Convert: form.convert,
	}
}

// codebuddyRow: spec/hosts.md "CodeBuddy", hosts-b.md 7, ran 2.117.0.
func codebuddyRow() Row {
	return Row{
		Runtime: model.Runtime{
			ID: "codebuddy", Name: "CodeBuddy",
			Home:   model.HomeRule{Env: []model.EnvVar{{Name: "CODEBUDDY_CONFIG_DIR"}}, Default: ".codebuddy"},
			Global: model.Folder{Dir: "agents", Ext: ".md"},
			Local:  model.Folder{Dir: ".codebuddy/agents", Ext: ".md"},
			Tools: model.ToolModel{
				Key: "tools", Form: "any YAML form or comma separated",
				BuiltIn: model.Inherits, MCP: model.Inherits,
				Absent: model.ReadsAll, Empty: model.ReadsAll, Null: model.ReadsAll, Malformed: model.ReadsAll,
				Names: map[string][]string{
					"Read": {"Read"}, "Write": {"Write"}, "Edit": {"Edit"}, "MultiEdit": {"Edit"}, "Bash": {"Bash"},
					"Glob": {"Glob"}, "Grep": {"Grep"}, "WebFetch": {"WebFetch"}, "WebSearch": {"WebSearch"},
					"Skill": {"Skill"}, "AskUserQuestion": {"AskUserQuestion"}, "NotebookEdit": {"NotebookEdit"},
					"Task": {"Agent"}, "Agent": {"Agent"},
					"TodoWrite": {"TaskCreate", "TaskUpdate", "TaskGet", "TaskList"},
				},
				Always:      []string{"SendMessage"},
				MCPTool:     model.CodeBuddyMCPName,
				Enforceable: true,
				Remarks: []string{
					"an empty list means all tools, so a list with nothing in it is written with a name that no tool has",
					"a header that is no valid YAML means all tools, so a valid one is always written",
					"disallowedTools is ignored; whole servers are written as their known tools",
				},
				Source: "hosts-b.md 7, ran 2.117.0", Checked: "2026-11-30",
			},
		},
		Text: rewrite.CodeBuddy, Paths: rewrite.Paths,
		Convert: reduced(blockList, "tools:\n  - none\n").convert,
	}
}

// windsurfRow: spec/hosts.md "Windsurf", hosts-b.md 9, not run.
func windsurfRow() Row {
	return Row{
		Runtime: model.Runtime{
			ID: "windsurf", Name: "Windsurf",
			Home:   model.HomeRule{Env: []model.EnvVar{{Name: "WINDSURF_CONFIG_DIR"}}, Default: ".codeium/windsurf"},
			Global: model.Folder{Dir: "agents", Ext: ".md"},
			Local:  model.Folder{Dir: ".windsurf/agents", Ext: ".md"},
			Tools:  unsettled("no agents folder of the old Cascade is documented; its successor reads .devin/agents in a form nobody here has run", "hosts-b.md 9, documentation and third parties"),
		},
		Text: rewrite.Windsurf, Paths: rewrite.Paths,
		Convert: reduced(nil, "").convert,
	}
}

// traeRow: spec/hosts.md "Trae", hosts-b.md 10, not run.
func traeRow() Row {
	return Row{
		Runtime: model.Runtime{
			ID: "trae", Name: "Trae",
			Home:   model.HomeRule{Env: []model.EnvVar{{Name: "TRAE_CONFIG_DIR"}}, Default: ".trae"},
			Global: model.Folder{Dir: "agents", Ext: ".md"},
			Local:  model.Folder{Dir: ".trae/agents", Ext: ".md"},
			Tools:  unsettled("its documentation names tools, disallowedTools and mcpServers, but not the tools' names, and nobody here has run it", "hosts-b.md 10, documentation"),
		},
		Text: rewrite.Trae, Paths: rewrite.Paths,
		Convert: reduced(nil, "").convert,
	}
}

// unsettled is the tool model of hosts of which nobody has seen what an agent file
// can hold: no list is written, and enforcing is refused.
func unsettled(why, source string) model.ToolModel {
	return model.ToolModel{
		Form:    "none settled",
		BuiltIn: model.Inherits, MCP: model.Inherits,
		Absent: model.ReadsUnknown, Empty: model.ReadsUnknown, Null: model.ReadsUnknown, Malformed: model.ReadsUnknown,
		Verbatim: true, MCPVerbatim: true,
		Refusal: why,
		Remarks: []string{why},
		Source:  source, Checked: "2026-11-30",
	}
}
