package install

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"toolgrant/model"
)

// A Removal says what an uninstall did.
type Removal struct {
	Restored []string      // have the bytes again that were there before us
	Removed  []string      // were ours alone
	Kept     []FileProblem // changed by somebody, left as they are
	// StateRemoved is false when something in the state folder is still of use.
	StateRemoved bool
}

// Uninstall takes away everything that receipts say is ours and puts back what was
// there before us, the configuration files included. Files that somebody changed
// are left as they are and listed; where such a file replaced one of somebody else,
// its record and backup stay, so that a later uninstall can complete it. The state
// folder goes when nothing in it is of use any more.
func (s *Store) Uninstall(ctx context.Context) (Removal, []model.Note, error) {
	if there, err := s.exists(); err != nil || !there {
		return Removal{}, nil, err
	}
	t, err := s.begin(ctx)
	if err != nil {
		return Removal{}, nil, err
	}
	defer t.end()
	r, err := t.uninstall(ctx)
	return r, t.notes, err
}

func (t *tx) uninstall(ctx context.Context) (Removal, error) {
	f, err := t.s.newFence(allRoots(withBase(t.base, t.receipts)))
	if err != nil {
		return Removal{}, err
	}
	u := leaving{tx: t, fence: f}
	for _, path := range slices.Sorted(maps.Keys(t.ledger.files)) {
		if err := errors.Join(ctx.Err(), u.file(path, t.ledger.files[path])); err != nil {
			return Removal{}, err
		}
	}
	// Folders of different files nest: the longest path is the innermost.
	slices.SortFunc(u.sweep, func(a, b string) int { return len(b) - len(a) })
	c := commit{Op: opUninstall, Roots: f.roots, Follow: f.follow, Reset: true, Rescue: u.rescue, Sweep: slices.Compact(u.sweep)}
	if len(u.stays) > 0 {
		c.Base = &model.Receipt{Version: stateVersion, ID: nextID(t.base, t.receipts, t.s.now()), Time: t.s.now(),
			Roots: allRoots(withBase(t.base, t.receipts)), Entries: u.stays}
	}
	j := journal{Op: opUninstall, Roots: f.roots, Follow: f.follow, Steps: u.steps}
	if err := t.run(ctx, j, func([]step) commit { return c }, nil); err != nil {
		return Removal{}, err
	}
	if len(u.stays) == 0 && len(u.rescue) == 0 {
		u.removal.StateRemoved = t.dissolve()
	}
	return u.removal, nil
}

// leaving collects what an uninstall will do.
type leaving struct {
	*tx
	fence   *fence
	steps   []step
	removal Removal
	stays   []model.Entry
	rescue  []model.Sum
	sweep   []string
}

func (u *leaving) file(path string, r record) error {
	u.sweep = append(u.sweep, r.parents...)
	p, err := u.fence.locate(path)
	if note, refused := errors.AsType[model.Note](err); refused {
		u.keep(path, r, note.Problem)
		return nil
	}
	if err != nil {
		return err
	}
	now, info, err := u.read(p)
	if special, ok := errors.AsType[*specialError](err); ok {
		u.keep(path, r, special.Error())
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: reading: %w", path, err)
	}
	sum := sumOf(now, info)
	u.rescueEdits(path, r, sum)
	switch {
	case sum == r.origin:
		// As before us already.
	case r.mixed:
		// The bytes before us would take the others' edits along.
		u.removal.Kept = append(u.removal.Kept, FileProblem{Path: path, Ownership: model.Drifted,
			Why: "others edited it between toolgrant's edits; revoke takes the grants out"})
	case sum == r.last.After:
		return u.giveBack(path, r, p, now, step{info: info})
	case sum == "":
		u.note(model.Info, "gone", path, "deleted by somebody already", "")
	case u.s.vouched(path, sum):
		u.note(model.Info, "kept", path, "written anew by the reference's installer", "")
	case r.last.Removed():
		u.note(model.Info, "kept", path, "made by somebody after it was removed", "")
	default:
		u.keep(path, r, why(model.Drifted))
	}
	return nil
}

func (u *leaving) giveBack(path string, r record, p place, now []byte, s step) error {
	s, err := u.restoring(r.last, r.origin, r.mode, p, now, s.info)
	if useless, ok := errors.AsType[*uselessError](err); ok {
		u.keep(path, r, useless.Error())
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: reading its backup: %w", path, err)
	}
	u.steps = append(u.steps, s)
	if r.origin == "" {
		u.removal.Removed = append(u.removal.Removed, path)
	} else {
		u.removal.Restored = append(u.removal.Restored, path)
	}
	return nil
}

// keep leaves a file. Its record stays when it is the only way to what was there
// before us.
func (u *leaving) keep(path string, r record, why string) {
	u.removal.Kept = append(u.removal.Kept, FileProblem{Path: path, Ownership: model.Drifted, Why: why})
	if r.origin != "" {
		e := r.last
		e.Was, e.Before, e.BeforeMode, e.Parents, e.Adopted = model.Foreign, r.origin, r.mode, r.parents, false
		u.stays = append(u.stays, e)
	}
}

// rescueEdits keeps the edits of others that an apply was allowed to overwrite:
// uninstall does not bring them back, since they were made to our version and may
// hold granted tools, but it must not be what destroys them.
func (u *leaving) rescueEdits(path string, r record, now model.Sum) {
	for _, edit := range r.replaced {
		if edit.sum == now || edit.sum == r.origin || slices.Contains(u.rescue, edit.sum) {
			continue
		}
		u.rescue = append(u.rescue, edit.sum)
		u.note(model.Info, "edit-kept", path, "an edit that was overwritten on request is kept", filepath.Join(u.s.Dir, rescuedDir, string(edit.sum)))
	}
}

// dissolve removes the state folder, and the folders that were made for it. Others
// may wait for the lock: they find its file gone and make a new one.
func (t *tx) dissolve() bool {
	if rescued, err := t.st.names(rescuedDir); err == nil && len(rescued) > 0 {
		return false // from an earlier uninstall
	}
	var made []string
	_, err := t.st.readJSON(madeName, &made)
	for _, name := range []string{receiptsDir, backupsDir, rescuedDir, madeName, lockName} {
		if err == nil {
			err = remove(t.st.root, name)
		}
	}
	if err == nil {
		err = t.s.fs().Remove(t.s.Dir)
	}
	if err != nil {
		t.note(model.Warning, "untidy", t.s.Dir, "the state folder could not be removed: "+err.Error(), "")
		return false
	}
	for _, dir := range slices.Backward(made) {
		if t.s.fs().Remove(dir) != nil {
			break // in use by others
		}
	}
	return true
}
