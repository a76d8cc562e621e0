package main

import (
	"context"
	"errors"
	"os/exec"
	"sync"

	"toolgrant/model"
	"toolgrant/pipeline"
	"toolgrant/pipeline/install"
	"toolgrant/pipeline/launch"
	"toolgrant/tui"
)

// An engine is what the screen asks. It keeps one world and reads it anew on Load;
// everything it does, the commands do by the same functions.
type engine struct {
	program *program

	mu    sync.Mutex
	world *world
	print string // what the disk looked like when the world was read
}

var _ tui.Engine = (*engine)(nil)

// now is the world that was read last.
func (e *engine) now() (*world, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.world == nil {
		return nil, errors.New("nothing was read yet")
	}
	return e.world, nil
}

// Load reads everything, for every host of the table: previews are wanted for all.
func (e *engine) Load(ctx context.Context) (tui.World, error) {
	all := *e.program
	ticked := all.flags.runtime
	all.flags.runtime = "all"
	pl, err := all.places()
	if err != nil {
		return tui.World{}, err
	}
	// What it has to say would be written over the screen; the next plan shows it.
	if _, err := all.store(pl, nil).Recover(ctx); err != nil {
		return tui.World{}, err
	}
	w, err := all.worldFor(ctx, true)
	if err != nil {
		return tui.World{}, err
	}
	e.mu.Lock()
	e.world, e.print = w, w.fingerprint()
	e.mu.Unlock()
	return e.view(w, ticked), nil
}

// view is a world as the screen wants it.
func (e *engine) view(w *world, ticked string) tui.World {
	v := tui.World{
		Agents: w.agents, Selection: w.selection, Servers: w.catalogue.Servers(),
		Scope: w.scope, Home: w.Home, Project: w.Project, Global: w.global.Path, Local: w.project.Path,
		Fresh: !w.global.Exists && !w.project.Exists, Notes: w.notes,
	}
	chosen, err := w.chooseRows(ticked)
	for i := range w.rows {
		r := &w.rows[i]
		h := tui.Host{Runtime: r.Runtime, Folder: pipeline.ArtifactDir(r.Runtime, w.scope, w.Surroundings)}
		home := pipeline.ConfigHome(r.Home, w.Surroundings)
		h.Detected = w.Exists(home)
		for _, c := range chosen {
			// A host that was merely found gets no other home's agents unasked.
			h.Ticked = h.Ticked || err == nil && c.row == r && h.Folder != "" && (c.named || !w.lent[r.ID])
		}
		if h.Folder == "" {
			h.Why = noFolder(r, w.scope).Problem
		}
		v.Hosts = append(v.Hosts, h)
		v.LookedFor = append(v.LookedFor, tui.Looked{What: r.Name, Where: w.tilde(home), Found: h.Detected})
	}
	v.LookedFor = append(v.LookedFor, w.looked()...)
	if w.mesh.found() {
		v.Peers = map[string]model.VerbSet{}
		for _, a := range w.mesh.Agents {
			v.Peers[a.Name] = model.VerbSetOf(w.verbsOf(a.Name).Effective...)
		}
	}
	if e.program.launches(w) {
		v.Owned = launch.Owned()
	}
	if history, err := w.store.History(); err == nil {
		for _, r := range history {
			if r.Undone.IsZero() {
				v.Undo = "the apply of " + r.Time.Local().Format("2006-01-02 15:04") + " (" + counted(len(r.Entries), "file") + ")"
				break
			}
		}
	}
	return v
}

// launches reports whether this person launches agents through the owned registry:
// a list is configured, or the program that serves it is installed.
func (p *program) launches(w *world) bool {
	if p.sample || len(w.selection.Global.Launch)+len(w.selection.Project.Launch) > 0 {
		return true
	}
	_, err := exec.LookPath(launch.DefaultCLIPath)
	return err == nil
}

// Use takes another source of agents.
func (e *engine) Use(_ context.Context, s tui.Source) error {
	e.program.sample = s.Demo
	e.program.flags.agents = nil
	if !s.Demo {
		e.program.flags.agents = []string{s.Folder}
	}
	return nil
}

// Preview renders one agent for one runtime.
func (e *engine) Preview(ctx context.Context, sel model.Selection, agent, runtime string) (tui.Preview, error) {
	w, err := e.now()
	if err != nil {
		return tui.Preview{}, err
	}
	changes, images, notes := w.pipe.Preview(sel, agent, runtime)
	v := tui.Preview{Notes: notes}
	for i, c := range changes {
		r := tui.Rendered{Change: c}
		if len(images) > 0 {
			r.Tools = images[min(i, len(images)-1)]
		}
		v.Files = append(v.Files, r)
	}
	cards, more := w.meshChanges(sel)
	for _, c := range cards {
		if c.Agent == agent {
			v.Files = append(v.Files, tui.Rendered{Change: c})
		}
	}
	for _, n := range more {
		if n.Agent == agent {
			v.Notes = append(v.Notes, n)
		}
	}
	return v, ctx.Err()
}

// Plan is the whole plan for the given runtimes.
func (e *engine) Plan(ctx context.Context, sel model.Selection, runtimes []string) (model.Plan, error) {
	w, err := e.now()
	if err != nil {
		return model.Plan{}, err
	}
	if len(runtimes) == 0 {
		runtimes = []string{"none"}
	}
	plan, err := w.plan(ctx, sel, runtimes...)
	if err != nil {
		return plan, err
	}
	// What a command asks about before it goes on, the overlay says before its yes.
	problems, advice := w.reach(plan)
	for _, problem := range problems {
		plan.Notes = append(plan.Notes, model.Note{Severity: model.Warning, Code: "reach", Problem: problem, Hint: advice})
	}
	return plan, nil
}

// ConfigDiff is what saving would change.
func (e *engine) ConfigDiff(_ context.Context, sel model.Selection) ([]model.Change, error) {
	w, err := e.now()
	if err != nil {
		return nil, err
	}
	return w.edits(sel)
}

// Save writes the configuration files only.
func (e *engine) Save(ctx context.Context, sel model.Selection) error {
	_, err := e.write(ctx, nil, sel, install.Options{})
	return err
}

// Apply writes the plan that was shown and the configuration that it is of, as one
// step of undo.
func (e *engine) Apply(ctx context.Context, plan model.Plan, sel model.Selection, decide map[string]tui.Decision, progress tui.Progress) (tui.Result, error) {
	o := install.Options{Keep: true, Decide: map[string]install.Decision{}, Progress: progress}
	for path, d := range decide {
		if d == tui.Overwrite {
			o.Decide[path] = install.Overwrite
		} else {
			o.Decide[path] = install.Keep
		}
	}
	return e.write(ctx, plan.Pending(), sel, o)
}

func (e *engine) write(ctx context.Context, changes []model.Change, sel model.Selection, o install.Options) (tui.Result, error) {
	w, err := e.now()
	if err != nil {
		return tui.Result{}, err
	}
	edits, err := w.edits(sel)
	if err != nil {
		return tui.Result{}, err
	}
	receipt, notes, err := w.store.Apply(ctx, append(edits, changes...), o)
	r := tui.Result{ID: receipt.ID, Written: len(receipt.Entries), Notes: notes}
	for _, n := range notes {
		if n.Code == "kept" {
			r.Left = append(r.Left, n.File)
		}
	}
	return r, err
}

// Undo puts back what the last apply replaced.
func (e *engine) Undo(ctx context.Context) (tui.Result, error) {
	w, err := e.now()
	if err != nil {
		return tui.Result{}, err
	}
	receipt, notes, err := w.store.Undo(ctx)
	r := tui.Result{ID: receipt.ID, Notes: notes}
	for _, entry := range receipt.Entries {
		if entry.Undone {
			r.Written++
		}
	}
	if refused, ok := errors.AsType[*install.RefusedError](err); ok {
		for _, f := range refused.Files {
			r.Left = append(r.Left, f.Path)
		}
		err = nil
	}
	return r, err
}
