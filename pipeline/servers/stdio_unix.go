//go:build unix

package servers

import (
	"os/exec"
	"syscall"
)

// unsupported says what this system cannot do for a probe: nothing is missing.
const unsupported = ""

// ownGroup makes the command the leader of a new process group, so that what it
// starts can be ended with it. A program that leaves the group on purpose is out of
// reach; no system offers more without privileges.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// signalGroup asks the group to end, or kills it. It may be gone already.
func signalGroup(cmd *exec.Cmd, kill bool) {
	sig := syscall.SIGTERM
	if kill {
		sig = syscall.SIGKILL
	}
	_ = syscall.Kill(-cmd.Process.Pid, sig)
}
