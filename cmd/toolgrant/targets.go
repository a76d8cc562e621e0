package main

import (
	"path/filepath"
	"slices"

	"toolgrant/agents"
	"toolgrant/config"
	"toolgrant/model"
	"toolgrant/pipeline"
	"toolgrant/pipeline/rewrite"
)

// loaded is a source with its documents, read once for all targets.
type loaded struct {
	agents.Source
	documents []*model.Document
	partial   bool
	commands  []string
}

// loadTargets reads the sources and gives each chosen host its documents.
func (w *world) loadTargets(chosen []choice, pack string) {
	read := map[string]*loaded{}
	var order []*loaded
	for _, s := range w.sources {
		key := s.Dir
		if read[key] == nil {
			read[key] = w.readSource(s, pack)
		}
		l := *read[key]
		l.Source = s
		order = append(order, &l)
	}
	w.agents = families(order)
	w.notes = append(w.notes, namesakes(w.agents)...)
	w.lent = map[string]bool{}
	newest := newestInstall(order)
	for _, c := range chosen {
		dir := pipeline.ArtifactDir(c.row.Runtime, w.scope, w.Surroundings)
		if dir == "" {
			if c.named {
				w.notes = append(w.notes, noFolder(c.row, w.scope))
			}
			continue
		}
		t := &pipeline.Target{Row: c.row, Scope: w.scope, Dir: dir, Commands: rewrite.KnownCommands(), Place: rewrite.Place{
			Home: w.Home, Target: pipeline.TextTarget(c.row.Runtime, w.scope, w.Surroundings), Scope: w.scope, Absolute: c.row.AbsolutePaths,
		}}
		w.fill(t, order, newest, c.named)
		t.Tuning = w.tuning(c.row, t.Place.Target)
		w.targets = append(w.targets, t)
	}
}

// readSource reads one folder. Its faults are notes; a folder that cannot be read
// whole removes nothing later (DECISIONS 3).
func (w *world) readSource(s agents.Source, pack string) *loaded {
	if pack != "auto" {
		s.Pack = model.Pack(pack)
	}
	if s.Dir == agents.SampleSource {
		l := &loaded{Source: s}
		l.documents, _ = pipeline.Load(agents.Sample())
		return l
	}
	l := &loaded{Source: s, commands: agents.CommandNames(s.Dir)}
	docs, notes, err := agents.Read(s.Dir, s.Pack)
	if err != nil {
		notes = append(notes, model.Note{Severity: model.Error, Code: "source", File: s.Dir, Problem: err.Error()})
	}
	var refused []model.Note
	l.documents, refused = pipeline.Load(docs)
	l.partial = err != nil || len(refused) > 0 || slices.ContainsFunc(notes, func(n model.Note) bool { return n.Severity == model.Error })
	w.notes = slices.Concat(w.notes, notes, refused)
	if n, open := worldWritable(s.Dir); open {
		w.notes = append(w.notes, n)
	}
	return l
}

// fill gives a target its documents: those of every source for all hosts, and of gsd
// sources the one of its own home. A host that was named gets gsd agents without a
// home of its own too (DECISIONS 1). The first of two documents of one stem wins.
func (w *world) fill(t *pipeline.Target, sources []*loaded, newest *loaded, named bool) {
	from := map[string]string{}
	own := false
	take := func(l *loaded, all bool) {
		t.Partial = t.Partial || l.partial
		if l.commands != nil {
			t.Commands = l.commands
		}
		for _, d := range l.documents {
			if !all && !l.Has(d.Stem) {
				continue
			}
			if first, taken := from[d.Stem]; taken {
				if first != l.Dir {
					w.noteShadow(d, first)
				}
				continue
			}
			from[d.Stem] = l.Dir
			t.Documents = append(t.Documents, d)
		}
	}
	for _, l := range sources {
		if l.Runtime == "" || l.Runtime == t.Row.ID {
			own = own || l.Runtime == t.Row.ID
			take(l, false)
		}
	}
	if !own && named && newest != nil {
		w.lent[t.Row.ID] = len(t.Documents) == 0
		take(newest, true)
	}
}

func (w *world) noteShadow(d *model.Document, first string) {
	n := model.Note{
		Severity: model.Warning, Code: "shadowed-source", Agent: model.Family(d.Stem), File: d.Path,
		Problem: "another source has this agent and is used: " + first,
		Hint:    "rename one of them",
	}
	if !slices.Contains(w.notes, n) {
		w.notes = append(w.notes, n)
	}
}

// newestInstall is the gsd source of the highest version.
func newestInstall(sources []*loaded) *loaded {
	var newest *loaded
	for _, l := range sources {
		if l.Runtime != "" && (newest == nil || compareVersions(l.Version, newest.Version) > 0) {
			newest = l
		}
	}
	return newest
}

// families is every agent of every source, the first of two of one stem.
func families(sources []*loaded) []model.Agent {
	seen := map[string]bool{}
	var docs []model.Document
	for _, l := range sources {
		for _, d := range l.documents {
			if !seen[d.Stem] {
				seen[d.Stem] = true
				docs = append(docs, *d)
			}
		}
	}
	return model.Families(docs)
}

func noFolder(r *pipeline.Row, scope model.Scope) model.Note {
	problem := r.Name + " has no agents folder in the " + string(scope) + " scope"
	if r.Global.None() && r.Local.None() {
		problem = r.Name + " has no agent files: " + r.Tools.Refusal
	}
	return model.Note{Severity: model.Warning, Code: "no-folder", Runtime: r.ID, Problem: problem}
}

// tuning is the reference's own configuration as it holds for one host.
func (w *world) tuning(r *pipeline.Row, target string) model.Tuning {
	t, notes := config.Tuning(w.Home, target)
	home := pipeline.ConfigHome(r.Home, w.Surroundings)
	a, more := config.Attribution(home, config.AttributionSource(r.Attribution))
	t.Attribution = a
	w.notes = slices.Concat(w.notes, notes, more)
	return t
}

// roots are the folders below which an apply may write.
func (w *world) roots() []string {
	var dirs []string
	for _, t := range w.targets {
		dirs = append(dirs, t.Dir)
	}
	for _, f := range []config.File{w.global, w.project} {
		dirs = append(dirs, filepath.Dir(f.Path))
	}
	if w.mesh.found() {
		dirs = append(dirs, w.mesh.root)
	}
	return dirs
}
