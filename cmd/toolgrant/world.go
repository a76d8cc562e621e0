package main

import (
	"context"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"toolgrant/agents"
	"toolgrant/config"
	"toolgrant/model"
	"toolgrant/pipeline"
	"toolgrant/pipeline/install"
	"toolgrant/pipeline/servers"
)

// A world is everything one invocation has read: sources, configuration, hosts, what
// receipts say. Plans of it are made for as many selections as are asked for.
type world struct {
	settings
	rows      []pipeline.Row
	sources   []agents.Source
	agents    []model.Agent
	targets   []*pipeline.Target
	lent      map[string]bool // hosts whose only agents are another home's gsd-core's
	catalogue model.Catalogue
	servers   servers.List
	mesh      mesh
	store     *install.Store
	disk      disk
	pipe      *pipeline.Pipeline
	notes     []model.Note
}

// world reads everything. Broken configuration ends it; a broken source does not.
func (p *program) world(ctx context.Context) (*world, error) {
	pl, err := p.places()
	if err != nil {
		return nil, err
	}
	s, err := p.settings(pl)
	if err != nil {
		return nil, err
	}
	w := &world{settings: s, rows: pipeline.Runtimes()}
	w.notes = s.notes
	if err := w.refuseStrangers(); err != nil {
		return nil, err
	}
	if err := w.loadMesh(p.flags.mesh, p.cwd); err != nil {
		return nil, err
	}
	chosen, err := w.chooseRows(p.flags.runtime)
	if err != nil {
		return nil, err
	}
	if err := w.discover(p, chosen); err != nil && !p.none {
		return nil, err
	}
	w.catalogue = p.catalogue(w)
	w.loadTargets(chosen, p.flags.pack)
	if len(w.targets) == 0 && !p.none {
		w.notes = append(w.notes, model.Note{
			Severity: model.Warning, Code: "no-host", Problem: "no host was found here that could get agents",
			Hint: "name one with --runtime; toolgrant list runtimes shows them",
		})
	}
	w.noteUnknown()
	w.store = p.store(pl, vouching(pl, ""), w.roots()...)
	ledger, err := w.store.Ledger()
	if err != nil {
		return nil, err
	}
	w.disk = disk{ledger: ledger}
	w.pipe = pipeline.New(pipeline.Input{
		Targets: w.targets, Sources: w.folders(), Catalogue: w.catalogue, Snapshot: w.disk, Workers: runtime.GOMAXPROCS(0), Remake: p.flags.remake,
	})
	return w, ctx.Err()
}

// choice is a row and whether the person named it.
type choice struct {
	row   *pipeline.Row
	named bool
}

// chooseRows reads --runtime.
func (w *world) chooseRows(list string) ([]choice, error) {
	var chosen []choice
	for word := range strings.SplitSeq(list, ",") {
		word = strings.TrimSpace(word)
		found := false
		for i := range w.rows {
			r := &w.rows[i]
			here := w.Exists(pipeline.ConfigHome(r.Home, w.Surroundings)) || w.scope == model.LocalScope && w.inProject(r)
			if word == "all" || word == "detected" && here || word == r.ID {
				found = true
				if !slices.ContainsFunc(chosen, func(c choice) bool { return c.row == r }) {
					chosen = append(chosen, choice{r, word != "detected"})
				}
			}
		}
		if !found && word != "detected" && word != "all" {
			return nil, unknownRuntime(word, w.rows)
		}
	}
	slices.SortStableFunc(chosen, func(a, b choice) int {
		return slices.IndexFunc(w.rows, func(r pipeline.Row) bool { return r.ID == a.row.ID }) -
			slices.IndexFunc(w.rows, func(r pipeline.Row) bool { return r.ID == b.row.ID })
	})
	return chosen, nil
}

// inProject reports whether the project has a host's folder already.
func (w *world) inProject(r *pipeline.Row) bool {
	return !r.Local.None() && w.Exists(pipeline.TextTarget(r.Runtime, model.LocalScope, w.Surroundings))
}

// discover finds the sources of agents.
func (w *world) discover(p *program, chosen []choice) error {
	if p.sample {
		w.sources = []agents.Source{{Dir: agents.SampleSource, Pack: model.Plain, Origin: "the embedded pack"}}
		return nil
	}
	places := agents.Places{
		Explicit: p.absolute(p.flags.agents), List: p.getenv("TOOLGRANT_AGENTS"),
		UserHome: w.Home, Project: w.Project,
	}
	for i := range w.rows {
		r := &w.rows[i]
		places.Homes = append(places.Homes, agents.Home{Runtime: r.ID, Dir: pipeline.ConfigHome(r.Home, w.Surroundings)})
	}
	if w.scope == model.LocalScope {
		places.Local = []agents.Home{}
		for _, c := range chosen {
			if !c.row.Local.None() {
				places.Local = append(places.Local, agents.Home{Runtime: c.row.ID, Dir: pipeline.TextTarget(c.row.Runtime, w.scope, w.Surroundings)})
			}
		}
	}
	sources, notes, err := agents.Discover(places)
	w.sources = sources
	w.notes = append(w.notes, notes...)
	if err != nil {
		return err
	}
	return w.refuseDestinations()
}

func (p *program) absolute(dirs []string) []string {
	var abs []string
	for _, d := range dirs {
		if !filepath.IsAbs(d) {
			d = filepath.Join(p.cwd, d)
		}
		abs = append(abs, d)
	}
	return abs
}

// plan makes the plan of a selection: artifacts, agent.json edits, launch previews,
// and every note of reading. With runtimes named, only those are planned.
func (w *world) plan(ctx context.Context, sel model.Selection, runtimes ...string) (model.Plan, error) {
	plan, err := w.pipe.Plan(ctx, sel, runtimes...)
	if err != nil {
		return plan, err
	}
	plan.Scope = w.scope
	fence(&plan)
	changes, notes := w.meshChanges(sel)
	plan.Changes = append(plan.Changes, changes...)
	plan.Launches = w.launches(sel)
	plan.Notes = slices.Concat(w.notes, plan.Notes, notes)
	if plan.Documents == 0 {
		for _, a := range w.agents {
			plan.Documents += len(a.Documents)
		}
		plan.Agents = len(w.agents)
	}
	return plan, nil
}

// noteUnknown says where the configuration names agents that no source has.
func (w *world) noteUnknown() {
	if len(w.agents) == 0 {
		return
	}
	for _, f := range []config.File{w.global, w.project} {
		w.notes = append(w.notes, config.Unknown(f, w.names())...)
	}
}

// names is what agents are called in the configuration: their stems, and their names
// in the mesh.
func (w *world) names() []string {
	var names []string
	for _, a := range w.agents {
		names = append(names, a.Stem)
	}
	for _, a := range w.mesh.Agents {
		names = append(names, a.Name)
	}
	return names
}

// authored is the host in whose form people write agents.
func (w *world) authored() *pipeline.Row {
	return &w.rows[slices.IndexFunc(w.rows, func(r pipeline.Row) bool { return r.Authored })]
}

// row is a runtime of the table by its id.
func (w *world) row(id string) *pipeline.Row {
	for i := range w.rows {
		if w.rows[i].ID == id {
			return &w.rows[i]
		}
	}
	return &pipeline.Row{Runtime: model.Runtime{ID: id, Name: id}}
}

// fence takes files out of a plan whose names no apply would write, each with a note:
// one agent with an odd name must not keep all others from their hosts.
func fence(plan *model.Plan) {
	plan.Changes = slices.DeleteFunc(plan.Changes, func(c model.Change) bool {
		why := install.PathProblem(c.Path)
		if base := filepath.Base(c.Path); why == "" && model.Printable(base) != base {
			why = "file name holds characters that are not shown"
		}
		if why == "" || c.Kind == model.Remove {
			return false
		}
		plan.Notes = append(plan.Notes, model.Note{
			Severity: model.Error, Code: "unsafe-name", Runtime: c.Runtime, Agent: c.Agent, File: c.Path,
			Problem: "it is not written: " + why, Hint: "give the agent another name",
		})
		return true
	})
}

// find is an agent by its stem.
func (w *world) find(stem string) (model.Agent, bool) {
	i := slices.IndexFunc(w.agents, func(a model.Agent) bool { return a.Stem == model.Family(stem) })
	if i < 0 {
		return model.Agent{}, false
	}
	return w.agents[i], true
}

func (w *world) unknownAgent(name string) error {
	var near, stems []string
	for _, a := range w.agents {
		stems = append(stems, a.Stem)
		if a.Lead().Name == name || strings.Contains(a.Stem, name) {
			near = append(near, a.Stem)
		}
	}
	if near == nil {
		near = config.Near(name, stems)
	}
	if len(near) > 0 {
		return hint("did you mean "+oneOf(near[:min(len(near), 5)])+"?", "no agent has the stem %q", name)
	}
	return hint("toolgrant list agents shows them", "no agent has the stem %q", name)
}
