//go:build !unix

package lock

import (
	"errors"
	"os"
)

// Without a lock that a peer can inherit, writing is refused rather than risked.
func openGuard(string) (*os.File, error) {
	return nil, errors.New("do mode is not supported on this platform")
}

func tryGuard(*os.File) (bool, error) { return false, errors.ErrUnsupported }
func freeGuard(*os.File)              {}
func alive(int) bool                  { return true }
