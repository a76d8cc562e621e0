package tui

import (
	"fmt"
	"strings"
	"time"

	"toolgrant/model"
)

// sampleWorld has agents of every kind and the hosts whose models differ most.
func sampleWorld(agents, hosts int) World {
	w := World{Scope: model.GlobalScope, Home: "/home/kim", Project: "/home/kim/code/shop",
		Global: "/home/kim/.gsd/defaults.json", Local: "/home/kim/code/shop/.planning/config.json"}
	w.Selection = model.Selection{Global: layer(map[string][]string{"*": {"mcp__docs__*"}})}
	w.Servers = []model.Server{
		sampleServer("docs", model.FromUser, "docs-mcp --stdio", "read", "search"),
		sampleServer("tracker", model.FromProject, "node tracker.js", "close", "create", "list"),
		sampleServer("browser", model.FromUser, "https://browser.example/mcp"),
	}
	w.Owned = []model.OwnedServer{{ID: "code-sessions", Does: "reads past sessions"}, {ID: "code-flows", Does: "starts flows", StartsFlows: true, Locked: "it can start agents"}}
	w.Peers = map[string]model.VerbSet{}
	for i := range agents {
		w.Agents = append(w.Agents, sampleAgent(i))
		if i%2 == 0 {
			w.Peers[w.Agents[i].Stem] = model.AllVerbs()
		}
	}
	for i := range hosts {
		w.Hosts = append(w.Hosts, sampleHost(i))
	}
	return w
}

// sampleServer is a server whose tools are known when it has any.
func sampleServer(name string, scope model.ServerScope, command string, tools ...string) model.Server {
	s := model.Server{Name: name, Found: []model.Place{{Host: "claude", File: "/home/kim/.claude.json", Scope: scope, Transport: model.Stdio, Command: command}}}
	if scope == model.FromProject {
		s.Found[0].File = "/home/kim/code/shop/.mcp.json"
	}
	for _, t := range tools {
		s.State, s.Probed = model.Answered, time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
		s.Tools = append(s.Tools, model.ServerTool{Name: t, Description: "lets it " + t})
	}
	return s
}

func layer(tools map[string][]string) model.Layer { return model.Layer{Tools: tools, Loaded: tools} }

func sampleAgent(i int) model.Agent {
	names := []string{"planner", "reviewer", "builder", "tester", "writer", "scout"}
	stem := names[i%len(names)]
	if i >= len(names) {
		stem = fmt.Sprintf("%s-%d", stem, i/len(names))
	}
	tools := []string{"Read", "Grep"}
	switch i % 3 {
	case 1:
		tools = []string{"Read", "Edit", "Bash"}
	case 2:
		tools = []string{"Read", "mcp__tracker__list"}
	}
	d := model.Document{Stem: stem, Name: stem, Description: "The " + stem + " of the team", Path: "/home/kim/agents/" + stem + ".md", Pack: model.Plain}
	d.Tools = model.ToolList{Form: model.InlineList, Entries: tools, Line: 4}
	return model.Agent{Stem: stem, Documents: []model.Document{d}}
}

func sampleHost(i int) Host {
	rows := []Host{
		{Runtime: model.Runtime{ID: "claude", Name: "Claude Code", Global: model.Folder{Ext: ".md"}, Tools: model.ToolModel{BuiltIn: model.Restricts, MCP: model.Restricts}}, Detected: true, Ticked: true, Folder: "/home/kim/.claude/agents"},
		{Runtime: model.Runtime{ID: "codex", Name: "Codex", Global: model.Folder{Ext: ".toml"}, Tools: model.ToolModel{BuiltIn: model.Inherits, MCP: model.Inherits, Refusal: "roles have no list"}}, Detected: true, Ticked: true, Folder: "/home/kim/.codex/agents"},
		{Runtime: model.Runtime{ID: "opencode", Name: "OpenCode", Global: model.Folder{Ext: ".md"}, Tools: model.ToolModel{BuiltIn: model.Inherits, MCP: model.Inherits, Enforceable: true}}, Detected: true, Ticked: true, Folder: "/home/kim/.config/opencode/agent"},
	}
	if i < len(rows) {
		return rows[i]
	}
	return Host{Runtime: model.Runtime{ID: fmt.Sprintf("host%d", i), Name: fmt.Sprintf("Host %d", i), Global: model.Folder{Ext: ".md"}, Tools: model.ToolModel{BuiltIn: model.Restricts, MCP: model.Restricts, Names: map[string][]string{"Read": {"read"}, "WebFetch": {"fetch"}}}}, Folder: fmt.Sprintf("/home/kim/.host%d/agents", i)}
}

// render is what an agent becomes: markdown, or TOML for Codex.
func render(a model.Agent, h Host, sel model.Selection) string {
	tools := append([]string(nil), a.Lead().Tools.Entries...)
	for _, g := range sel.Grants(a.Stem) {
		tools = append(tools, g.Tool)
	}
	if h.ID == "codex" {
		return fmt.Sprintf("name = %q\nsandbox = \"read-only\"\ntools = [\n  \"%s\",\n]\n", a.Stem, strings.Join(tools, "\",\n  \""))
	}
	enforced := ""
	if sel.Enforced(h.ID) {
		enforced = "enforced: true\n"
	}
	return fmt.Sprintf("---\nname: %s\ndescription: %s\ntools: %s\n%s---\nDo the work of the %s.\n", a.Stem, a.Lead().Description, strings.Join(tools, ", "), enforced, a.Stem)
}
