// Package lock provides the do-lock: at most one writer at a time in a peer's folder.
//
// Two files stand for it. `do.lock` holds a process id and is what every bridge of a
// mesh looks at. Beside it `do.lock.guard` is held by flock among bridges of ours for
// as long as the delegation lasts, and its descriptor goes to the peer as well, so
// that killing the bridge does not free the folder while the peer still writes. Node
// bridges know the first file only: their races with each other remain, but they
// never meet an empty lock of ours, and after our death they find the peer's id in it.
package lock

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"toolgrant/agents/peerbridge/whole"
)

// ErrTimeout reports that somebody else held the lock for the whole time.
var ErrTimeout = errors.New("another bridge holds the peer's write lock")

// The waits between two looks at a lock that is held, growing from one to the other.
const (
	firstWait = 2 * time.Millisecond
	lastWait  = 100 * time.Millisecond
)

// A Lock is the right to write in one folder.
type Lock struct {
	path  string
	guard *os.File
	ids   []int // the process ids under which we have published it
}

// Acquire takes the lock of the folder at root, which must exist and be canonical. It
// waits no longer than wait, and then fails with ErrTimeout.
func Acquire(ctx context.Context, root string, wait time.Duration) (*Lock, error) {
	dir := filepath.Join(root, ".agent-mesh")
	if err := os.Mkdir(dir, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("write lock: %w", err)
	}
	guard, err := openGuard(filepath.Join(dir, "do.lock.guard"))
	if err != nil {
		return nil, fmt.Errorf("write lock: %w", err)
	}
	l := &Lock{path: filepath.Join(dir, "do.lock"), guard: guard}
	if err := l.wait(ctx, wait); err != nil {
		guard.Close()
		return nil, err
	}
	return l, nil
}

func (l *Lock) wait(ctx context.Context, wait time.Duration) error {
	over := time.NewTimer(wait)
	defer over.Stop()
	for pause := firstWait; ; pause = min(2*pause, lastWait) {
		if done, err := l.try(); done || err != nil {
			return err
		}
		again := time.NewTimer(pause)
		select {
		case <-again.C:
		case <-over.C:
			again.Stop()
			return ErrTimeout
		case <-ctx.Done():
			again.Stop()
			return context.Cause(ctx)
		}
	}
}

// try takes both files or neither.
func (l *Lock) try() (bool, error) {
	if ok, err := tryGuard(l.guard); !ok {
		return false, err
	}
	// Under the guard no bridge of ours is between two steps, so an id that is our own,
	// dead or no id at all was left behind.
	if id, found := l.holder(); found && (id == os.Getpid() || !alive(id)) {
		os.Remove(l.path)
	}
	err := l.publish(whole.Create, os.Getpid())
	if err == nil {
		return true, nil
	}
	freeGuard(l.guard)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	return false, fmt.Errorf("write lock: %w", err)
}

// holder is the process id in the file; zero for content that is none.
func (l *Lock) holder() (id int, found bool) {
	f, err := os.Open(l.path)
	if err != nil {
		return 0, !errors.Is(err, fs.ErrNotExist)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, 64))
	if err != nil {
		return 0, true
	}
	id, err = strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil || id < 0 {
		return 0, true
	}
	return id, true
}

func (l *Lock) publish(write func(string, []byte) error, id int) error {
	if err := write(l.path, []byte(strconv.Itoa(id)+"\n")); err != nil {
		return err
	}
	l.ids = append(l.ids, id)
	return nil
}

// Guard is the descriptor to hand to the peer, which must outlive Release.
func (l *Lock) Guard() *os.File { return l.guard }

// HandOver names the peer's process as the holder, so that a bridge which knows
// nothing of the guard still respects a peer that has outlived us.
func (l *Lock) HandOver(pid int) error {
	if id, found := l.holder(); !found || id != os.Getpid() {
		return fmt.Errorf("write lock: somebody else took it")
	}
	return l.publish(whole.Replace, pid)
}

// Release gives the lock back, if it is still ours: a file that meanwhile names
// somebody else is left alone. The guard is freed for all who hold its descriptor,
// because what the peer left running must not block the folder once it has answered.
func (l *Lock) Release() {
	id, found := l.holder()
	for _, own := range l.ids {
		if found && id == own {
			os.Remove(l.path)
			break
		}
	}
	freeGuard(l.guard)
	l.guard.Close()
}
