package install

import (
	"fmt"
	"slices"

	"toolgrant/model"
)

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
