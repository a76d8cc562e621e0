package install

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// A place is where a path leads once its links are followed.
type place struct {
	path    string   // as asked for
	real    string   // after following links
	base    string   // the fence: an existing folder that real is inside of
	rel     string   // real relative to base
	missing []string // folders that do not exist yet, outermost first
	linked  bool     // the last component of path is a link
}

// A fence decides where paths may lead. It is made for one transaction, since
// links may change between two of them.
type fence struct {
	fs     FS
	state  string // nothing is written here by name
	roots  []string
	bases  []string  // real folders that a followed link must stay inside of
	within [2]string // Store.Within, as named and with its links followed
	follow bool
	dirs   map[string]walked // folders already resolved
}

// newFence resolves the fences. A root inside the home gives no fence of its own:
// else an agents folder that is itself a link out of the home would vouch for its
// own target. A root elsewhere was named by the person.
func (s *Store) newFence(extra []string) (*fence, error) {
	f := &fence{fs: s.fs(), state: s.Dir, follow: s.FollowLinks, dirs: map[string]walked{}}
	f.roots = slices.Concat(s.Roots, extra)
	for _, dir := range append([]string{s.Home}, f.roots...) {
		if !filepath.IsAbs(dir) {
			return nil, problem("outside", dir, "allowed folder is not an absolute path", "")
		}
		if dir != s.Home && (dir == "" || below(dir, s.Home)) {
			continue
		}
		w, err := f.walk(filepath.Clean(dir), new(int))
		if err != nil {
			return nil, err
		}
		f.bases = append(f.bases, w.real)
	}
	if s.Within != "" {
		w, err := f.walk(filepath.Clean(s.Within), new(int))
		if err != nil {
			return nil, err
		}
		f.within = [2]string{filepath.Clean(s.Within), w.real}
	}
	return f, nil
}

// locate admits a path or refuses it with a reason.
func (f *fence) locate(path string) (place, error) {
	if what := checkName(path); what != "" {
		return place{}, problem("bad-path", path, what, "")
	}
	if !slices.ContainsFunc(f.roots, func(root string) bool { return below(path, root) }) {
		return place{}, problem("outside", path, "not inside a folder that may be written to", "")
	}
	if path == f.state || below(path, f.state) {
		return place{}, problem("outside", path, "inside toolgrant's own state folder", "")
	}
	dir, err := f.folder(filepath.Dir(path))
	if err != nil {
		return place{}, err
	}
	w, err := f.enter(dir, filepath.Base(path), new(int))
	if err != nil {
		return place{}, err
	}
	p := place{path: path, real: w.real, linked: w.real != filepath.Join(dir.real, filepath.Base(path))}
	p.missing = w.missing
	if n := len(p.missing); n > 0 && p.missing[n-1] == w.real {
		p.missing = p.missing[:n-1] // the file itself
	}
	if f.within[0] != "" && below(path, f.within[0]) && !below(w.real, f.within[1]) && !f.follow {
		return place{}, problem("outside", path, fmt.Sprintf("a link leads out of the project, to %s", w.real), "--follow-links allows it")
	}
	p.base = f.baseOf(w)
	if p.base == "" {
		return place{}, problem("outside", path, fmt.Sprintf("a link leads out of the home, to %s", w.real), "--follow-links allows it")
	}
	p.rel, err = filepath.Rel(p.base, p.real)
	if err != nil || !filepath.IsLocal(p.rel) || p.rel == "." {
		return place{}, problem("outside", path, "does not lead to a file", "")
	}
	return p, nil
}

// baseOf is the fence around a resolved path, the deepest that exists when links
// out of the home are allowed, and "" when there is none.
func (f *fence) baseOf(w walked) string {
	for _, base := range f.bases {
		// A base that does not exist yet cannot be opened; its files go below the
		// nearest folder that does.
		if below(w.real, base) && !slices.Contains(w.missing, base) {
			return base
		}
	}
	inside := slices.ContainsFunc(f.bases, func(b string) bool { return below(w.real, b) })
	if !inside && !f.follow {
		return ""
	}
	if len(w.missing) > 0 {
		return filepath.Dir(w.missing[0])
	}
	return filepath.Dir(w.real)
}

// folder is walk with a memory: most files of a plan share a folder.
func (f *fence) folder(dir string) (walked, error) {
	if w, ok := f.dirs[dir]; ok {
		return w, nil
	}
	w, err := f.walk(dir, new(int))
	if err == nil && len(w.missing) == 0 {
		f.dirs[dir] = w
	}
	return w, err
}

// walked is a path whose links were followed, and which parts of it do not exist.
type walked struct {
	real    string
	missing []string
}

const maxLinks = 40 // as Linux

// walk follows the links of a path component by component, as the system would.
// The links are counted over the whole way: links that name two links each, a few
// times over, would otherwise never end.
func (f *fence) walk(path string, links *int) (walked, error) {
	vol := filepath.VolumeName(path)
	w := walked{real: vol + string(filepath.Separator)}
	for name := range strings.SplitSeq(path[len(vol):], string(filepath.Separator)) {
		var err error
		if w, err = f.enter(w, name, links); err != nil {
			return walked{}, err
		}
	}
	return w, nil
}

// enter goes one component further.
func (f *fence) enter(w walked, name string, links *int) (walked, error) {
	switch name {
	case "", ".":
		return w, nil
	case "..":
		if len(w.missing) > 0 {
			return walked{}, problem("bad-path", w.real, "a link goes up from a folder that does not exist", "")
		}
		return walked{real: filepath.Dir(w.real)}, nil
	}
	next := filepath.Join(w.real, name)
	if len(w.missing) > 0 {
		return walked{next, append(slices.Clip(w.missing), next)}, nil
	}
	info, err := f.fs.Lstat(next)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENAMETOOLONG):
		return walked{next, []string{next}}, nil
	case err != nil:
		return walked{}, fmt.Errorf("looking at %s: %w", next, err)
	case info.Mode()&fs.ModeSymlink == 0:
		return walked{real: next}, nil
	}
	if *links++; *links > maxLinks {
		return walked{}, problem("bad-path", next, fmt.Sprintf("more than %d links", maxLinks), "")
	}
	target, err := f.fs.Readlink(next)
	if err != nil {
		return walked{}, fmt.Errorf("reading link %s: %w", next, err)
	}
	if filepath.IsAbs(target) {
		return f.walk(target, links)
	}
	for part := range strings.SplitSeq(target, string(filepath.Separator)) {
		if w, err = f.enter(w, part, links); err != nil {
			return walked{}, err
		}
	}
	return w, nil
}
