package main

import (
	"context"
	"os"
	"path/filepath"

	"toolgrant/config"
	"toolgrant/model"
	"toolgrant/pipeline"
	"toolgrant/pipeline/install"
)

// places are the folders of one invocation.
type places struct {
	pipeline.Surroundings
	scope model.Scope
}

// places resolves --home, --project and --scope.
func (p *program) places() (places, error) {
	home := p.flags.home
	if home == "" {
		home = p.getenv("HOME")
	}
	if home == "" {
		return places{}, hint("set HOME, or give --home DIR", "no home folder is known")
	}
	project := p.flags.project
	if project == "" {
		project = p.cwd
	}
	abs := func(dir string) string {
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(p.cwd, dir)
		}
		return filepath.Clean(dir)
	}
	pl := places{scope: model.Scope(p.flags.scope), Surroundings: pipeline.Surroundings{
		Home: abs(home), Project: abs(project), Env: p.getenv,
		Exists: func(path string) bool { _, err := os.Stat(path); return err == nil },
	}}
	if p.flags.home != "" {
		// Variables that move config homes belong to the real home, not to a stand-in.
		pl.Env = func(string) string { return "" }
	}
	for flag, dir := range map[string]string{"--home": pl.Home, "--project": pl.Project} {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return places{}, hint("make the folder, or name another", "%s %s is no folder", flag, dir)
		}
	}
	return pl, nil
}

// state is the folder of receipts, journal and backups (DECISIONS 16).
func (pl places) state() string { return filepath.Join(pl.Home, ".gsd", "toolgrant") }

// projectConfig is the project's configuration file: the nearest that exists, else the
// one that a first write makes. A local install starts its search in the host's
// folder, so one parent less is looked at (spec/pipeline.md 2.1).
func (pl places) projectConfig() string {
	levels := config.ProjectLevels
	if pl.scope == model.LocalScope {
		levels--
	}
	if path, ok := config.FindProject(pl.Project, levels); ok && path != pl.aliasOfGlobal() {
		return path
	}
	return config.ProjectPath(pl.Project)
}

// aliasOfGlobal guards against a home folder that is its own project.
func (pl places) aliasOfGlobal() string { return config.GlobalPath(pl.Home) }

// tilde shortens a path below the home for people to read.
func (pl places) tilde(path string) string {
	if rel, err := filepath.Rel(pl.Home, path); err == nil && filepath.IsLocal(rel) {
		return filepath.Join("~", rel)
	}
	return path
}

// store is the writer of this home. Below roots it may write, and nowhere else.
func (p *program) store(pl places, vouched func(string, model.Sum) bool, roots ...string) *install.Store {
	store := &install.Store{
		Dir: pl.state(), Home: pl.Home, Roots: append([]string{pl.Home, pl.Project}, roots...),
		FollowLinks: p.flags.followLinks, Vouched: vouched,
	}
	if pl.scope == model.LocalScope {
		store.Within = pl.Project
	}
	return store
}

// recover ends an earlier run that was killed in the middle, before anything is read:
// a plan made of a half-written tree would take it for somebody's edits.
func (p *program) recover(ctx context.Context, pl places) error {
	notes, err := p.store(pl, nil).Recover(ctx)
	p.notes(notes)
	return err
}
