package install

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/gofrs/flock"

	"toolgrant/model"
)

// The operations, as a journal and messages name them.
const (
	opApply     = "apply"
	opUndo      = "undo"
	opUninstall = "uninstall"
)

// A tx is one transaction: it holds the lock from begin to end.
type tx struct {
	s        *Store
	st       *state
	held     *flock.Flock
	roots    map[string]Root
	base     *model.Receipt
	receipts []model.Receipt
	ledger   Ledger
	notes    []model.Note
}

// begin takes the lock, brings an interrupted run to its end, and reads receipts.
func (s *Store) begin(ctx context.Context) (*tx, error) {
	held, err := s.lock(ctx)
	if err != nil {
		return nil, err
	}
	t := &tx{s: s, held: held, roots: map[string]Root{}, notes: unsupported()}
	if err := t.open(); err != nil {
		t.end()
		return nil, err
	}
	return t, nil
}

func (t *tx) open() (err error) {
	if t.st, err = t.s.open(); err != nil {
		return err
	}
	info, err := t.st.root.Lstat(".")
	if err != nil {
		return fmt.Errorf("state folder: %w", err)
	}
	if othersCanWrite(info) {
		t.note(model.Warning, "writable-state", t.s.Dir, "the state folder can be written by others: they could make undo write what they like", "chmod 700 "+t.s.Dir)
	}
	if err := t.recover(); err != nil {
		return err
	}
	if t.base, t.receipts, err = t.st.history(); err != nil {
		return err
	}
	t.ledger = newLedger(withBase(t.base, t.receipts), t.s.vouched)
	return nil
}

// end lets go of everything, the lock last.
func (t *tx) end() {
	t.closeRoots()
	if t.st != nil {
		t.st.root.Close()
	}
	t.held.Close()
}

func (t *tx) closeRoots() {
	for _, r := range t.roots {
		r.Close()
	}
}

func (t *tx) note(s model.Severity, code, file, what, hint string) {
	t.notes = append(t.notes, model.Note{Severity: s, Code: code, File: file, Problem: what, Hint: hint})
}

// warnOpenFolder notes a folder in which others could exchange what is written.
func (t *tx) warnOpenFolder(p place, told map[string]bool) error {
	dir := filepath.Dir(p.real)
	if told[dir] || len(p.missing) > 0 {
		return nil
	}
	told[dir] = true
	root, err := t.root(p.base)
	if err != nil {
		return err
	}
	info, err := root.Lstat(filepath.Dir(p.rel))
	if err == nil && othersCanWrite(info) {
		t.note(model.Warning, "writable-folder", dir, "the folder can be written by others: they can change what its agents may do", "chmod o-w "+dir)
	}
	return err
}

// root opens a fence once.
func (t *tx) root(base string) (Root, error) {
	if r, ok := t.roots[base]; ok {
		return r, nil
	}
	r, err := t.s.fs().OpenRoot(base)
	if err != nil {
		return nil, err
	}
	t.roots[base] = r
	return r, nil
}

// A specialError is something at a path that is no regular file, or one too large.
type specialError struct{ err error }

func (e *specialError) Error() string { return e.err.Error() }

// read returns the bytes at a place, and a nil info when nothing is there.
func (t *tx) read(p place) ([]byte, fs.FileInfo, error) {
	root, err := t.root(p.base)
	if err != nil {
		return nil, nil, err
	}
	info, err := root.Lstat(p.rel)
	switch {
	case err != nil && notThere(err):
		return nil, nil, nil
	case err != nil:
		return nil, nil, err
	case info.IsDir():
		return nil, nil, &specialError{errors.New("is a folder")}
	case !info.Mode().IsRegular():
		return nil, nil, &specialError{errors.New("is no regular file")}
	case info.Size() > MaxFile:
		return nil, nil, &specialError{fmt.Errorf("is %d bytes large, more than the limit of %d", info.Size(), MaxFile)}
	}
	b, info, err := root.Read(p.rel, MaxFile)
	if err != nil && notThere(err) {
		return nil, nil, nil
	}
	return b, info, err
}

// sumOf is the hash of what read returned, "" for nothing.
func sumOf(b []byte, info fs.FileInfo) model.Sum {
	if info == nil {
		return ""
	}
	return model.SumOf(b)
}

// mkdirs makes the folders of a place that do not exist, for the owner alone, and
// reports each one it made.
func mkdirs(root Root, p place, made func(dir string)) error {
	for _, dir := range p.missing {
		rel, err := filepath.Rel(p.base, dir)
		if err != nil {
			return err
		}
		err = root.Mkdir(rel, 0o700)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return err
		}
		if made != nil {
			made(dir)
		}
	}
	return nil
}
