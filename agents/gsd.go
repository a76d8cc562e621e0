package agents

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"toolgrant/model"
)

// What marks a folder as the reference's: its package name, and the layout of the
// pristine copies that it keeps in a config home (spec/pipeline.md 1.1).
const (
	gsdPackage = "@opengsd/gsd-core"
	gsdFolder  = "gsd-core"
	gsdVersion = "VERSION"
)

// maxSmall bounds files that are a few kilobytes at most, such as a package.json.
const maxSmall = 1 << 20

// PackOf says which text rules an agents folder asks for: those of gsd when it
// belongs to a gsd-core package or to the pristine copies of an install, else none.
// Installed agents are no source, so a config home's agents folder is not gsd's.
func PackOf(dir string) model.Pack {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	parent := filepath.Dir(dir)
	var pkg struct {
		Name string `json:"name"`
	}
	if b, err := readSmall(filepath.Join(parent, "package.json"), maxSmall); err == nil {
		if json.Unmarshal(b, &pkg) == nil && pkg.Name == gsdPackage {
			return model.GSD
		}
	}
	if filepath.Base(parent) == gsdFolder && versionOf(parent) != "" {
		return model.GSD
	}
	return model.Plain
}

// versionOf is the version of the pristine copies in a gsd-core folder, or empty.
func versionOf(gsd string) string {
	b, err := readSmall(filepath.Join(gsd, gsdVersion), 256)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}

// readSmall reads at most limit bytes of a regular file.
func readSmall(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, cause(err)
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return nil, os.ErrInvalid
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, cause(err)
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}

// CommandNames is the names of the slash commands that a gsd source ships beside
// its agents, sorted, or nil where there are none beside it.
func CommandNames(dir string) []string {
	entries, err := os.ReadDir(filepath.Join(filepath.Dir(filepath.Clean(dir)), "commands", "gsd"))
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if stem, ok := strings.CutSuffix(e.Name(), ext); ok && stem != "" && e.Type().IsRegular() {
			names = append(names, stem)
		}
	}
	slices.Sort(names)
	return names
}
