package install

import (
	"crypto/rand"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"toolgrant/model"
)

// keep puts bytes into the backup store under their hash. Call sync afterwards.
func (st *state) keep(b []byte) error {
	if err := st.mkdir(backupsDir); err != nil {
		return err
	}
	name := path.Join(backupsDir, string(model.SumOf(b)))
	if have, err := st.backup(model.SumOf(b)); err == nil && len(have) == len(b) {
		return nil
	}
	temp := path.Join(backupsDir, tempPrefix+rand.Text())
	if _, err := writeNew(st.root, temp, b, manner{perm: 0o600, exact: true}); err != nil {
		return err
	}
	return st.root.Rename(temp, name)
}

// A uselessError says that a backup is gone or damaged, which no second try helps.
type uselessError struct{ what string }

func (e *uselessError) Error() string { return e.what }

// backup returns the bytes of a hash, and refuses bytes that have another one.
func (st *state) backup(sum model.Sum) ([]byte, error) {
	name := path.Join(backupsDir, string(sum))
	b, _, err := st.root.Read(name, maxState)
	switch {
	case err != nil && notThere(err):
		return nil, &uselessError{filepath.Join(st.dir, name) + ": the backup is gone"}
	case err != nil:
		return nil, err
	case model.SumOf(b) != sum:
		return nil, &uselessError{fmt.Sprintf("%s: the backup is damaged, its hash is %s", filepath.Join(st.dir, name), model.SumOf(b))}
	}
	return b, nil
}

// tidy folds receipts that are too old to undo into the base, and removes backups
// that no receipt needs and what a killed run left in the state folder. All of it
// can be broken off anywhere and done again.
func (st *state) tidy() error {
	base, receipts, err := st.history()
	if err != nil {
		return err
	}
	if n := len(receipts) - KeptReceipts; n > 0 {
		old := receipts[:n]
		if base != nil {
			old = append([]model.Receipt{*base}, old...)
		}
		last := old[len(old)-1]
		base = &model.Receipt{Version: stateVersion, ID: last.ID, Time: last.Time, Roots: allRoots(old),
			Entries: newLedger(old, nil).entries()}
		if err := st.writeJSON(path.Join(receiptsDir, baseName), base); err != nil {
			return err
		}
		receipts = receipts[n:]
	}
	needed := map[string]bool{}
	known := map[string]bool{baseName: true}
	for _, r := range receipts {
		known[r.ID+".json"] = true
	}
	for _, r := range withBase(base, receipts) {
		for _, e := range r.Entries {
			if !e.Undone && e.Before != "" {
				needed[string(e.Before)] = true
			}
		}
	}
	if err := st.prune(backupsDir, func(name string) bool { return needed[name] }); err != nil {
		return err
	}
	if err := st.prune(receiptsDir, func(name string) bool { return known[name] }); err != nil {
		return err
	}
	return st.prune(".", func(name string) bool { return !strings.HasPrefix(name, tempPrefix) })
}

// prune removes what keep does not want from one of our own folders.
func (st *state) prune(dir string, keep func(name string) bool) error {
	names, err := st.names(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		if !keep(name) {
			if err := remove(st.root, path.Join(dir, name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// rescue moves backups to where no tidying looks.
func (st *state) rescue(sums []model.Sum) error {
	if len(sums) == 0 {
		return nil
	}
	if err := st.mkdir(rescuedDir); err != nil {
		return err
	}
	for _, sum := range sums {
		err := st.root.Rename(path.Join(backupsDir, string(sum)), path.Join(rescuedDir, string(sum)))
		if err != nil && !notThere(err) { // moved by the run that was interrupted
			return err
		}
	}
	return st.root.SyncDir(rescuedDir)
}
