package install

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"toolgrant/model"
)

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
