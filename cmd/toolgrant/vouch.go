package main

import (
	"path/filepath"

	"toolgrant/agents"
	"toolgrant/model"
	"toolgrant/pipeline"
)

// vouching says which files the reference's manifests call its own, unmodified: in the
// homes of all hosts, and in one more folder of Claude Code's layout if it is named
// (DECISIONS 4).
func vouching(pl places, more string) func(path string, sum model.Sum) bool {
	sums := map[string]model.Sum{}
	read := func(base, dir string) {
		m, _, err := agents.ReadManifest(base)
		if err != nil {
			return
		}
		for name, sum := range m.Files {
			if rest, ok := cutFolder(name, "agents"); ok {
				sums[filepath.Join(dir, filepath.FromSlash(rest))] = model.Sum(sum)
			}
		}
	}
	for _, r := range pipeline.Runtimes() {
		for _, scope := range []model.Scope{model.GlobalScope, model.LocalScope} {
			if dir := pipeline.ArtifactDir(r.Runtime, scope, pl.Surroundings); dir != "" {
				read(pipeline.TextTarget(r.Runtime, scope, pl.Surroundings), dir)
			}
		}
	}
	if more != "" {
		read(filepath.Dir(more), more)
	}
	return func(path string, sum model.Sum) bool {
		known, ok := sums[path]
		return ok && (sum == "" || sum == known)
	}
}
