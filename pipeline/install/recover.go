package install

import (
	"context"
	"fmt"
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
