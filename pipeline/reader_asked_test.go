package pipeline_test

import (
	"slices"
	"strings"

	"toolgrant/model"
)

// asked says, per host, which of Claude Code's tools justify each of the host's ids:
// the maps of the pages about the hosts, read backwards. An id that no entry of the
// intended list justifies is one that nobody asked for.
func asked(host string) map[string]string {
	table := map[string]string{
		"gemini": `read_file:Read write_file:Write replace:Edit,MultiEdit run_shell_command:Bash grep_search:Grep glob:Glob
			list_directory:LS google_web_search:WebSearch web_fetch:WebFetch write_todos:TodoWrite activate_skill:Skill ask_user:AskUserQuestion`,
		"qwen": `read_file:Read write_file:Write edit:Edit,MultiEdit run_shell_command:Bash grep_search:Grep glob:Glob list_directory:LS
			web_search:WebSearch web_fetch:WebFetch agent:Task,Agent skill:Skill notebook_edit:NotebookEdit`,
		"copilot": `read:Read edit:Write,Edit,MultiEdit,NotebookEdit execute:Bash search:Grep+Glob grep:Grep glob:Glob agent:Task,Agent
			web:WebSearch,WebFetch todo:TodoWrite ask_user:AskUserQuestion skill:Skill,SlashCommand`,
		"cline": `read_files:Read editor:Write,Edit,MultiEdit run_commands:Bash search_codebase:Grep,Glob fetch_web_content:WebFetch
			skills:Skill ask_question:AskUserQuestion`,
		"kimi-code": `Read:Read Write:Write Edit:Edit,MultiEdit Bash:Bash Grep:Grep Glob:Glob Skill:Skill Agent:Agent,Task
			AskUserQuestion:AskUserQuestion TodoList:TodoWrite FetchURL:WebFetch WebSearch:WebSearch`,
		"kimi": `file:ReadFile:Read file:WriteFile:Write file:StrReplaceFile:Edit,MultiEdit shell:Shell:Bash file:Grep:Grep file:Glob:Glob
			agent:Agent:Agent,Task ask_user:AskUserQuestion:AskUserQuestion todo:SetTodoList:TodoWrite web:SearchWeb:WebSearch web:FetchURL:WebFetch`,
		"augment": `view:Read save-file:Write str-replace-editor:Edit,MultiEdit apply_patch:Edit,MultiEdit launch-process:Bash read-process:Bash
			write-process:Bash kill-process:Bash list-processes:Bash grep-search:Grep web-fetch:WebFetch web-search:WebSearch
			view_tasklist:TodoWrite add_tasks:TodoWrite update_tasks:TodoWrite reorganize_tasklist:TodoWrite`,
		"codebuddy": `Read:Read Write:Write Edit:Edit,MultiEdit Bash:Bash Glob:Glob Grep:Grep WebFetch:WebFetch WebSearch:WebSearch Skill:Skill
			AskUserQuestion:AskUserQuestion NotebookEdit:NotebookEdit Agent:Task,Agent TaskCreate:TodoWrite TaskUpdate:TodoWrite TaskGet:TodoWrite TaskList:TodoWrite`,
		"opencode": permissionsAsked, "kilo": permissionsAsked,
		"antigravity": `view_file:Read write_to_file:Write replace_file_content:Edit multi_replace_file_content:MultiEdit run_command:Bash
			grep_search:Grep find_by_name:Glob list_dir:LS read_url_content:WebFetch search_web:WebSearch ask_question:AskUserQuestion
			invoke_subagent:Task,Agent`,
	}[host]
	if table == "" {
		return nil
	}
	by := map[string]string{}
	for pair := range strings.FieldsSeq(table) {
		cut := strings.LastIndexByte(pair, ':')
		id := pair[:cut]
		if host == "kimi" {
			id = "kimi_cli.tools." + id
		}
		by[id] = pair[cut+1:]
	}
	return by
}

const permissionsAsked = `read:Read edit:Write,Edit,MultiEdit,NotebookEdit bash:Bash grep:Grep glob:Glob task:Task,Agent webfetch:WebFetch
	websearch:WebSearch todowrite:TodoWrite skill:Skill,SlashCommand question:AskUserQuestion list:LS`

// unasked is the names that a host finds and that no entry of the intended list, less
// what the author takes away, justifies.
func (o outcome) unasked(names []string, c model.Catalogue) []string {
	by := asked(o.row.ID)
	if by == nil {
		return nil
	}
	var wanted []string
	for _, e := range o.intended() {
		if !slices.ContainsFunc(o.doc.Denied, func(d string) bool { return claudeDenies(d, e) || d == strings.SplitN(e, "(", 2)[0] }) {
			wanted = append(wanted, e)
		}
	}
	var extra []string
	for _, n := range names {
		if slices.Contains(o.row.Tools.Always, n) || o.justified(n, by[n], wanted, c) {
			continue
		}
		extra = append(extra, n)
	}
	return extra
}

// intended is the author's list and every grant to the agent.
func (o outcome) intended() []string {
	all := slices.Clone(o.doc.Tools.Entries)
	for _, g := range o.sel.Grants(o.doc.Stem) {
		all = append(all, g.Tool)
	}
	return all
}

func (o outcome) justified(name, by string, wanted []string, c model.Catalogue) bool {
	has := func(tool string) bool {
		return slices.ContainsFunc(wanted, func(e string) bool { return strings.SplitN(e, "(", 2)[0] == tool })
	}
	for alternative := range strings.SplitSeq(by, ",") {
		missing := slices.ContainsFunc(strings.Split(alternative, "+"), func(t string) bool { return !has(t) })
		if alternative != "" && !missing {
			return true
		}
	}
	return slices.ContainsFunc(wanted, func(e string) bool { return o.names(name, model.ParseTool(e), c) })
}

// names reports whether a host's name is its form of an MCP entry: the entry's own words,
// or those of a known server that the entry means.
func (o outcome) names(name string, t model.Tool, c model.Catalogue) bool {
	spell := map[string]func(server, tool string) string{
		"gemini": model.GeminiMCPName, "qwen": model.QwenMCPName, "copilot": model.CopilotMCPName, "kimi-code": model.KimiMCPName,
		"augment": model.AuggieMCPName, "codebuddy": model.CodeBuddyMCPName, "opencode": model.OpenCodeMCPName, "kilo": model.OpenCodeMCPName,
	}[o.row.ID]
	if spell == nil || !t.IsMCP() {
		return false
	}
	whole := t.WholeServer() || strings.HasSuffix(t.Raw, "__*") // whose name may hold two underscores
	star := strings.NewReplacer("_probe_", "*", "_PROBE_", "*").Replace
	if name == spell(t.Server, t.Member) || t.WholeServer() && name == star(spell(t.Server, "_probe_")) {
		return true
	}
	for _, s := range c.Matching(t) {
		if whole && name == star(spell(s.Name, "_probe_")) {
			return true
		}
		for _, tool := range s.ToolNames() {
			means := t.WholeServer() || model.ClaudeMCPName(s.Name, tool) == model.ClaudeMCPName(t.Server, t.Member) || t.Pattern()
			if means && name == spell(s.Name, tool) {
				return true
			}
		}
	}
	return false
}
