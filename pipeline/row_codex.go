package pipeline

import (
	"toolgrant/model"
	"toolgrant/pipeline/rewrite"
)

// codexRow: spec/hosts.md "Codex", hosts-a.md 2, ran 0.171.0 and nine older ones.
func codexRow() Row {
	return Row{
		Runtime: model.Runtime{
			ID: "codex", Name: "Codex",
			Home:   model.HomeRule{Env: []model.EnvVar{{Name: "CODEX_HOME"}}, Default: ".codex"},
			Global: model.Folder{Dir: "agents", Ext: ".md"},
			Local:  model.Folder{Dir: ".codex/agents", Ext: ".md"},
			Tools: model.ToolModel{
				Form:    "none: a role file has no tool list",
				BuiltIn: model.Inherits, MCP: model.Inherits,
				Absent: model.ReadsAll, Empty: model.ReadsAll, Null: model.ReadsAll, Malformed: model.ReadsRejected,
				Verbatim:    true,
				MCPVerbatim: true,
				NoBuiltInGrant: "a role has no tool list, and what it may write is the sandbox of the session that starts it; " +
					"a grant opens no role's sandbox_mode",
				MinBody: 1,
				Refusal: "since 0.149.1 a role has every MCP server of its parent whatever its file says, " +
					"and sandbox_mode of a role is not applied; run the agent as a top-level profile to restrict it",
				Remarks: []string{
					"sandbox_mode is written as the reference does and was seen not to be enforced for roles",
					"the markdown file beside the role is not read by Codex; it carries the list for people",
					"roles of a project are loaded only when the project is trusted; one bad role file is passed over",
				},
				Source: "hosts-a.md 2, ran 0.125.0 to 0.171.0", Checked: "2026-11-30",
			},
		},
		Text: rewrite.Codex, Paths: rewrite.Paths,
		Convert: convertCodex,
	}
}
