package tui

import (
	"fmt"
	"slices"
	"strings"

	"toolgrant/model"
)

// rows lists the grants pane of one subject. Sections that this machine has no use
// for are absent, not empty.
func rows(w World, c catalog, s subject) []row {
	var all []row
	if s.agent != nil && s.agent.Lead().Tools.Inherits() {
		all = append(all, row{kind: remark, label: "its file names no tools: hosts give it all of theirs"})
	}
	if replaced := s.replaced(); replaced != "" {
		all = append(all, row{kind: remark, label: replaced})
	}
	all = section(all, "MCP servers", s.serverRows(c))
	all = section(all, "Other tools", s.toolRows())
	if s.agent == nil {
		return all
	}
	if now, ok := w.Peers[s.agent.Stem]; ok {
		all = section(all, "Peer verbs", s.verbRows(now))
	}
	return section(all, "Launch allowlist", s.ownedRows(w.Owned))
}

func section(all []row, title string, rows []row) []row {
	if len(rows) == 0 {
		return all
	}
	return append(append(all, row{kind: heading, label: title}), rows...)
}

// replaced says that the layer shown is not the one that counts.
func (s subject) replaced() string {
	switch {
	case s.layer == model.Global && s.sel.Project.ToolsInvalid:
		return "the project's agent_tools is no object: it hides every grant"
	case s.layer == model.Project && s.sel.Project.ToolsInvalid:
		return "agent_tools of the project is no object: nothing is granted"
	}
	if _, ok := s.sel.Project.Tools[s.selector()]; ok && s.layer == model.Global {
		return "the project file replaces this list: g shows that layer"
	}
	return ""
}

func (s subject) serverRows(c catalog) []row {
	var all []row
	for _, server := range c.servers {
		r := s.serverRow(server)
		all = append(all, r)
		if s.opened[server.Name] {
			all = append(all, s.memberRows(server, r)...)
		}
	}
	return all
}

// serverRow is a whole server: on when any spelling of it is granted, part when
// some of its tools are.
func (s subject) serverRow(server model.Server) row {
	r := row{kind: serverRow, label: server.Name, key: model.ClaudeMCPWildcard(server.Name), server: server.Name, does: standing(server), box: off}
	for _, key := range []string{r.key, strings.TrimSuffix(r.key, "__*")} {
		b, mark, lock := s.state(key)
		if b == on {
			r.key, r.box, r.mark, r.lock, r.detail = key, on, mark, lock, "all tools"
			return r
		}
		if r.mark == "" {
			r.mark = mark
		}
	}
	some := 0
	for _, t := range server.Tools {
		if b, _, _ := s.state(memberKey(server.Name, t.Name)); b == on {
			some++
		}
	}
	switch {
	case some > 0 && server.Known():
		r.box, r.detail = part, fmt.Sprintf("%d of %d tools", some, len(server.Tools))
	case some > 0:
		r.box, r.detail = part, plural(some, "tool")
	case server.Known():
		r.detail = plural(len(server.Tools), "tool")
	}
	return r
}

func (s subject) memberRows(server model.Server, whole row) []row {
	var all []row
	for _, t := range server.Tools {
		r := row{kind: memberRow, label: t.Name, key: memberKey(server.Name, t.Name), server: server.Name, does: t.Description}
		r.box, r.mark, r.lock = s.state(r.key)
		if whole.box == on {
			r.box, r.mark = on, "whole server"
			r.lock = "all of " + server.Name + " is granted: take that away to choose single tools"
		}
		all = append(all, r)
	}
	if len(all) == 0 {
		all = append(all, row{kind: remark, label: "    tools not known yet: p asks the server, n adds one", server: server.Name})
	}
	return all
}

// toolRows lists what is no MCP tool, and the entries that no server row can hold.
func (s subject) toolRows() []row {
	var names []string
	if s.agent != nil {
		for _, d := range s.agent.Documents {
			names = append(names, d.Tools.Entries...)
		}
		everyone, _ := s.list(model.Everyone)
		names = append(names, everyone...)
	}
	own, _ := s.list(s.selector())
	names = append(names, own...)
	if s.layer == model.Global {
		names = append(names, s.sel.Project.Tools[s.selector()]...)
	} else {
		names = append(names, s.sel.Global.Tools[s.selector()]...)
	}
	var all []row
	seen := map[string]bool{}
	for _, name := range names {
		t := model.ParseTool(name)
		if seen[name] || t.IsMCP() && !t.ServerPattern() {
			continue
		}
		seen[name] = true
		r := row{kind: toolRow, label: name, key: name}
		r.box, r.mark, r.lock = s.state(name)
		all = append(all, r)
	}
	return all
}

func (s subject) verbRows(now model.VerbSet) []row {
	set, origin, declared := s.verbs(now)
	var all []row
	for _, v := range model.Verbs() {
		r := row{kind: verbRow, label: string(v), key: string(v), does: v.Does(), box: off}
		if set.Has(v) {
			r.box = on
		}
		if declared && origin == model.Project {
			r.mark = "project"
		}
		all = append(all, r)
	}
	return all
}

func (s subject) ownedRows(owned []model.OwnedServer) []row {
	allowed, origin, _ := s.launch()
	var all []row
	for _, o := range owned {
		r := row{kind: ownedRow, label: o.ID, key: o.ID, does: o.Does, box: off, lock: o.Locked}
		switch {
		case o.Locked != "":
			r.box = shut
		case slices.Contains(allowed, o.ID):
			r.box = on
			if origin == model.Project {
				r.mark = "project"
			}
		}
		all = append(all, r)
	}
	return all
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// memberKey is the grant for one tool or pattern of a server. A pattern is no name,
// so its wildcards must not be spelt away.
func memberKey(server, tool string) string {
	if strings.ContainsAny(tool, "*?[") {
		return model.ClaudeMCPName(server, "") + tool
	}
	return model.ClaudeMCPName(server, tool)
}
