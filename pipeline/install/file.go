package install

import (
	"errors"
	"io/fs"
	"path/filepath"
	"syscall"
)

// manner is how a new file gets its mode and owner.
type manner struct {
	perm  fs.FileMode
	exact bool        // perm as it is; else the umask has its say
	like  fs.FileInfo // whose owner it gets; nil for the process's own
}

// writeNew writes a file that must not exist yet, makes it durable and reports the
// mode it got. On failure nothing is left behind.
func writeNew(r Root, name string, b []byte, m manner) (mode fs.FileMode, err error) {
	perm := m.perm
	if m.exact {
		perm = 0o600 // nobody else reads it before it is whole
	}
	f, err := r.Create(name, perm)
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, remove(r, name))
		}
	}()
	mode, err = fill(f, b, m)
	return mode, errors.Join(err, f.Close())
}

func fill(f File, b []byte, m manner) (fs.FileMode, error) {
	if m.like != nil {
		// Before the mode: changing the owner may clear bits of it.
		if err := f.Chown(m.like); err != nil {
			return 0, err
		}
	}
	if m.exact {
		if err := f.Chmod(m.perm); err != nil {
			return 0, err
		}
	}
	if _, err := f.Write(b); err != nil {
		return 0, err
	}
	if err := f.Sync(); err != nil {
		return 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Mode().Perm(), nil
}

// remove takes a file away; that it is not there is as good.
func remove(r Root, name string) error {
	if err := r.Remove(name); err != nil && !notThere(err) {
		return err
	}
	return nil
}

// notThere reports whether a path leads to nothing, also because one of its
// folders is a file by now, or because no file can have such a long name there.
func notThere(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ENAMETOOLONG)
}

// tempName is the name under which a file is staged beside its target. The token
// is random, so nobody can put something there beforehand.
func tempName(rel, token string) string {
	return filepath.Join(filepath.Dir(rel), ".toolgrant-"+token)
}
