package install

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

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
	if info.Mode().Perm()&0o022 != 0 {
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

// run carries out the steps: all of them, or none. done makes the commit once the
// steps have their modes; it is called when every file is in place.
func (t *tx) run(ctx context.Context, j journal, done func(steps []step) commit, progress func(int, int, string)) error {
	failed := &FailedError{Op: j.Op, Total: len(j.Steps)}
	for i := range j.Steps {
		if s := &j.Steps[i]; s.info != nil {
			if err := t.st.keep(s.before); err != nil {
				failed.Path, failed.Err, failed.Restored = s.Entry.Path, fmt.Errorf("keeping a backup: %w", err), true
				return failed
			}
		}
	}
	err := t.syncBackups()
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		failed.Err, failed.Restored = err, true
		return failed
	}
	j.Version, j.PID, j.Time = stateVersion, os.Getpid(), t.s.now()
	err = t.st.writeJSON(journalName, j)
	if err == nil {
		err = t.carryOut(ctx, j.Steps, failed, progress)
	}
	if err == nil {
		failed.Path = ""
		err = t.commit(done(j.Steps), failed)
	}
	if err == nil {
		return t.after()
	}
	failed.Err = err
	if failed.Committed {
		return failed
	}
	left, undoErr := t.putBack(j)
	failed.Restored = undoErr == nil
	failed.Err = errors.Join(err, undoErr)
	failed.Left = left
	t.left(left)
	return failed
}

// commit makes the transaction final. When writing it fails it may still have
// become final, which decides between going on and putting back.
func (t *tx) commit(c commit, failed *FailedError) error {
	c.Version, c.Time = stateVersion, t.s.now()
	if err := t.st.writeJSON(committedName, c); err != nil {
		if _, statErr := t.st.root.Lstat(committedName); statErr != nil {
			return errors.Join(err, ignoreNotThere(statErr))
		}
	}
	failed.Committed = true
	return t.finish(c)
}

func ignoreNotThere(err error) error {
	if notThere(err) {
		return nil
	}
	return err
}

func (t *tx) syncBackups() error {
	err := t.st.root.SyncDir(backupsDir)
	return ignoreNotThere(err)
}

// after tidies the state folder. The work is done by then, so a failure is told
// and nothing more; the next run tidies again.
func (t *tx) after() error {
	if err := t.st.tidy(); err != nil {
		t.note(model.Warning, "untidy", t.s.Dir, "old receipts or backups could not be removed: "+err.Error(), "")
	}
	return nil
}

// left notes the files that could not be put back.
func (t *tx) left(files []FileProblem) {
	for _, f := range files {
		t.note(model.Warning, "not-put-back", f.Path, "left as it is now: "+f.Why, "")
	}
}

// carryOut stages every file, puts them in place, and reads them back.
func (t *tx) carryOut(ctx context.Context, steps []step, failed *FailedError, progress func(int, int, string)) error {
	for i := range steps {
		failed.Path = steps[i].Entry.Path
		if err := errors.Join(ctx.Err(), t.stage(&steps[i])); err != nil {
			return err
		}
	}
	folders := map[string]place{}
	for i := range steps {
		s := &steps[i]
		failed.Path = s.Entry.Path
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := t.place(s); err != nil {
			return err
		}
		failed.Done++
		folders[filepath.Dir(s.Real)] = s.place
		if progress != nil {
			progress(failed.Done, len(steps), s.Entry.Path)
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(folders)) {
		// Once a folder, not once a file: until the commit the journal covers a
		// rename that a power loss takes back.
		p := folders[dir]
		if err := t.roots[p.base].SyncDir(filepath.Dir(p.rel)); err != nil {
			return err
		}
	}
	for i := range steps {
		s := &steps[i]
		failed.Path = s.Entry.Path
		b, info, err := t.read(s.place)
		if err != nil {
			return fmt.Errorf("reading back: %w", err)
		}
		if sumOf(b, info) != s.Entry.After {
			return errors.New("reading back: what is there is not what was written")
		}
	}
	return nil
}

// stage writes the new file beside its target, where a full disk or a missing
// permission shows before anything was replaced.
func (t *tx) stage(s *step) error {
	if s.Entry.Removed() {
		return nil
	}
	root, err := t.root(s.place.base)
	if err != nil {
		return err
	}
	var made []string
	if err := mkdirs(root, s.place, func(dir string) { made = append(made, dir) }); err != nil {
		return fmt.Errorf("making its folder: %w", err)
	}
	// Somebody else may have made one meanwhile: then it is not ours to remove.
	s.Entry.Parents = slices.DeleteFunc(s.Entry.Parents, func(dir string) bool { return !slices.Contains(made, dir) })
	mode, err := writeNew(root, tempName(s.place.rel, s.Token), s.after, s.manner)
	if err != nil {
		return fmt.Errorf("writing: %w", err)
	}
	s.Entry.Mode = uint32(mode)
	return nil
}

// place puts a staged file where it belongs, or removes the target. It looks once
// more at what is there, so that an edit made since the plan was verified is not
// lost (case CF07).
func (t *tx) place(s *step) error {
	b, info, err := t.read(s.place)
	if err != nil {
		return err
	}
	if sumOf(b, info) != s.Entry.Before {
		return &DriftError{Files: []FileProblem{{Path: s.Entry.Path, Why: "changed in this very moment"}}}
	}
	root := t.roots[s.place.base]
	if s.Entry.Removed() {
		return root.Remove(s.place.rel)
	}
	return root.Rename(tempName(s.place.rel, s.Token), s.place.rel)
}
