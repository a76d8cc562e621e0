//go:build unix

package servers

import (
	"errors"
	"syscall"
)

// isNotDir reports that a file stands where a folder of the path should be, which
// is one more way for the file itself not to be there.
func isNotDir(err error) bool { return errors.Is(err, syscall.ENOTDIR) }
