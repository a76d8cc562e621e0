package agents

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"toolgrant/model"
)

// A Home is the folder of one runtime: its config home, or its folder in a project.
type Home struct{ Runtime, Dir string }

// Places is where sources may be, as the caller knows it from flags, environment and
// the runtimes table. All folders are absolute.
type Places struct {
	Explicit []string // --agents
	List     string   // TOOLGRANT_AGENTS, a path list
	UserHome string   // may hold .gsd/agents
	Project  string   // may hold .gsd/agents
	Homes    []Home   // config homes that may keep pristine copies
	Local    []Home   // with --scope local, the runtimes' folders in the project
}

// Origins of sources, as they are printed.
const (
	FromFlag        = "--agents"
	FromEnvironment = "TOOLGRANT_AGENTS"
	FromAdopted     = "adopted"
	FromInstall     = "gsd-core"
)

// A Source is one folder of agent documents.
type Source struct {
	Dir    string
	Pack   model.Pack
	Origin string
	// Runtime is the only host that a discovered gsd source is for; empty for all.
	Runtime string
	Version string // of gsd-core, where it is one
	// Stems is what of the folder is installed in that host, sorted; nil for all of
	// it. A standard install stays a standard install.
	Stems []string
}

// Has reports whether the source gives a document to its hosts.
func (s Source) Has(stem string) bool {
	if s.Stems == nil {
		return true
	}
	_, found := slices.BinarySearch(s.Stems, stem)
	return found
}

// Discover finds the sources. Folders that were named are taken as they are, in that
// order, and nothing else is looked for; naming one that is not there is an error.
// Otherwise it is the adopted agents, the project's first, and for each home the
// pristine copies of its own gsd-core.
func Discover(p Places) ([]Source, []model.Note, error) {
	named, origin := p.Explicit, FromFlag
	if len(named) == 0 {
		origin = FromEnvironment
		for _, dir := range filepath.SplitList(p.List) {
			if dir != "" {
				named = append(named, dir)
			}
		}
	}
	if len(named) > 0 {
		sources, err := namedSources(named, origin)
		return sources, nil, err
	}
	var sources []Source
	for _, base := range []string{p.Project, p.UserHome} {
		dir := filepath.Join(base, ".gsd", "agents")
		if base != "" && isDir(dir) && !slices.ContainsFunc(sources, func(s Source) bool { return s.Dir == dir }) {
			sources = append(sources, Source{Dir: dir, Pack: PackOf(dir), Origin: FromAdopted})
		}
	}
	installed, notes := installs(p)
	sources = append(sources, installed...)
	if len(sources) == 0 {
		return nil, notes, model.Note{
			Severity: model.Error, Code: "no-sources", Problem: "no agents were found",
			Hint: "name a folder with --agents DIR or TOOLGRANT_AGENTS, take installed agents over with toolgrant adopt, or try toolgrant demo",
		}
	}
	return sources, notes, nil
}

// namedSources is the folders a person named, each once.
func namedSources(dirs []string, origin string) ([]Source, error) {
	var sources []Source
	for _, dir := range dirs {
		dir = filepath.Clean(dir)
		info, err := os.Stat(dir)
		if err == nil && !info.IsDir() {
			err = errors.New("it is no folder")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: the agents folder of %s cannot be used: %w", dir, origin, cause(err))
		}
		if !slices.ContainsFunc(sources, func(s Source) bool { return s.Dir == dir }) {
			sources = append(sources, Source{Dir: dir, Pack: PackOf(dir), Origin: origin})
		}
	}
	return sources, nil
}

// installs finds what gsd-core keeps for each home: with --scope local for the
// project's folders, which have a manifest and no copies of their own, so that a
// home's copies of the same version serve them.
func installs(p Places) ([]Source, []model.Note) {
	var sources []Source
	var notes []model.Note
	targets := p.Homes
	if p.Local != nil {
		targets = p.Local
	}
	for _, h := range targets {
		s, found, more := installOf(h, p)
		notes = append(notes, more...)
		if found {
			sources = append(sources, s)
		}
	}
	return sources, notes
}

// installOf is the gsd source of one home, if it has one that can be trusted.
func installOf(h Home, p Places) (Source, bool, []model.Note) {
	gsd := filepath.Join(h.Dir, gsdFolder)
	m, notes, err := ReadManifest(h.Dir)
	if errors.Is(err, fs.ErrNotExist) && !isDir(filepath.Join(gsd, "agents")) {
		return Source{}, false, nil
	}
	leaveOut := func(problem string) (Source, bool, []model.Note) {
		return Source{}, false, append(notes, model.Note{
			Severity: model.Error, Code: "install-left-out", Runtime: h.Runtime, File: h.Dir,
			Problem: "the gsd-core agents of this home are left out: " + problem,
			Hint:    "install gsd-core there again, or name its agents folder with --agents",
		})
	}
	if err != nil {
		return leaveOut("what is installed is not known: " + err.Error())
	}
	if p.Local != nil {
		if gsd = copyOf(m.Version, p.Homes); gsd == "" {
			return leaveOut(fmt.Sprintf("no home keeps a pristine copy of version %q", m.Version))
		}
	}
	dir := filepath.Join(gsd, "agents")
	if !isDir(dir) {
		return leaveOut("it keeps no pristine copies in " + dir)
	}
	stems := m.Stems()
	if stems == nil {
		stems = []string{}
	}
	return Source{Dir: dir, Pack: model.GSD, Origin: FromInstall, Runtime: h.Runtime, Version: versionOf(gsd), Stems: stems}, true, notes
}

// copyOf is the gsd-core folder of the first home that keeps a version.
func copyOf(version string, homes []Home) string {
	for _, h := range homes {
		gsd := filepath.Join(h.Dir, gsdFolder)
		if version != "" && versionOf(gsd) == version && isDir(filepath.Join(gsd, "agents")) {
			return gsd
		}
	}
	return ""
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
