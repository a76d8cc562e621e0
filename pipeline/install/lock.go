package install

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

const (
	lockName    = "lock"
	defaultWait = 10 * time.Second
	lockPoll    = 20 * time.Millisecond
)

// holder is what the lock file says about who has it. It is for people: the lock
// itself is the system's, and is free the moment its process dies.
type holder struct {
	PID   int       `json:"pid"`
	Since time.Time `json:"since"`
}

// lock waits for the lock of the state folder, for as long as the store and the
// context allow.
func (s *Store) lock(ctx context.Context) (*flock.Flock, error) {
	wait := s.Wait
	if wait == 0 {
		wait = defaultWait
	}
	limited, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	path := filepath.Join(s.Dir, lockName)
	l := flock.New(path, flock.SetFlag(os.O_CREATE|os.O_RDWR))
	for {
		if err := s.makeDir(); err != nil {
			return nil, err
		}
		ok, err := l.TryLockContext(limited, lockPoll)
		switch {
		case ctx.Err() != nil:
			l.Close()
			return nil, ctx.Err()
		case limited.Err() != nil:
			l.Close()
			h := readHolder(path)
			return nil, &LockedError{Path: path, PID: h.PID, Since: h.Since}
		case errors.Is(err, fs.ErrNotExist):
			continue // an uninstall removed the folder under us
		case err != nil:
			return nil, fmt.Errorf("%s: locking: %w", path, err)
		case !ok:
			continue
		}
		// Only uninstall takes the file away, and only while it holds the lock. Who
		// waited on it then has the lock of a file that is no longer there.
		if mine, err := l.Stat(); err == nil {
			if there, err := os.Stat(path); err == nil && os.SameFile(mine, there) {
				break
			}
		}
		l.Close()
	}
	if err := writeHolder(path, holder{PID: os.Getpid(), Since: s.now()}); err != nil {
		l.Close()
		return nil, fmt.Errorf("%s: writing who holds the lock: %w", path, err)
	}
	return l, nil
}

// writeHolder overwrites the lock file in place: several file systems flush a file
// to the disk when it was first cut to nothing, and this one need not be durable.
func writeHolder(path string, h holder) error {
	b, err := json.Marshal(h)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(b, 0)
	return errors.Join(err, f.Truncate(int64(len(b))), f.Close())
}

// readHolder is the zero holder when the file does not say.
func readHolder(path string) (h holder) {
	if b, err := os.ReadFile(path); err == nil && json.Unmarshal(b, &h) != nil {
		return holder{}
	}
	return h
}
