package pipeline

import (
	"path/filepath"
	"strings"

	"toolgrant/model"
)

// Surroundings are what a host's config home depends on. They are given, never
// taken from the process, so that a plan for another home is a plan like any other.
type Surroundings struct {
	Home    string                   // the person's home folder, absolute
	Project string                   // the project folder, absolute
	Env     func(name string) string // the environment
	Exists  func(path string) bool   // for probes
}

// ConfigHome is the folder in which a host keeps its global configuration
// (spec/pipeline.md 1.2): the first variable that is set to more than white space,
// then the first probe that holds, then the default.
func ConfigHome(r model.HomeRule, s Surroundings) string {
	for _, v := range r.Env {
		value := s.Env(v.Name)
		if strings.TrimSpace(value) == "" {
			continue
		}
		dir := expandTilde(value, s.Home)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(s.Project, dir)
		}
		if v.File {
			dir = filepath.Dir(dir)
		}
		return filepath.Join(dir, v.Join)
	}
	for _, p := range r.Probes {
		dir := filepath.Join(s.Home, filepath.FromSlash(p.Dir))
		if s.Exists(filepath.Join(dir, filepath.FromSlash(p.Needs))) {
			return dir
		}
	}
	return filepath.Join(s.Home, filepath.FromSlash(r.Default))
}

func expandTilde(path, home string) string {
	if path == "~" {
		return home
	}
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		return filepath.Join(home, rest)
	}
	return path
}

// ArtifactDir is the absolute folder of a host's agent files in a scope, or "" when
// the host has none there.
func ArtifactDir(r model.Runtime, scope model.Scope, s Surroundings) string {
	f := r.Folder(scope)
	switch {
	case f.None():
		return ""
	case f.Base != "":
		return filepath.Join(s.Home, filepath.FromSlash(f.Base))
	case scope == model.LocalScope:
		return filepath.Join(s.Project, filepath.FromSlash(f.Dir))
	}
	return filepath.Join(ConfigHome(r.Home, s), filepath.FromSlash(f.Dir))
}

// TextTarget is the folder that a body's ~/.claude paths are rewritten to: the
// config home, or in local scope the folder that holds the agents folder
// (spec/pipeline.md 1.2).
func TextTarget(r model.Runtime, scope model.Scope, s Surroundings) string {
	if scope == model.LocalScope {
		return filepath.Join(s.Project, filepath.Dir(filepath.FromSlash(r.Local.Dir)))
	}
	return ConfigHome(r.Home, s)
}
