package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"toolgrant/model"
	"toolgrant/pipeline"
	"toolgrant/pipeline/servers"
)

// found is the MCP servers that hosts have configured, with what earlier probes learnt.
func (p *program) found(pl places) (servers.List, model.Catalogue, []model.Note) {
	root := "/"
	if p.flags.home != "" {
		root = ""
	}
	list, notes := servers.Discover(servers.Where{Home: pl.Home, Project: pl.Project, Root: root, OS: runtime.GOOS, Env: p.probeEnv(pl)})
	known, more := p.cache(pl).Fill(list.Servers())
	return list, model.NewCatalogue(known...), slices.Concat(notes, more)
}

// probeEnv is the environment that servers are found and started with. A stand-in home
// leaves out the variables that move the real home's folders, and nothing else.
func (p *program) probeEnv(pl places) func(string) string {
	if p.flags.home == "" {
		return pl.Env
	}
	moved := map[string]bool{}
	for _, r := range pipeline.Runtimes() {
		for _, v := range r.Home.Env {
			moved[v.Name] = true
		}
	}
	return func(name string) string {
		switch {
		case name == "HOME":
			return pl.Home
		case moved[name], strings.HasPrefix(name, "XDG_"):
			return ""
		}
		return p.getenv(name)
	}
}

// cache is where probes' answers are kept: the user's cache folder (DECISIONS 16).
func (p *program) cache(pl places) servers.Cache {
	base := pl.Env("XDG_CACHE_HOME")
	if !filepath.IsAbs(base) {
		base = filepath.Join(pl.Home, ".cache")
	}
	return servers.Cache{Dir: filepath.Join(base, "toolgrant", "servers")}
}

// catalogue is what is known of MCP servers and their tools.
func (p *program) catalogue(w *world) model.Catalogue {
	list, catalogue, notes := p.found(w.places)
	w.servers = list
	w.notes = append(w.notes, quietly(notes)...)
	return catalogue
}

// quietly lowers what discovery has to say: a plan is not about hosts' server lists,
// so only list servers and check tell it at once.
func quietly(notes []model.Note) []model.Note {
	for i := range notes {
		notes[i].Severity = model.Info
	}
	return notes
}

// builtIns are the names of tools that need no server: those of Claude Code's
// vocabulary that any host of the table knows.
func builtIns() []string {
	var names []string
	for _, r := range pipeline.Runtimes() {
		for name := range r.Tools.Names {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// toolWords turns what a person typed into the tools that grants are written with.
func (p *program) toolWords(_ context.Context, words []string) ([]string, error) {
	pl, err := p.places()
	if err != nil {
		return nil, err
	}
	_, catalogue, _ := p.found(pl)
	tools, notes, err := servers.Resolve(words, catalogue, builtIns())
	if err != nil {
		return nil, hint("a server is named as in toolgrant list servers, one tool of it as server/tool", "%w", err)
	}
	p.notes(notes)
	return tools, nil
}

// listServers prints what is configured, and asks the named servers when told to.
func (p *program) listServers(ctx context.Context, probe bool, names []string) error {
	pl, err := p.places()
	if err != nil {
		return err
	}
	list, catalogue, notes := p.found(pl)
	if len(names) > 0 {
		var missing []string
		if list, missing = list.Only(names...); len(missing) > 0 {
			return hint("toolgrant list servers shows them", "no host has configured %s", oneOf(missing))
		}
	}
	p.notes(notes)
	p.notes(catalogue.Collisions())
	rows := catalogue.Servers()
	if probe {
		if p.flags.offline {
			return hint("leave --offline out", "--probe asks servers, --offline forbids it")
		}
		if rows, err = p.probe(ctx, pl, list); err != nil {
			return err
		}
	}
	rows = slices.DeleteFunc(rows, func(s model.Server) bool { return len(names) > 0 && !contains(names, s.Name) })
	if p.flags.json {
		if rows == nil {
			rows = []model.Server{}
		}
		return p.printJSON(rows)
	}
	p.showServers(pl, rows)
	return nil
}

// probe asks servers for their tools and keeps the answers. What a project's file
// configured is somebody else's choice of a command, so it is shown and agreed to.
func (p *program) probe(ctx context.Context, pl places, list servers.List) ([]model.Server, error) {
	for _, s := range list.Servers() {
		place := s.Asked()
		p.say("%s: %s (%s)", s.Name, place.Command, pl.tilde(place.File))
		if place.Scope == model.FromProject && !p.flags.yes {
			if !p.inTerminal || p.flags.json {
				return nil, hint("look at the command above, and add --yes to run it", "%s is configured by a project file, and a probe runs it", s.Name)
			}
			if err := p.confirm(ctx, "a project file configured this; run it?"); err != nil {
				return nil, err
			}
		}
	}
	asked, notes := list.ProbeAll(ctx, servers.Options{Now: time.Now, Version: version()}, func(pr servers.Progress) {
		if p.errTerminal && !pr.Finished {
			fmt.Fprintf(p.stderr, "\rtoolgrant: asking %s (%d of %d)\x1b[K", model.Printable(pr.Name), pr.Done, pr.Total)
		}
	})
	if p.errTerminal {
		fmt.Fprint(p.stderr, "\r\x1b[K")
	}
	p.notes(notes)
	for _, s := range asked {
		if err := p.cache(pl).Store(s); err != nil {
			p.say("warning: %s", err)
		}
	}
	known, more := p.cache(pl).Fill(asked)
	p.notes(more)
	return known, ctx.Err()
}

func (p *program) showServers(pl places, rows []model.Server) {
	out := p.paint()
	for _, s := range rows {
		state := "tools not asked for yet"
		switch {
		case s.State == model.Failed || s.State == model.NeedsLogin:
			state = string(s.State) + ": " + s.Problem
		case s.Known():
			state = counted(len(s.Tools), "tool")
			if age, ok := s.Age(time.Now()); ok && s.Cached {
				state += ", asked " + ago(age)
			}
		}
		out.line(out.bold, "%-24s %s", s.Name, state)
		for _, f := range s.Found {
			word := ""
			if f.Disabled {
				word = " (switched off)"
			}
			out.line(out.faint, "  %-12s %-8s %s  %s%s", f.Host, f.Scope, pl.tilde(f.File), f.Command, word)
		}
		if s.Differs {
			out.line(out.warn, "  hosts start it differently")
		}
		for _, t := range s.Tools {
			out.line("", "    %-28s %s%s", t.Name, toolHints(t), firstLine(t.Description))
		}
	}
	if len(rows) == 0 {
		p.say("no host here has configured an MCP server")
	}
}

// toolHints are the server's own claims about a tool.
func toolHints(t model.ServerTool) string {
	var words []string
	if t.ReadOnly != nil && *t.ReadOnly {
		words = append(words, "read-only")
	}
	if t.Destructive != nil && *t.Destructive {
		words = append(words, "destructive")
	}
	if len(words) == 0 {
		return ""
	}
	return "[" + strings.Join(words, ", ") + "] "
}

// firstLine is the first line of a description, cut where a terminal line ends.
func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return ansi.Truncate(line, 100, "…")
}

func ago(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return counted(int(d.Minutes()), "minute") + " ago"
	case d < 48*time.Hour:
		return counted(int(d.Hours()), "hour") + " ago"
	}
	return counted(int(d.Hours()/24), "day") + " ago"
}

// Probe asks one server for its tools and keeps the answer.
func (e *engine) Probe(ctx context.Context, name string) (model.Server, error) {
	w, err := e.now()
	if err != nil {
		return model.Server{}, err
	}
	s, _, err := w.servers.Probe(ctx, name, servers.Options{Now: time.Now, Version: version()})
	return s, errors.Join(err, e.program.cache(w.places).Store(s))
}
