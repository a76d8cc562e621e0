package tui

import (
	"fmt"
	"strings"
	"testing"

	"toolgrant/model"
)

// boxes writes rows as text: box, name, detail, mark, and whether it is locked.
func boxes(rows []row) string {
	var b strings.Builder
	for _, r := range rows {
		switch r.kind {
		case heading:
			fmt.Fprintf(&b, "%s\n", r.label)
		case remark:
			fmt.Fprintf(&b, "# %s\n", r.label)
		default:
			lock := ""
			if r.lock != "" {
				lock = "locked"
			}
			fmt.Fprintln(&b, strings.TrimSpace(fmt.Sprintf("%s%s %s|%s|%s|%s", r.indent(), r.box, r.label, r.detail, r.mark, lock)))
		}
	}
	return b.String()
}

func agentWith(stem string, entries ...string) *model.Agent {
	d := model.Document{Stem: stem, Tools: model.ToolList{Form: model.InlineList, Entries: entries, Line: 3}}
	return &model.Agent{Stem: stem, Documents: []model.Document{d}}
}

func TestRows(t *testing.T) {
	tracker := sampleServer("tracker", model.FromUser, "x", "close", "list")
	global := func(tools map[string][]string) model.Selection { return model.Selection{Global: layer(tools)} }
	project := func(s model.Selection, tools map[string][]string) model.Selection {
		return s.With(model.Project, layer(tools))
	}
	opened := map[string]bool{"tracker": true}
	twin := agentWith("a", "Read")
	twin.Documents = append(twin.Documents, model.Document{Stem: "a.compact", Tools: model.ToolList{Form: model.InlineList}})
	for _, c := range []struct {
		name string
		w    World
		s    subject
		want string
	}{
		{"nothing granted", World{}, subject{agent: agentWith("a")}, "MCP servers\n[ ] tracker|2 tools||\n"},
		{"a whole server", World{}, subject{agent: agentWith("a"), sel: global(map[string][]string{"a": {"mcp__tracker__*"}}), opened: opened},
			"MCP servers\n[x] tracker|all tools||\n[x] close||whole server|locked\n[x] list||whole server|locked\n"},
		{"the short spelling of a whole server", World{}, subject{agent: agentWith("a"), sel: global(map[string][]string{"a": {"mcp__tracker"}})},
			"MCP servers\n[x] tracker|all tools||\n"},
		{"some tools of a server", World{}, subject{agent: agentWith("a"), sel: global(map[string][]string{"a": {"mcp__tracker__list"}}), opened: opened},
			"MCP servers\n[-] tracker|1 of 2 tools||\n[ ] close|||\n[x] list|||\n"},
		{"what every agent has", World{}, subject{agent: agentWith("a"), sel: global(map[string][]string{"*": {"mcp__tracker__*", "WebFetch"}})},
			"MCP servers\n[x] tracker|all tools|from *|locked\nOther tools\n[x] WebFetch||from *|locked\n"},
		{"what the source declares", World{}, subject{agent: agentWith("a", "Read", "mcp__tracker__list")},
			"MCP servers\n[-] tracker|1 of 2 tools||\nOther tools\n[x] Read||source|locked\n"},
		{"what only one document declares can be granted to the other", World{}, subject{agent: twin},
			"MCP servers\n[ ] tracker|2 tools||\nOther tools\n[ ] Read||source, 1 of 2 documents|\n"},
		{"every agent", World{Owned: []model.OwnedServer{{ID: "own"}}}, subject{sel: global(map[string][]string{"*": {"Read"}})},
			"MCP servers\n[ ] tracker|2 tools||\nOther tools\n[x] Read|||\n"},
		{"a list that is absent", World{}, subject{agent: &model.Agent{Stem: "a", Documents: []model.Document{{Tools: model.ToolList{Form: model.Absent}}}}},
			"# its file names no tools: hosts give it all of theirs\nMCP servers\n[ ] tracker|2 tools||\n"},
		{"a project list that replaces, seen from the global layer", World{},
			subject{agent: agentWith("a"), layer: model.Global, sel: project(global(map[string][]string{"a": {"Read"}}), map[string][]string{"a": {"Edit"}})},
			"# the project file replaces this list: g shows that layer\nMCP servers\n[ ] tracker|2 tools||\nOther tools\n[x] Read||project drops|\n[ ] Edit||project adds|\n"},
		{"the same from the project layer", World{},
			subject{agent: agentWith("a"), layer: model.Project, sel: project(global(map[string][]string{"a": {"Read"}}), map[string][]string{"a": {"Edit"}})},
			"MCP servers\n[ ] tracker|2 tools||\nOther tools\n[x] Edit||project adds|\n[ ] Read||project drops|\n"},
		{"a global list in the project layer", World{},
			subject{agent: agentWith("a"), layer: model.Project, sel: global(map[string][]string{"a": {"Read"}})},
			"MCP servers\n[ ] tracker|2 tools||\nOther tools\n[x] Read||global|\n"},
		{"peer verbs as the agent.json has them", World{Peers: map[string]model.VerbSet{"a": model.VerbSetOf(model.ListPeers)}}, subject{agent: agentWith("a")},
			"MCP servers\n[ ] tracker|2 tools||\nPeer verbs\n[x] list_peers|||\n[ ] delegate_to_peer|||\n[ ] fan_out_to_peers|||\n[ ] create_task_for_peer|||\n[ ] list_my_tasks|||\n[ ] update_my_task|||\n"},
		{"an agent outside the mesh", World{Peers: map[string]model.VerbSet{"b": 0}}, subject{agent: agentWith("a")}, "MCP servers\n[ ] tracker|2 tools||\n"},
		{"launch servers", World{Owned: []model.OwnedServer{{ID: "own"}, {ID: "flows", Locked: "it starts agents"}}},
			subject{agent: agentWith("a"), sel: model.Selection{Global: model.Layer{Launch: map[string][]string{"a": {"own"}}}}},
			"MCP servers\n[ ] tracker|2 tools||\nLaunch allowlist\n[x] own|||\n[!] flows|||locked\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.s.layer == "" {
				c.s.layer = model.Global
			}
			c.w.Servers = []model.Server{tracker}
			c.w.Selection = c.s.sel
			if got := boxes(rows(c.w, newCatalog(c.w), c.s)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// A box set there and back leaves the selection as it was, whatever the kind.
func TestToggleTwiceIsNothing(t *testing.T) {
	for _, o := range []model.Origin{model.Global, model.Project} {
		e := newFake(4, 3)
		e.world.Selection.Global.Launch = map[string][]string{"builder": {"code-sessions"}}
		e.world.Selection.Project.Verbs = map[string][]model.Verb{"planner": {model.ListPeers}}
		s := open(t, e, 120, 60)
		if o == model.Project {
			s.press("g")
		}
		for range 4 {
			s.press("j", "tab", "home")
			for i := range s.grants.rows {
				s.grants.list = s.grants.to(i)
				if r := s.grants.current(); r.lock != "" || r.box == noBox || r.box == part {
					continue
				}
				before := s.unsaved
				name := s.grants.current().label
				s.press("space")
				if len(s.unsaved) == len(before) {
					t.Errorf("%s: %s changed nothing", o, name)
				}
				s.press("space")
				if len(s.unsaved) != len(before) {
					t.Errorf("%s: %s twice left %d changes: %v", o, name, len(s.unsaved), s.unsaved)
				}
			}
			s.press("shift+tab")
		}
	}
}

func TestReadGrant(t *testing.T) {
	c := newCatalog(World{Servers: []model.Server{sampleServer("docs", model.FromUser, "x", "get_one", "get_two", "search"), sampleServer("my server", model.FromUser, "x")}})
	known := []string{"Read", "WebFetch", "Bash"}
	for _, g := range []struct{ in, want, err string }{
		{"WebFetch", "WebFetch", ""},
		{" Bash(git log:*) ", "Bash(git log:*)", ""},
		{"docs", "mcp__docs__*", ""},
		{"docs/search", "mcp__docs__search", ""},
		{"docs/get_*", "mcp__docs__get_one\nmcp__docs__get_two", ""},
		{"docs/*", "mcp__docs__*", ""},
		{"docs/later", "mcp__docs__later", ""},
		{"docs/put_*", "", "no known tool of docs matches"},
		{"dosc/search", "", "is no server known here"},
		{"mcp__other__x", "mcp__other__x", ""},
		{"mcp__*__x", "", "wildcard in the server's name"},
		{"webfetch", "", "is no tool and no server known here: WebFetch?"},
		{"Read, Write", "", "holds a comma"},
		{"Read\u200b", "", "invisible character"},
		{"", "", "is empty"},
	} {
		got, err := readGrant(g.in, c, known)
		if got != g.want || (err == nil) != (g.err == "") || err != nil && !strings.Contains(err.Error(), g.err) {
			t.Errorf("readGrant(%q) = %q, %v; want %q, %q", g.in, got, err, g.want, g.err)
		}
	}
}

// Names are not taken apart where a known server decides what they mean.
func TestCatalogKnowsItsOwners(t *testing.T) {
	c := newCatalog(World{
		Servers: []model.Server{sampleServer("code", model.FromUser, "x"), sampleServer("code__graph", model.FromUser, "x"), sampleServer("my docs", model.FromUser, "x", "read page")},
		Agents:  []model.Agent{*agentWith("a", "mcp__code__graph__find", "mcp__my_docs__read_page", "mcp__new__tool", "mcp__code", "mcp__*__x", "Read")},
	})
	var got []string
	for _, s := range c.servers {
		got = append(got, s.Name+":"+strings.Join(s.ToolNames(), ","))
	}
	want := "code: code__graph:find my docs:read page new:tool"
	if strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", strings.Join(got, " "), want)
	}
}
