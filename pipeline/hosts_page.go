package pipeline

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"toolgrant/model"
)

// HostsPage is docs/hosts.md: what the rows say of each host, for people. It is made
// of the rows alone, so that the page cannot say what the program does not do.
func HostsPage() string {
	var b strings.Builder
	b.WriteString(hostsHead)
	b.WriteString("| host | list | built-in tools | MCP tools | no list | empty list | null | malformed header | enforced |\n")
	b.WriteString("| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
	for _, r := range Runtimes() {
		m := r.Tools
		key := code(m.Key)
		if m.Key == "" {
			key = "-"
		}
		cells := []string{
			"[" + r.Name + "](#" + r.ID + ")", key, string(m.BuiltIn), string(m.MCP),
			string(m.Absent), string(m.Empty), string(m.Null), string(m.Malformed), enforcing(m),
		}
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
	for _, r := range Runtimes() {
		hostSection(&b, r)
	}
	return b.String()
}

const hostsHead = `# What each host makes of an agent's tool list

This page is made from the table of hosts (` + "`pipeline/row_*.go`" + `) by ` + "`go test ./pipeline -run HostsPage -update`" + `.
"restricts": the agent has its list and nothing else. "inherits": it has everything of that kind, whatever the list
says. "never": none of that kind. "all", "none", "defaults", "rejected": what the host makes of a list that is not
there, empty or null, or of a header that is no valid YAML. "unknown": nobody has seen it.

Where a host inherits, a grant is there already and is shown as a note; ` + "`toolgrant enforce HOST`" + ` writes the agent's
list in the host's own form, if the host has one that holds.

`

func enforcing(m model.ToolModel) string {
	switch {
	case !m.Enforceable:
		return "cannot"
	case m.ReadOnlyOnly:
		return "read-only agents"
	case m.BuiltIn == model.Inherits || m.MCP == model.Inherits:
		return "on request"
	}
	return "always"
}

func hostSection(b *strings.Builder, r Row) {
	m := r.Tools
	fmt.Fprintf(b, "\n## <a id=%q></a>%s\n\n", r.ID, r.Name)
	item := func(what, text string) {
		if text != "" {
			b.WriteString("- " + what + ": " + text + "\n")
		}
	}
	item("id", code(r.ID))
	item("agents", folders(r))
	item("config home", home(r.Home))
	item("also reads", strings.Trim(codes(r.AlsoReads, "~/")+", "+codes(r.AlsoLocal, "PROJECT/"), ", "))
	item("list", m.Form)
	item("names", names(r))
	item("one MCP tool", mcpForms(m))
	item("host adds", codes(m.Always, ""))
	item("comes together", widens(m))
	item("takes away without a list", code(m.Deny))
	item("bounds", boundsOf(m))
	if !m.Enforceable {
		item("cannot be enforced", m.Refusal)
	}
	for _, remark := range m.Remarks {
		if remark != m.Refusal {
			b.WriteString("- " + remark + "\n")
		}
	}
	item("source", m.Source+", checked "+m.Checked)
}

func code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + strings.ReplaceAll(s, "|", "\\|") + "`"
}

func codes(list []string, before string) string {
	var all []string
	for _, s := range list {
		all = append(all, code(before+s))
	}
	return strings.Join(all, ", ")
}

func folders(r Row) string {
	if r.Global.None() && r.Local.None() {
		return "none"
	}
	var all []string
	switch {
	case r.Global.Base != "":
		all = append(all, code("~/"+r.Global.Base+"/*"+r.Global.Ext))
	case r.Global.Dir != "":
		all = append(all, code("HOME/"+r.Global.Dir+"/*"+r.Global.Ext)+" below the config home")
	}
	if r.Local.Dir != "" {
		all = append(all, code(r.Local.Dir+"/*"+r.Local.Ext)+" in a project")
	}
	return strings.Join(all, ", ")
}

func home(h model.HomeRule) string {
	var all []string
	for _, v := range h.Env {
		name := code("$" + v.Name)
		if v.Join != "" {
			name = code("$" + v.Name + "/" + v.Join)
		}
		if v.File {
			name = "the folder of " + name
		}
		all = append(all, name)
	}
	for _, p := range h.Probes {
		text := code("~/" + p.Dir)
		if p.Needs != "" {
			text += " if it has " + code(p.Needs)
		}
		all = append(all, text)
	}
	return strings.Join(append(all, code("~/"+h.Default)), ", else ")
}

// names is the row's map, in the order of Claude Code's names.
func names(r Row) string {
	m := r.Tools
	var same, mapped, none []string
	for _, name := range slices.Sorted(maps.Keys(m.Names)) {
		switch to := m.Names[name]; {
		case len(to) == 0:
			none = append(none, name)
		case slices.Equal(to, []string{name}):
			same = append(same, name)
		default:
			mapped = append(mapped, name+" "+codes(to, ""))
		}
	}
	for _, t := range m.Together {
		mapped = append(mapped, strings.Join(t.Names, " and ")+" "+code(t.As))
	}
	var parts []string
	if len(mapped) > 0 {
		parts = append(parts, strings.Join(mapped, "; "))
	}
	if len(same) > 0 {
		parts = append(parts, strings.Join(same, ", ")+" as they are")
	}
	if m.Verbatim && m.Key != "" {
		parts = append(parts, "others as they are")
	}
	if len(none) > 0 {
		parts = append(parts, "none for "+strings.Join(none, ", "))
	}
	return strings.Join(parts, "; ")
}

// mcpForms shows the row's own functions at work on two servers.
func mcpForms(m model.ToolModel) string {
	switch {
	case m.MCP == model.Never:
		return "never"
	case m.MCPVerbatim && m.Key == "":
		return "not in agent files"
	case m.MCPVerbatim && m.MCPTool == nil:
		return "as the author has it"
	case m.MCPTool == nil:
		return "not in agent files"
	}
	const server, odd, tool = "docs", "my docs", "get.it"
	text := code(m.MCPTool(server, tool)) + ", with a space in the server's name " + code(m.MCPTool(odd, tool))
	if m.MCPServer == nil {
		return text + "; a whole server is the list of its known tools"
	}
	whole, _ := m.MCPServer(server)
	text += "; a whole server " + code(whole)
	if _, ok := m.MCPServer(odd); !ok {
		text += ", where its name allows, else the list of its known tools"
	}
	return text
}

func widens(m model.ToolModel) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(m.Widens)) {
		all = append(all, name+" gives "+strings.Join(m.Widens[name], " and "))
	}
	return strings.Join(all, "; ")
}

func boundsOf(m model.ToolModel) string {
	var all []string
	if m.MinBody > 0 {
		all = append(all, fmt.Sprintf("prompts of %d characters or more", m.MinBody))
	}
	if m.MaxBody > 0 {
		all = append(all, fmt.Sprintf("prompts of %d characters or fewer", m.MaxBody))
	}
	if m.NamePattern != "" {
		all = append(all, "names that match "+code(m.NamePattern))
	}
	if m.FilePattern != "" {
		all = append(all, "files that match "+code(m.FilePattern))
	}
	return strings.Join(all, ", ")
}
