package main

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"toolgrant/model"
	"toolgrant/pipeline"
)

// source says which sources a run uses, since they may be found, not named.
func (p *program) source(w *world) {
	seen := map[string]bool{}
	var words []string
	for _, s := range w.sources {
		if seen[s.Dir] {
			continue
		}
		seen[s.Dir] = true
		word := w.tilde(s.Dir)
		if s.Version != "" {
			word += " (" + s.Version + ")"
		}
		words = append(words, word)
	}
	if len(words) > 0 {
		p.say("agents from %s", strings.Join(words, ", "))
	}
}

// refuseDestinations refuses a source folder that any host's artifacts go into, on
// this run or another: grants that were written there would come back as its author's.
func (w *world) refuseDestinations() error {
	for _, s := range w.sources {
		folder, err := os.Stat(s.Dir)
		if err != nil {
			continue // reading it says what is wrong
		}
		for _, r := range w.rows {
			for _, scope := range []model.Scope{model.GlobalScope, model.LocalScope} {
				dir := pipeline.ArtifactDir(r.Runtime, scope, w.Surroundings)
				if dir == "" {
					continue
				}
				if there, err := os.Stat(dir); err == nil && os.SameFile(folder, there) {
					return hint("toolgrant adopt --from "+w.tilde(s.Dir)+" keeps pristine copies elsewhere, and grants reach those",
						"%s is where %s's agents are installed, so it cannot be a source", w.tilde(s.Dir), r.Name)
				}
			}
		}
	}
	return nil
}

// folders is the sources' own, each once.
func (w *world) folders() []string {
	var dirs []string
	for _, s := range w.sources {
		if !slices.Contains(dirs, s.Dir) {
			dirs = append(dirs, s.Dir)
		}
	}
	return dirs
}

// compareVersions orders dotted versions by their numbers.
func compareVersions(a, b string) int {
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(x, y string) int {
		n, errN := strconv.Atoi(x)
		m, errM := strconv.Atoi(y)
		if errN != nil || errM != nil {
			return cmp.Compare(x, y)
		}
		return cmp.Compare(n, m)
	})
}

// cutFolder is a slash path below a folder.
func cutFolder(path, folder string) (string, bool) { return strings.CutPrefix(path, folder+"/") }

// parentOf is the folder that a file is in.
func parentOf(path string) string { return filepath.Dir(path) }

// shadows are same-named files elsewhere that change what the host of a change sees
// (DECISIONS 19).
func (w *world) shadows(c model.Change) []string {
	var found []string
	for _, dir := range w.row(c.Runtime).AlsoReads {
		other := filepath.Join(w.Home, filepath.FromSlash(dir), strings.TrimSuffix(filepath.Base(c.Path), w.row(c.Runtime).Folder(w.scope).Ext)+".md")
		if other != c.Path && w.Exists(other) {
			found = append(found, other)
		}
	}
	return found
}
