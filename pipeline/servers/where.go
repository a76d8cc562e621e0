package servers

import (
	"path/filepath"
	"strings"
)

// Where says where a person's files are. Nothing is taken from the process.
type Where struct {
	Home    string // absolute
	Project string // absolute; empty when there is none
	// Root is what administrators' files are found under, "/" outside of tests;
	// empty leaves them out.
	Root string
	OS   string // as runtime.GOOS has it; some hosts keep their files elsewhere on each
	// Env is a variable's value, empty when it is not set; nil when none is.
	Env func(name string) string
}

func (w Where) env(name string) string {
	if w.Env == nil || name == "" {
		return ""
	}
	return w.Env(name)
}

// A spot is the rule by which a host finds one of its files.
type spot struct {
	env  string // variable that names the folder instead of dir; the file itself when file is empty
	dir  string // "~" home, "." project, "/" root, with folders after it; empty when only env counts
	file string // below the folder; a star stands for any one folder
	os   string // the only system on which it is so; empty for all
}

// base is the absolute folder of a spot, or "" when this machine has none.
func (s spot) base(w Where) string {
	if s.os != "" && s.os != w.OS {
		return ""
	}
	// A relative folder means another place to each program that reads it.
	if set := w.env(s.env); filepath.IsAbs(set) {
		return filepath.Clean(set)
	}
	if s.dir == "" {
		return ""
	}
	roots := map[byte]string{'~': w.Home, '.': w.Project, '/': w.Root}
	root := roots[s.dir[0]]
	if !filepath.IsAbs(root) {
		return ""
	}
	return filepath.Join(root, filepath.FromSlash(strings.TrimPrefix(s.dir[1:], "/")))
}

// maxMatches bounds the folders a star in a spot stands for.
const maxMatches = 500

// files are the paths of a spot, existing or not; with a star only existing ones,
// sorted, and whether there were more than are read.
func (s spot) files(w Where) (paths []string, more bool) {
	base := s.base(w)
	if base == "" {
		return nil, false
	}
	before, after, starred := strings.Cut(s.file, "*")
	if !starred {
		return []string{filepath.Join(base, filepath.FromSlash(s.file))}, false
	}
	for _, name := range folders(filepath.Join(base, filepath.FromSlash(before))) {
		paths = append(paths, filepath.Join(base, filepath.FromSlash(before), name, filepath.FromSlash(after)))
	}
	if len(paths) > maxMatches {
		return paths[:maxMatches], true
	}
	return paths, false
}
