package install

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"toolgrant/model"
)

// Apply makes exactly the given changes, all of them or none, and returns what it
// wrote. Unchanged ones are left out; with no other it touches nothing.
//
// Nothing is written when a file is not as its change has it (DriftError). Files
// that drifted or are foreign and were not decided are left alone: the rest is
// written, and a PendingDecisionsError lists them. When writing fails, or the
// context ends, everything is put back (FailedError). A held lock is a LockedError.
func (s *Store) Apply(ctx context.Context, changes []model.Change, o Options) (model.Receipt, []model.Note, error) {
	return s.transact(ctx, changes, nil, o)
}

func (s *Store) transact(ctx context.Context, changes []model.Change, adopt []Adoption, o Options) (model.Receipt, []model.Note, error) {
	changes = slices.DeleteFunc(slices.Clone(changes), func(c model.Change) bool { return c.Kind == model.Unchanged })
	if len(changes) == 0 && len(adopt) == 0 {
		notes, err := s.Recover(ctx)
		return model.Receipt{}, notes, err
	}
	if err := s.admit(changes); err != nil {
		return model.Receipt{}, nil, err
	}
	t, err := s.begin(ctx)
	if err != nil {
		return model.Receipt{}, nil, err
	}
	defer t.end()
	r, err := t.apply(ctx, changes, adopt, o)
	return r, t.notes, err
}

// admit refuses paths that lead astray before so much as a state folder is made.
func (s *Store) admit(changes []model.Change) error {
	if err := checkChanges(changes); err != nil {
		return err
	}
	f, err := s.newFence(nil)
	if err != nil {
		return err
	}
	for _, c := range changes {
		if _, err := f.locate(c.Path); err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) apply(ctx context.Context, changes []model.Change, adopt []Adoption, o Options) (model.Receipt, error) {
	f, err := t.s.newFence(nil)
	if err != nil {
		return model.Receipt{}, err
	}
	steps, pending, err := t.steps(ctx, f, changes, o)
	if err != nil {
		return model.Receipt{}, err
	}
	adopted, err := t.adopted(f, adopt, steps)
	if err != nil {
		return model.Receipt{}, err
	}
	var r model.Receipt
	if len(steps) > 0 || len(adopted) > 0 {
		j := journal{Op: opApply, ID: nextID(t.base, t.receipts, t.s.now()), Roots: f.roots, Follow: f.follow, Steps: steps}
		r = model.Receipt{Version: stateVersion, ID: j.ID, Time: t.s.now(), Roots: slices.Clone(t.s.Roots)}
		err = t.run(ctx, j, func(steps []step) commit {
			for _, s := range steps {
				r.Entries = append(r.Entries, s.Entry)
			}
			r.Entries = append(r.Entries, adopted...)
			return commit{Op: opApply, Roots: f.roots, Follow: f.follow, Receipts: []model.Receipt{r}}
		}, o.Progress)
		if failed, ok := errors.AsType[*FailedError](err); ok && !failed.Committed {
			return model.Receipt{}, err
		}
	}
	if err == nil && len(pending) > 0 {
		err = &PendingDecisionsError{Files: pending}
	}
	return r, err
}

// steps verifies every change against the disk and decides what is done with it.
func (t *tx) steps(ctx context.Context, f *fence, changes []model.Change, o Options) (steps []step, pending []FileProblem, err error) {
	var drift []FileProblem
	claimed := map[string]bool{} // folders that an earlier step makes
	real := map[string]string{}
	told := map[string]bool{}
	for _, c := range changes {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		p, err := f.locate(c.Path)
		if err != nil {
			return nil, nil, err
		}
		if other, ok := real[foldPath(p.real)]; ok {
			return nil, nil, collision(other, c.Path)
		}
		real[foldPath(p.real)] = c.Path
		now, info, err := t.read(p)
		if special, ok := errors.AsType[*specialError](err); ok {
			drift = append(drift, FileProblem{Path: c.Path, Ownership: model.Foreign, Why: special.Error()})
			continue
		}
		if err != nil {
			return nil, nil, fmt.Errorf("%s: reading: %w", c.Path, err)
		}
		if why := differs(c, now, info); why != "" {
			drift = append(drift, FileProblem{Path: c.Path, Why: why})
			continue
		}
		if info != nil && c.Kind != model.Remove && bytes.Equal(now, c.After) {
			continue
		}
		state := t.ledger.State(c.Path, sumOf(now, info))
		if go_, wait := t.decide(c, state, o); !go_ {
			pending = append(pending, wait...)
			continue
		}
		if info != nil && info.Mode().Perm()&0o200 == 0 && o.Decide[c.Path] != Overwrite {
			return nil, nil, problem("read-only", c.Path, "is marked read-only, nothing written", "chmod u+w it if toolgrant may change it")
		}
		if info != nil && linkCount(info) > 1 {
			t.note(model.Warning, "hard-link", c.Path, "the file has other names (hard links): they keep the old content", "")
		}
		if err := t.warnOpenFolder(p, told); err != nil {
			return nil, nil, fmt.Errorf("%s: looking at its folder: %w", c.Path, err)
		}
		steps = append(steps, newStep(c, p, state, now, info, claimed))
	}
	if len(drift) > 0 {
		return nil, nil, &DriftError{Files: drift}
	}
	return steps, pending, nil
}

// differs says how a file is not as the plan saw it. The kind decides what Before
// means, so that an empty file and no file are never mistaken for one another.
func differs(c model.Change, now []byte, info fs.FileInfo) string {
	switch {
	case c.Kind == model.Create && info != nil:
		return "appeared"
	case c.Kind != model.Create && info == nil:
		return "disappeared"
	case c.Kind != model.Create && !bytes.Equal(now, c.Before):
		return "has other content"
	}
	return ""
}

// decide says whether a change goes ahead; what waits for a person is returned,
// and what a person said to leave is noted.
func (t *tx) decide(c model.Change, state model.Ownership, o Options) (ahead bool, wait []FileProblem) {
	if c.InPlace() {
		if !c.Ownership.NeedsDecision() {
			return true, nil
		}
		// The file is somebody's anyway; what waits for a decision is the one value in
		// it that the planner saw written by hand.
		state = c.Ownership
	}
	d := o.decision(c.Path)
	switch {
	case state == model.Gone && c.Kind == model.Create && c.Ownership != model.Gone && o.Decide[c.Path] != Overwrite:
		t.note(model.Info, "gone", c.Path, "deleted by somebody since, not made again", "ask for it by name")
		return false, nil
	case c.Kind == model.Remove && (state == model.Foreign || state == model.Reference) && o.Decide[c.Path] != Overwrite:
		// Nothing that was never ours is removed because of an answer given to
		// many files at once.
		t.note(model.Warning, "kept", c.Path, "not ours, not removed", "remove it yourself if you want it gone")
		return false, nil
	case !state.NeedsDecision():
		return true, nil
	case d == Overwrite:
		return true, nil
	case d == Keep:
		t.note(model.Warning, "kept", c.Path, "left as it is: "+why(state), "")
		return false, nil
	}
	return false, []FileProblem{{Path: c.Path, Ownership: state, Why: why(state)}}
}

func why(state model.Ownership) string {
	if state == model.Drifted {
		return "changed by somebody since toolgrant wrote it"
	}
	return "not written by toolgrant"
}

func newStep(c model.Change, p place, state model.Ownership, now []byte, info fs.FileInfo, claimed map[string]bool) step {
	s := step{Real: p.real, Token: rand.Text(), place: p, before: now, after: c.After, info: info}
	s.Entry = model.Entry{Path: c.Path, Runtime: c.Runtime, Agent: c.Agent, Source: c.Source, Was: state, Before: sumOf(now, info), Tools: c.Because}
	if c.Kind != model.Remove {
		s.Entry.After = model.SumOf(c.After)
	}
	s.manner = manner{perm: 0o644}
	switch {
	case info != nil:
		s.Entry.BeforeMode = uint32(info.Mode().Perm())
		s.manner = manner{perm: info.Mode().Perm(), exact: true, like: info}
	case c.Private:
		s.manner = manner{perm: 0o600, exact: true}
	}
	for _, dir := range p.missing {
		if c.Kind != model.Remove && !claimed[dir] {
			claimed[dir] = true
			s.Entry.Parents = append(s.Entry.Parents, filepath.Clean(dir))
		}
	}
	return s
}
