package install

import (
	"context"
	"fmt"
	"slices"
	"time"

	"toolgrant/model"
)

// Recover brings a run that was killed to its end: put back when not every file was
// in place, finished when it was. It is what every writing call begins with; a plan
// that is made after it does not take a half-written tree for somebody's edits. It
// costs two look-ups when there is nothing to do. The notes say what was done.
func (s *Store) Recover(ctx context.Context) ([]model.Note, error) {
	if there, err := s.interrupted(); err != nil || !there {
		return nil, err
	}
	t, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer t.end()
	return t.notes, nil
}

// exists reports whether there is a state folder at all. Only a write makes one.
func (s *Store) exists() (bool, error) {
	_, err := s.fs().Lstat(s.Dir)
	return err == nil, ignoreNotThere(err)
}

func (s *Store) interrupted() (bool, error) {
	if there, err := s.exists(); err != nil || !there {
		return false, err
	}
	st, err := s.open()
	if err != nil {
		return false, err
	}
	defer st.root.Close()
	for _, name := range []string{journalName, committedName} {
		if _, err := st.root.Lstat(name); err == nil {
			return true, nil
		} else if !notThere(err) {
			return false, err
		}
	}
	return false, nil
}

func (t *tx) recover() error {
	var c commit
	var j journal
	switch committed, err := t.st.readJSON(committedName, &c); {
	case err != nil:
		return err
	case committed && c.Version != stateVersion:
		return t.newer(committedName, c.Version)
	case committed:
		if err := t.finish(c); err != nil {
			return fmt.Errorf("finishing an interrupted %s: %w", c.Op, err)
		}
		t.note(model.Warning, "recovered", "", fmt.Sprintf("the %s of %s was interrupted after all its files were in place: it is finished now", c.Op, c.Time.Format(time.DateTime)), "")
		return t.after()
	}
	switch started, err := t.st.readJSON(journalName, &j); {
	case err != nil || !started:
		return err
	case j.Version != stateVersion:
		return t.newer(journalName, j.Version)
	}
	left, err := t.putBack(j)
	if err != nil {
		return fmt.Errorf("putting back an interrupted %s: %w", j.Op, err)
	}
	but := ""
	if len(left) > 0 {
		but = fmt.Sprintf(", but %d files that somebody changed since", len(left))
	}
	t.note(model.Warning, "recovered", "", fmt.Sprintf("the %s of %s was interrupted among %d files: everything is put back as it was before%s", j.Op, j.Time.Format(time.DateTime), len(j.Steps), but), "")
	t.left(left)
	return t.after()
}

func (t *tx) newer(name string, version int) error {
	return problem("state", t.s.Dir+"/"+name, fmt.Sprintf("left by an interrupted run of another version (%d, this one knows %d)", version, stateVersion), "run the newer toolgrant once")
}

// Ledger reads what is ours. It needs no lock.
func (s *Store) Ledger() (Ledger, error) {
	base, receipts, err := s.read()
	return newLedger(withBase(base, receipts), s.vouched), err
}

// History is the receipts that are kept, newest first. Undone ones are marked.
func (s *Store) History() ([]model.Receipt, error) {
	_, receipts, err := s.read()
	slices.Reverse(receipts)
	return receipts, err
}

func (s *Store) read() (*model.Receipt, []model.Receipt, error) {
	if there, err := s.exists(); err != nil || !there {
		return nil, nil, err
	}
	st, err := s.open()
	if err != nil {
		return nil, nil, err
	}
	defer st.root.Close()
	return st.history()
}

// States is the ownership of the files at these paths as they are now. A planner
// that has read them already asks Ledger.State instead.
func (s *Store) States(paths []string) (map[string]model.Ownership, error) {
	l, err := s.Ledger()
	if err != nil {
		return nil, err
	}
	f, err := s.newFence(nil)
	if err != nil {
		return nil, err
	}
	t := &tx{s: s, roots: map[string]Root{}}
	defer t.closeRoots()
	states := make(map[string]model.Ownership, len(paths))
	for _, path := range paths {
		p, err := f.locate(path)
		if err != nil {
			return nil, err
		}
		b, info, err := t.read(p)
		sum := sumOf(b, info)
		if special, ok := err.(*specialError); ok {
			sum, err = model.Sum(special.Error()), nil // whatever it is, it is not ours
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		states[path] = l.State(path, sum)
	}
	return states, nil
}

// Owned is every file that is ours by receipt, sorted by path.
func (s *Store) Owned() ([]model.Entry, error) {
	l, err := s.Ledger()
	return l.Owned(), err
}

// Origin returns the bytes that were at a path before us, and false when nothing
// was, or the file is not ours.
func (s *Store) Origin(path string) ([]byte, bool, error) {
	l, err := s.Ledger()
	if err != nil {
		return nil, false, err
	}
	e, ok := l.Entry(path)
	if !ok || e.Created() {
		return nil, false, nil
	}
	st, err := s.open()
	if err != nil {
		return nil, false, err
	}
	defer st.root.Close()
	b, err := st.backup(e.Before)
	return b, err == nil, err
}
