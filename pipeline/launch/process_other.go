//go:build !unix

package launch

import (
	"os/exec"
	"runtime"
)

// endWithChildren leaves the default: only the command itself is ended, and after
// killWait its pipes are closed.
func endWithChildren(*exec.Cmd) {}

// endGroup has no group to end.
func endGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }

// Exec is not supported here: a process cannot be replaced by another.
func Exec(Result, []string, string) error {
	return failed("exec_unsupported", "--print shows the command line", "--exec is not supported on %s", runtime.GOOS)
}
