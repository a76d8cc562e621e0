package install

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"

	"toolgrant/model"
)

// putBack restores what the steps of a journal changed, in reverse, and ends the
// transaction. A file that is neither as it was nor as we wrote it was changed by
// somebody meanwhile: it is left alone and returned. It can be broken off and done
// again.
func (t *tx) putBack(j journal) (left []FileProblem, err error) {
	f, err := t.s.newFence(j.Roots)
	if err != nil {
		return nil, err
	}
	f.follow = f.follow || j.Follow
	// A commit that was written without our knowing would be finished by the next
	// run, on files that are put back by then.
	if err := errors.Join(remove(t.st.root, committedName), t.st.root.SyncDir(".")); err != nil {
		return nil, err
	}
	var lost, made []string
	var entries []model.Entry
	var failed error
	for _, s := range slices.Backward(j.Steps) {
		why, err := t.restore(f, s)
		if err != nil { // one file must not keep the others from being put back
			failed = cmp.Or(failed, fmt.Errorf("%s: putting back: %w", s.Entry.Path, err))
			continue
		}
		if why != "" {
			left = append(left, FileProblem{Path: s.Entry.Path, Ownership: model.Drifted, Why: why})
			entries = append(entries, s.Entry)
			lost = append(lost, s.Entry.Path)
		}
		for _, dir := range slices.Backward(s.Entry.Parents) {
			made = append(made, dir)
		}
	}
	if failed != nil {
		return left, failed // the journal stays, and the next run tries again
	}
	if err := t.sweep(f, made); err != nil {
		return left, err
	}
	if j.Op == opApply && len(lost) > 0 {
		// What we replaced there is in the backups: a receipt keeps it, and keeps
		// the file known as ours and drifted.
		r := model.Receipt{Version: stateVersion, ID: j.ID, Time: j.Time, Roots: j.Roots, Entries: entries}
		if err := t.st.writeJSON(path.Join(receiptsDir, r.ID+".json"), r); err != nil {
			return left, err
		}
	}
	if err := remove(t.st.root, journalName); err != nil {
		return left, err
	}
	return left, t.st.root.SyncDir(".")
}

// restore puts one step back, or says why it leaves the file as it is.
func (t *tx) restore(f *fence, s step) (why string, err error) {
	p, err := f.locate(s.Entry.Path)
	if note, refused := errors.AsType[model.Note](err); refused {
		return note.Problem, nil
	}
	if err != nil {
		return "", err
	}
	if p.real != s.Real {
		return "its folder leads elsewhere by now", nil
	}
	root, err := t.root(p.base)
	if err != nil {
		return "", err
	}
	temp := tempName(p.rel, s.Token)
	aside := temp + "~" // the restored bytes on their way
	for _, name := range []string{temp, aside} {
		if err := remove(root, name); err != nil {
			return "", err
		}
	}
	now, info, err := t.read(p)
	if special, ok := errors.AsType[*specialError](err); ok {
		return special.Error(), nil
	}
	if err != nil {
		return "", err
	}
	switch sumOf(now, info) {
	case s.Entry.Before:
		return "", nil
	case s.Entry.After:
	case "":
		return "somebody deleted it meanwhile", nil
	default:
		return "somebody changed it meanwhile", nil
	}
	if s.Entry.Before == "" {
		err = remove(root, p.rel)
	} else {
		err = t.replace(root, p, s, aside, info)
	}
	if useless, ok := errors.AsType[*uselessError](err); ok {
		return useless.Error(), nil
	}
	if err != nil {
		return "", err
	}
	return "", root.SyncDir(filepath.Dir(p.rel))
}

// replace puts a step's old bytes back in place.
func (t *tx) replace(root Root, p place, s step, aside string, info fs.FileInfo) error {
	b, err := t.st.backup(s.Entry.Before)
	if err != nil {
		return err
	}
	if err := mkdirs(root, p, nil); err != nil {
		return err
	}
	if _, err := writeNew(root, aside, b, manner{perm: fs.FileMode(s.Entry.BeforeMode), exact: true, like: info}); err != nil {
		return err
	}
	if err := root.Rename(aside, p.rel); err != nil {
		return errors.Join(err, remove(root, aside))
	}
	return nil
}
