package install

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"toolgrant/model"
)

// Undo puts back what the newest apply that is not undone yet changed: files it
// made are removed, files it replaced or removed get their old bytes and mode. It
// returns that receipt, marked. A file that somebody changed since is left alone
// and stays known as drifted: a RefusedError lists those after the rest was put
// back. The next Undo goes one apply further back; ErrNothingToUndo ends the row.
func (s *Store) Undo(ctx context.Context) (model.Receipt, []model.Note, error) {
	if there, err := s.exists(); err != nil {
		return model.Receipt{}, nil, err
	} else if !there {
		return model.Receipt{}, nil, ErrNothingToUndo
	}
	t, err := s.begin(ctx)
	if err != nil {
		return model.Receipt{}, nil, err
	}
	defer t.end()
	r, err := t.undo(ctx)
	return r, t.notes, err
}

func (t *tx) undo(ctx context.Context) (model.Receipt, error) {
	n := len(t.receipts) - 1
	for n >= 0 && !t.receipts[n].Undone.IsZero() {
		n--
	}
	if n < 0 {
		return model.Receipt{}, ErrNothingToUndo
	}
	target := t.receipts[n]
	f, err := t.s.newFence(target.Roots)
	if err != nil {
		return model.Receipt{}, err
	}
	u := undoing{tx: t, fence: f, back: map[string]bool{}}
	for _, e := range slices.Backward(target.Entries) {
		if e.Undone {
			continue
		}
		if err := errors.Join(ctx.Err(), u.entry(e)); err != nil {
			return model.Receipt{}, err
		}
	}
	changed := t.mark(n, u.back)
	j := journal{Op: opUndo, ID: target.ID, Roots: f.roots, Follow: f.follow, Steps: u.steps}
	err = t.run(ctx, j, func([]step) commit {
		return commit{Op: opUndo, Roots: f.roots, Follow: f.follow, Receipts: changed, Sweep: u.sweep}
	}, nil)
	if failed, ok := errors.AsType[*FailedError](err); ok && !failed.Committed {
		return target, err
	}
	if err == nil && len(u.refused) > 0 {
		err = &RefusedError{Files: u.refused}
	}
	return changed[0], err
}

// mark returns the receipts that an undo of receipt n changes, that one first. A
// file that an earlier undo had to refuse, and that is put back now, is no longer
// held by the newer receipts either.
func (t *tx) mark(n int, back map[string]bool) []model.Receipt {
	var changed []model.Receipt
	for i, r := range t.receipts[n:] {
		r.Entries = slices.Clone(r.Entries)
		touched := false
		for k, e := range r.Entries {
			if back[e.Path] && !e.Undone {
				r.Entries[k].Undone, touched = true, true
			}
		}
		if i == 0 {
			r.Undone = t.s.now()
		}
		if i == 0 || touched {
			changed = append(changed, r)
		}
	}
	return changed
}

// undoing collects what an undo will do.
type undoing struct {
	*tx
	fence   *fence
	steps   []step
	refused []FileProblem
	back    map[string]bool // paths that are as before afterwards
	sweep   []string
}

// entry decides about one file of the receipt. What must be there is what the
// newest entry left there, which is another one when a newer apply was undone in
// part and somebody settled the rest by hand.
func (u *undoing) entry(e model.Entry) error {
	p, err := u.fence.locate(e.Path)
	if err != nil {
		return err
	}
	now, info, err := u.read(p)
	if special, ok := errors.AsType[*specialError](err); ok {
		u.refuse(e, special.Error())
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: reading: %w", e.Path, err)
	}
	left := u.ledger.files[e.Path].last.After
	sum := sumOf(now, info)
	switch {
	case e.Adopted && sum == left, sum == e.Before:
		// Nothing of ours is in it, or somebody put it back already.
	case sum != left && sum == "":
		u.refuse(e, "deleted by somebody since")
		return nil
	case sum != left:
		u.refuse(e, "changed by somebody since")
		return nil
	default:
		s, err := u.restoring(e, e.Before, e.BeforeMode, p, now, info)
		if useless, ok := errors.AsType[*uselessError](err); ok {
			u.refuse(e, useless.Error())
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: reading its backup: %w", e.Path, err)
		}
		u.steps = append(u.steps, s)
	}
	u.back[e.Path] = true
	for _, dir := range slices.Backward(e.Parents) {
		u.sweep = append(u.sweep, dir)
	}
	return nil
}

func (u *undoing) refuse(e model.Entry, why string) {
	u.refused = append(u.refused, FileProblem{Path: e.Path, Ownership: model.Drifted, Why: why})
}

// restoring is the step that gives a file the bytes of a hash, or removes it.
func (t *tx) restoring(e model.Entry, to model.Sum, mode uint32, p place, now []byte, info fs.FileInfo) (step, error) {
	s := step{Real: p.real, Token: rand.Text(), place: p, before: now, info: info}
	s.Entry = model.Entry{Path: e.Path, Runtime: e.Runtime, Agent: e.Agent, Was: model.Ours, Before: sumOf(now, info), After: to, Mode: mode}
	if info != nil {
		s.Entry.BeforeMode = uint32(info.Mode().Perm())
	}
	if to == "" {
		return s, nil
	}
	b, err := t.st.backup(to)
	if err != nil {
		return s, err
	}
	s.after, s.Entry.Parents = b, p.missing
	s.manner = manner{perm: fs.FileMode(mode), exact: true, like: info}
	return s, nil
}
