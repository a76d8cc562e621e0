package install

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"toolgrant/model"
)

// The layout of the state folder. Names inside it are slash separated.
const (
	receiptsDir   = "receipts"
	backupsDir    = "backups"
	rescuedDir    = "kept"      // overwritten edits that outlive an uninstall
	baseName      = "base.json" // receipts too old to keep, folded into one
	journalName   = "journal.json"
	committedName = "committed.json"
	madeName      = "made.json" // folders made for the state folder itself
	tempPrefix    = ".tmp-"
)

const stateVersion = 1

// state is the open state folder.
type state struct {
	root Root
	dir  string
}

// makeDir makes the state folder and remembers which folders above it are new, so
// that uninstall leaves none behind.
func (s *Store) makeDir() error {
	f := fence{fs: s.fs(), dirs: map[string]walked{}}
	w, err := f.walk(filepath.Clean(s.Dir), new(int))
	if err != nil {
		return fmt.Errorf("state folder: %w", err)
	}
	if len(w.missing) == 0 {
		return nil
	}
	if err := s.fs().MkdirAll(s.Dir, 0o700); err != nil {
		return fmt.Errorf("state folder: %w", err)
	}
	if above := w.missing[:len(w.missing)-1]; len(above) > 0 {
		st, err := s.open()
		if err != nil {
			return err
		}
		defer st.root.Close()
		return st.writeJSON(madeName, above)
	}
	return nil
}

// open opens a state folder that exists.
func (s *Store) open() (*state, error) {
	root, err := s.fs().OpenRoot(s.Dir)
	if err != nil {
		return nil, fmt.Errorf("state folder: %w", err)
	}
	return &state{root: root, dir: s.Dir}, nil
}

// write puts a file into the state folder atomically and durably.
func (st *state) write(name string, b []byte) error {
	if err := st.stageAndRename(name, b); err != nil {
		return fmt.Errorf("%s: writing: %w", filepath.Join(st.dir, name), err)
	}
	return nil
}

func (st *state) stageAndRename(name string, b []byte) error {
	if err := st.mkdir(path.Dir(name)); err != nil {
		return err
	}
	temp := path.Join(path.Dir(name), tempPrefix+rand.Text())
	if _, err := writeNew(st.root, temp, b, manner{perm: 0o600, exact: true}); err != nil {
		return err
	}
	if err := st.root.Rename(temp, name); err != nil {
		return errors.Join(err, remove(st.root, temp))
	}
	return st.root.SyncDir(path.Dir(name))
}

func (st *state) mkdir(name string) error {
	if name == "." {
		return nil
	}
	if _, err := st.root.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return st.root.Mkdir(name, 0o700)
}

func (st *state) writeJSON(name string, v any) error {
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return st.write(name, append(b, '\n'))
}

// readJSON reports false when the file is not there.
func (st *state) readJSON(name string, v any) (bool, error) {
	b, _, err := st.root.Read(name, maxState)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err == nil {
		err = json.Unmarshal(b, v)
	}
	if err != nil {
		return false, problem("state", filepath.Join(st.dir, name), "cannot be read: "+err.Error(),
			"toolgrant does nothing until this file is repaired or moved away")
	}
	return true, nil
}

// names lists a folder of the state folder, sorted; a missing one is empty.
func (st *state) names(dir string) ([]string, error) {
	names, err := st.root.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	slices.Sort(names)
	return names, err
}

// history reads all receipts, oldest first; the folded base, if any, is the first.
// It needs no lock: receipts appear and vanish whole, and since a receipt is folded
// into the base before it is deleted, the base is read last.
func (st *state) history() (base *model.Receipt, receipts []model.Receipt, err error) {
	names, err := st.names(receiptsDir)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range names {
		if name == baseName || !strings.HasSuffix(name, ".json") || strings.HasPrefix(name, tempPrefix) {
			continue
		}
		r, ok, err := st.receipt(name)
		if err != nil {
			return nil, nil, err
		}
		if ok { // else folded meanwhile
			receipts = append(receipts, r)
		}
	}
	if b, ok, err := st.receipt(baseName); err != nil {
		return nil, nil, err
	} else if ok {
		base = &b
		receipts = slices.DeleteFunc(receipts, func(r model.Receipt) bool { return r.ID <= b.ID })
	}
	return base, receipts, nil
}

func (st *state) receipt(name string) (model.Receipt, bool, error) {
	var r model.Receipt
	ok, err := st.readJSON(path.Join(receiptsDir, name), &r)
	if ok && r.Version != stateVersion {
		return r, false, problem("state", filepath.Join(st.dir, receiptsDir, name),
			fmt.Sprintf("receipt of version %d, this toolgrant knows version %d", r.Version, stateVersion), "use a newer toolgrant")
	}
	return r, ok, err
}

// withBase is the whole history, oldest first.
func withBase(base *model.Receipt, receipts []model.Receipt) []model.Receipt {
	if base == nil {
		return receipts
	}
	return append([]model.Receipt{*base}, receipts...)
}

// allRoots is every root of these receipts, once.
func allRoots(receipts []model.Receipt) []string {
	var roots []string
	for _, r := range receipts {
		roots = append(roots, r.Roots...)
	}
	slices.Sort(roots)
	return slices.Compact(roots)
}

// nextID is an id that sorts after every receipt there is.
func nextID(base *model.Receipt, receipts []model.Receipt, now time.Time) string {
	last := 0
	for _, r := range withBase(base, receipts) {
		var n int
		if _, err := fmt.Sscanf(r.ID, "%06d-", &n); err == nil {
			last = max(last, n)
		}
	}
	return fmt.Sprintf("%06d-%s", last+1, now.Format("20060102T150405Z"))
}
