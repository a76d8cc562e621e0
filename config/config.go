// Package config provides what people decide: the global defaults.json and the
// project's config.json are read here, merged by model.Selection, and edited in
// place. Both files belong to gsd-core too, so toolgrant touches four keys of them
// (CLI.md, "Configuration") and splices bytes instead of writing them anew. Nothing
// here writes: an edit is bytes, which the installer puts in place.
package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"toolgrant/model"
	"toolgrant/model/splice"
)

// The keys that are ours; every other key of the files is somebody else's.
const (
	toolsKey   = "agent_tools"
	verbsKey   = "peer_bridge_verbs"
	launchKey  = "mcp_allowlist"
	enforceKey = "enforce_tools"
)

// MaxEntries bounds a list and the selectors of one key (DECISIONS 17).
const MaxEntries = 10_000

// GlobalPath is the global configuration file of a home folder.
func GlobalPath(home string) string { return filepath.Join(home, ".gsd", "defaults.json") }

// A File is one configuration file as it was read. Its bytes are never changed: Edit
// makes new ones. One that Load had an error for cannot be edited.
type File struct {
	Path   string // as given
	Target string // where the bytes are: Path with its links followed
	Origin model.Origin
	Exists bool // something is there, be it unreadable
	Mode   fs.FileMode
	Data   []byte
	Sum    model.Sum // of Data; an edit is written only while the file still has it
	Layer  model.Layer
	lines  map[string]int // of the selectors of agent_tools
}

// Load reads a configuration file. A file that is not there is an empty layer. One
// that cannot be read, does not parse or is no object is an error with its place,
// never an empty layer: what it restricts would be lost. Entries that cannot be
// accepted are left out one by one, each with a note.
func Load(path string, origin model.Origin) (File, []model.Note, error) {
	f := File{Path: path, Origin: origin}
	target, err := follow(path)
	f.Target = target
	var info fs.FileInfo
	if err == nil {
		info, err = os.Stat(target)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return f, f.dangling(), nil
	}
	f.Exists = true
	if err != nil {
		return f, nil, broken(path, err)
	}
	if f.Data, err = read(f.Target, info); err != nil {
		return f, nil, broken(path, err)
	}
	f.Mode, f.Sum = info.Mode(), model.SumOf(f.Data)
	r := reader{file: path}
	if err := r.layer(f.Data); err != nil {
		return f, nil, broken(path, err)
	}
	f.Layer, f.lines = r.Layer, r.lines
	return f, append(r.notes, f.openToOthers()...), nil
}

// read is the content of a regular file of at most splice.MaxJSON bytes. The size is
// asked first, so that a huge file is refused with its number and a device never
// read; the limit on the reader holds when the file grows meanwhile.
func read(path string, info fs.FileInfo) ([]byte, error) {
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("is not a regular file (%s)", info.Mode().Type())
	}
	if info.Size() > splice.MaxJSON {
		return nil, splice.Fault{Problem: fmt.Sprintf("has %d bytes, more than the %d that are read", info.Size(), splice.MaxJSON)}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, splice.MaxJSON+1))
}

// broken is the error of a file that cannot be used as a whole.
func broken(path string, err error) error {
	n := model.Note{Severity: model.Error, Code: "config-broken", File: path, Problem: err.Error(),
		Hint: "repair the file; it is never rewritten in this state"}
	if f, ok := errors.AsType[splice.Fault](err); ok {
		n.Line, n.Column, n.Problem = f.Line, f.Column, f.Problem
		if f.Hint != "" {
			n.Hint = f.Hint
		}
	}
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		n.Problem = fmt.Sprintf("cannot be read: %v", p.Err)
		n.Hint = "make the file readable for you"
	}
	return n
}

// dangling is the note for a link to nothing: an edit makes the file it points to.
func (f File) dangling() []model.Note {
	if f.Target == f.Path {
		return nil
	}
	if _, err := os.Lstat(f.Path); err != nil {
		return nil
	}
	return []model.Note{{Severity: model.Warning, Code: "config-link", File: f.Path,
		Problem: "is a link to " + model.Printable(f.Target) + ", which does not exist"}}
}

// openToOthers warns when anybody on the machine may change what agents may touch.
func (f File) openToOthers() []model.Note {
	const others, sticky = 0o002, fs.ModeSticky
	var notes []model.Note
	warn := func(what, path string) {
		notes = append(notes, model.Note{Severity: model.Warning, Code: "config-open", File: f.Path,
			Problem: "every user of this machine may change " + what + " " + model.Printable(path),
			Hint:    "chmod o-w " + model.Printable(path)})
	}
	if f.Mode.Perm()&others != 0 {
		warn("the file", f.Target)
	}
	folder := filepath.Dir(f.Target)
	if info, err := os.Stat(folder); err == nil && info.Mode().Perm()&others != 0 && info.Mode()&sticky == 0 {
		warn("its folder", folder)
	}
	return notes
}
