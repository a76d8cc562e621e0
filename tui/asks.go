package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"toolgrant/model"
	"toolgrant/tui/cell"
)

// askQuit asks before unsaved changes are lost.
func (r Root) askQuit() Root {
	about := []string{"Not saved:"}
	for i, e := range r.unsaved {
		if i == 8 {
			about = append(about, fmt.Sprintf("  and %d more", len(r.unsaved)-i))
			break
		}
		about = append(about, fmt.Sprintf("  %s  (%s)", cell.Text(e.text), e.layer))
	}
	return r.push(newQuestion(r.theme, "Quit", about,
		answer{"save the config and quit", saveQuit{}},
		answer{"quit and lose the changes", quitNow{}},
		answer{"stay", nil}))
}

func (r Root) askUndo() Root {
	if r.job != "" {
		return r.complain("u: still " + r.job)
	}
	if r.world.Undo == "" {
		return r.complain("u: there is no apply to undo")
	}
	about := []string{"Puts back what the last apply replaced: " + cell.Text(r.world.Undo) + "."}
	if n := len(r.unsaved); n > 0 {
		about = append(about, plural(n, "unsaved change")+" stay on the screen.")
	}
	return r.push(newQuestion(r.theme, "Undo", about, answer{"undo it", undoNow{}}, answer{"leave it", nil}))
}

// askProbe shows what a probe would start before it is started: the command line of
// a server may come from a file of the project, which is somebody else's.
func (r Root) askProbe() (Root, tea.Cmd) {
	name := r.grants.current().server
	i, ok := r.cat.at[name]
	switch {
	case r.focus != grantsPane || !ok:
		return r.complain("p: put the cursor on a server first"), nil
	case r.job != "":
		return r.complain("p: still " + r.job), nil
	case r.cat.servers[i].Asked().Command == "":
		return r.complain("p: no host says how to start " + cell.Text(name)), nil
	}
	s := r.cat.servers[i].Asked()
	about := []string{"This runs or calls:", "  " + cell.Text(s.Command), "as configured in " + r.place().short(s.File) + "."}
	if s.Scope == model.FromProject {
		about = append(about, "That file belongs to the project: make sure that you trust it.")
	}
	return r.push(newQuestion(r.theme, "Ask "+cell.Text(name)+" for its tools", about,
		answer{"ask it", probeNow{name}}, answer{"leave it", nil})), nil
}

// welcome asks what to do where nothing was found, and goes away when that changed.
func (r Root) welcome() Root {
	r.overlays = slices.DeleteFunc(slices.Clone(r.overlays), func(o overlay) bool {
		q, ok := o.(question)
		return ok && q.stays
	})
	if len(r.world.Agents) == 0 {
		about := append([]string{"No agents were found. Looked for:"}, r.lookedFor()...)
		q := newQuestion(r.theme, "Welcome to toolgrant", about,
			answer{"try it with the sample agents", source{Source{Demo: true}}},
			answer{"name a folder with agents", askFolder{}},
			answer{"quit", quitNow{}})
		q.stays = true
		return r.push(q)
	}
	return r
}

// greet says at the start what a person would otherwise look for in vain.
func (r Root) greet() Root {
	loud := 0
	for _, n := range r.world.Notes {
		if n.Severity != model.Info && n.Agent == "" && n.Runtime == "" {
			loud++
		}
	}
	switch {
	case len(r.world.Agents) == 0:
	case loud > 0:
		return r.complain(plural(loud, "note") + " about sources and configuration: i shows them")
	case len(r.world.Hosts) > 0 && !slices.ContainsFunc(r.world.Hosts, func(h Host) bool { return h.Detected }):
		return r.complain("no host was found: tab to Runtimes and press space on one to plan for it all the same; i says what was looked for")
	case r.world.Fresh:
		return r.say("no config yet: the first save makes " + r.place().short(r.world.Global))
	}
	return r
}

// lookedFor lists what was searched, found or not.
func (r Root) lookedFor() []string {
	var out []string
	for _, l := range r.world.LookedFor {
		b := off
		if l.Found {
			b = on
		}
		out = append(out, "  "+b.String()+" "+cell.Text(l.What)+"  "+r.place().short(l.Where))
	}
	return out
}

func (r Root) askGrant() Root {
	who := r.agents.targets()
	title := "Grant to " + who[0].label
	if len(who) > 1 {
		title = "Grant to " + plural(len(who), "agent")
	}
	known := r.vocabulary()
	cat := r.cat
	return r.push(fieldOverlay{title: title,
		help: []string{
			"A tool (WebFetch), one with parameters (Bash(git log:*)), a server, a server's tool or pattern (docs/search, docs/get_*), or mcp__server__tool.",
			"Written to agent_tools of " + r.place().short(r.configPath(r.layer)) + ".",
		},
		check: func(s string) (intent, error) {
			text, err := readGrant(s, cat, known)
			return grantText{text}, err
		}})
}

// grantTyped gives what was typed, once it was accepted, to every marked agent.
func (r Root) grantTyped(text string) Root {
	sel := r.sel
	for _, tool := range strings.Split(text, "\n") {
		for _, e := range r.agents.targets() {
			sel = sel.Grant(r.layer, e.stem(), tool)
		}
		r.cat = r.cat.with(tool)
		if i, member := r.cat.owner(model.ParseTool(tool)); i >= 0 && member != "*" {
			r.grants = r.grants.opening(r.cat.servers[i].Name)
		}
	}
	r = r.changed(sel).settle()
	r.focus = grantsPane
	first, _, _ := strings.Cut(text, "\n")
	for i, row := range r.grants.rows {
		if row.key == first {
			r.grants.list = r.grants.to(i)
		}
	}
	return r.say("granted " + strings.ReplaceAll(text, "\n", ", "))
}

func (r Root) save() (Root, tea.Cmd) {
	switch {
	case r.job != "":
		return r.complain("s: still " + r.job), nil
	case len(r.unsaved) == 0:
		return r.say("nothing to save"), nil
	}
	r.job = "saving"
	return r, r.saveCmd()
}
