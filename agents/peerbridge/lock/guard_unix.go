//go:build unix

package lock

import (
	"errors"
	"os"
	"syscall"
)

// openGuard follows no link: the folder is the peer's, and what we hold must be in it.
func openGuard(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW, 0o644)
}

func tryGuard(f *os.File) (bool, error) {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == nil:
			return true, nil
		case errors.Is(err, syscall.EWOULDBLOCK):
			return false, nil
		case !errors.Is(err, syscall.EINTR):
			return false, os.NewSyscallError("flock", err)
		}
	}
}

func freeGuard(f *os.File) { syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }

// alive reports whether a process exists; one that we may not signal does.
func alive(pid int) bool {
	if pid <= 0 {
		return false
	}
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
