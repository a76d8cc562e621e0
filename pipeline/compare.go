package pipeline

import (
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"toolgrant/model"
)

// A Snapshot is what is on disk, as the plan sees it. Tests give a map, the program
// the real files.
type Snapshot interface {
	// Read returns the bytes at a path, and whether anything is there. An error says
	// why what is there cannot be read, without the path.
	Read(path string) (data []byte, exists bool, err error)
	// Own says whose the file at a path is, given its bytes; data is nil and exists
	// false when nothing is there.
	Own(path string, data []byte, exists bool) model.Ownership
	// Owned lists what receipts say we wrote and still own.
	Owned() []model.Entry
}

// compare sets one wanted file against the snapshot.
func (p *Pipeline) compare(t *Target, d *model.Document, f File, j *Job) model.Change {
	c := model.Change{
		Runtime: t.Row.ID, Agent: model.Family(d.Stem), Source: d.Source,
		Path: filepath.Join(t.Dir, filepath.FromSlash(f.Name)),
	}
	if f.Shared {
		c.Agent = ""
	}
	if j != nil {
		c.Because = j.carried()
	}
	before, exists, err := p.in.Snapshot.Read(c.Path)
	switch {
	case err != nil:
		c.Kind, c.Unreadable = model.Unchanged, err.Error()
	case !exists:
		c.Ownership = p.in.Snapshot.Own(c.Path, nil, false)
		c.Kind, c.After = model.Create, f.Content()
		if c.Ownership == model.Gone && !p.in.Remake {
			// Whoever deleted it meant it (DECISIONS 3).
			c.Kind, c.After = model.Unchanged, nil
		}
	case f.Same(before):
		c.Kind, c.Ownership = model.Unchanged, model.Ours
	default:
		c.Kind, c.Before, c.After = model.Update, before, f.Content()
		c.Ownership = p.in.Snapshot.Own(c.Path, before, true)
	}
	return c
}

// carried is the grants that the artifact's content holds for the host.
func (j *Job) carried() []model.Grant {
	var grants []model.Grant
	for _, l := range j.Image.Lines {
		if l.Grant != nil && l.Fate != model.Lost && l.Fate != model.Inherited {
			grants = append(grants, *l.Grant)
		}
	}
	return grants
}

// assemble puts the made pieces of all targets into one plan.
func (p *Pipeline) assemble(sel model.Selection, targets []*Target, jobs [][]*made) model.Plan {
	var plan model.Plan
	changes, notes := 0, 0
	for _, of := range jobs {
		for _, m := range of {
			changes, notes = changes+len(m.changes), notes+len(m.notes)
		}
	}
	plan.Changes, plan.Notes = make([]model.Change, 0, changes), make([]model.Note, 0, notes)
	families, documents := map[string]bool{}, map[string]bool{}
	for i, t := range targets {
		if len(t.Documents) > 0 && !slices.Contains(plan.Runtimes, t.Row.ID) {
			plan.Runtimes = append(plan.Runtimes, t.Row.ID)
		}
		plan.Scope = t.Scope
		changes, notes := p.target(t, jobs[i])
		for _, d := range t.Documents {
			families[model.Family(d.Stem)], documents[d.Stem] = true, true
		}
		plan.Changes = append(plan.Changes, changes...)
		plan.Notes = append(plan.Notes, notes...)
	}
	plan.Agents, plan.Documents = len(families), len(documents)
	plan.Notes = append(plan.Notes, refusedEnforcing(sel, targets)...)
	return plan
}

// target gathers one target's changes: its documents', those that stand for all of
// them, and the removal of what its sources no longer have.
func (p *Pipeline) target(t *Target, jobs []*made) ([]model.Change, []model.Note) {
	changes := make([]model.Change, 0, len(jobs))
	var notes []model.Note
	wanted := make(map[string]bool, len(jobs))
	add := func(c model.Change) {
		key := fold(c.Path)
		if wanted[key] {
			notes = append(notes, model.Note{
				Severity: model.Error, Code: "collision", Runtime: c.Runtime, Agent: c.Agent, File: c.Path,
				Problem: "two documents want this file; the first keeps it",
				Hint:    "give the agents names that differ by more than case",
			})
			return
		}
		wanted[key] = true
		changes = append(changes, c)
	}
	refused := map[string]bool{}
	for i, m := range jobs {
		for _, c := range m.changes {
			add(c)
			if c.Unreadable != "" {
				notes = append(notes, model.Note{
					Severity: model.Error, Code: "unreadable", Runtime: c.Runtime, Agent: c.Agent, File: c.Path,
					Problem: "cannot be read: " + c.Unreadable, Hint: "it is left alone",
				})
			}
		}
		notes = append(notes, m.notes...)
		if m.refused {
			refused[model.Family(t.Documents[i].Stem)] = true
		}
	}
	if t.Row.Gather != nil && len(jobs) > 0 {
		for _, f := range t.Row.Gather(t) {
			add(p.compare(t, t.Documents[0], f, nil))
		}
	}
	removals, kept := p.stale(t, wanted, refused)
	return append(changes, removals...), append(notes, kept...)
}

// fold is a path as file systems compare it that tell neither case nor the composition of
// accents apart.
func fold(path string) string { return strings.ToLower(norm.NFC.String(path)) }

// stale is the removal of our artifacts whose source still is readable and no longer
// has the agent (DECISIONS 3). A file that was somebody's before it was ours, an
// adopted one for instance, is not ours to take away: it stays, with a note.
func (p *Pipeline) stale(t *Target, wanted, refused map[string]bool) ([]model.Change, []model.Note) {
	if t.Partial {
		return nil, nil
	}
	var changes []model.Change
	var notes []model.Note
	for _, e := range p.in.Snapshot.Owned() {
		if e.Runtime != t.Row.ID || e.Agent == "" || !slices.Contains(p.in.Sources, e.Source) || refused[e.Agent] ||
			wanted[fold(e.Path)] || !strings.HasPrefix(e.Path, t.Dir+string(filepath.Separator)) {
			continue
		}
		before, exists, err := p.in.Snapshot.Read(e.Path)
		if err != nil || !exists {
			continue
		}
		if !e.Created() {
			notes = append(notes, model.Note{
				Severity: model.Warning, Code: "orphan", Runtime: e.Runtime, Agent: e.Agent, File: e.Path,
				Problem: "its source is gone, and the file was here before toolgrant's: it stays as it is",
				Hint:    "delete it yourself, or adopt it again",
			})
			continue
		}
		changes = append(changes, model.Change{
			Runtime: e.Runtime, Agent: e.Agent, Source: e.Source, Path: e.Path,
			Kind: model.Remove, Before: before, Ownership: p.in.Snapshot.Own(e.Path, before, true),
		})
	}
	return changes, notes
}
