package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// ProjectLevels is how many parents are searched for a project's configuration
// (spec/pipeline.md 2.1).
const ProjectLevels = 7

// maxLinks is how many links in a row are followed, as Linux does.
const maxLinks = 40

// ProjectPath is the configuration file of a project folder.
func ProjectPath(project string) string { return filepath.Join(project, ".planning", "config.json") }

// FindProject is the nearest project configuration in an absolute folder and up to
// that many of its parents. A candidate that is there but cannot be looked at is
// found: to go on to an outer one would decide by the wrong file.
func FindProject(start string, levels int) (string, bool) {
	dir := filepath.Clean(start)
	for range levels + 1 {
		path := ProjectPath(dir)
		if _, err := os.Lstat(path); err == nil || !missing(err) {
			return path, true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			break
		}
		dir = parent
	}
	return "", false
}

// missing reports whether nothing is at a path, or a file stands where a folder of
// the path would.
func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// follow is the file that a path leads to. Unlike filepath.EvalSymlinks it also
// answers when that file does not exist yet, because people link dotfiles into
// repositories before they have any.
func follow(path string) (string, error) {
	target, err := filepath.EvalSymlinks(path)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return target, err
	}
	for range maxLinks {
		next, err := os.Readlink(path)
		if err != nil {
			return resolveFolder(path), nil // nothing is here, so the way ends here
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(filepath.Dir(resolveFolder(path)), next)
		}
		path = next
	}
	return "", fmt.Errorf("more than %d links lead to each other", maxLinks)
}

// resolveFolder is the path with the links of its folder followed, or the path when
// the folder does not exist yet.
func resolveFolder(path string) string {
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return path
	}
	return filepath.Join(dir, filepath.Base(path))
}

// there reports whether something is at a path, links followed.
func there(path string) bool {
	_, err := os.Stat(path)
	return err == nil || !missing(err)
}
