package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"toolgrant/agents"
	"toolgrant/agents/manifest"
	"toolgrant/model"
)

// A project comes from somebody else more often than not, and apply is run in it out of
// habit. What it does beyond its own folder is therefore a decision (DECISIONS 13).

// askProject asks before a project reaches out of itself.
func (p *program) askProject(ctx context.Context, w *world, plan model.Plan) error {
	problems, advice := w.reach(plan)
	if len(problems) == 0 {
		return nil
	}
	if !p.inTerminal || p.flags.json {
		for _, problem := range problems[1:] {
			p.say("%s", problem)
		}
		return hint(advice, "%s", problems[0])
	}
	for _, problem := range problems {
		p.say("%s", problem)
	}
	p.say("hint: %s", advice)
	return p.confirm(ctx, "go on?")
}

// reach is what a plan does outside the project because the project says so, and what a
// person can do about it.
func (w *world) reach(plan model.Plan) (problems []string, advice string) {
	var granted, brought, opened int
	guest, bringing := w.guestSource()
	for _, c := range plan.Pending() {
		global := plan.Scope == model.GlobalScope && !c.InPlace()
		switch {
		case global && slices.ContainsFunc(c.Because, func(g model.Grant) bool { return g.Origin == model.Project }):
			granted++
		case global && bringing && c.Kind != model.Remove && c.Source == guest:
			brought++
		case c.Runtime == model.MeshFile && w.opensOutside(c):
			opened++
		}
	}
	say := func(n int, format, from string) {
		if n > 0 {
			problems = append(problems, fmt.Sprintf(format, w.tilde(from), counted(n, "file")))
		}
	}
	say(granted, "%s grants tools to agents in the home, where every project uses them (%s)", w.project.Path)
	say(brought, "%s brings agents into the home, where every project uses them (%s)", guest)
	say(opened, "%s gives peer verbs to agents outside the project (%s)", w.project.Path)
	if advice = "--yes means it for every project"; granted+brought > 0 {
		advice = "--scope local keeps it inside the project; " + advice
	}
	return problems, advice
}

// guestSource is the folder of agents that was found in the project, unless the project
// is the home itself.
func (w *world) guestSource() (string, bool) {
	dir := filepath.Join(w.Project, ".gsd", "agents")
	found := slices.ContainsFunc(w.sources, func(s agents.Source) bool { return s.Dir == dir && s.Origin == agents.FromAdopted })
	project, err := os.Stat(w.Project)
	if !found || err != nil {
		return dir, found
	}
	home, err := os.Stat(w.Home)
	return dir, err != nil || !os.SameFile(project, home)
}

// opensOutside reports whether a card that lies outside the project gets a verb that it
// does not have, because the project's config has it.
func (w *world) opensOutside(c model.Change) bool {
	if _, o, declared := w.selection.PeerVerbs(c.Agent); !declared || o != model.Project {
		return false
	}
	within, err := filepath.Rel(filepath.Dir(filepath.Dir(w.project.Path)), c.Path)
	if err == nil && filepath.IsLocal(within) {
		return false
	}
	before, after := manifest.ParseVerbs("", c.Before).Verbs, manifest.ParseVerbs("", c.After).Verbs
	return slices.ContainsFunc(after.List(), func(v model.Verb) bool { return !before.Has(v) })
}
