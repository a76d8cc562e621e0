//go:build !unix

package servers

import "os/exec"

// unsupported says what this system cannot do for a probe.
const unsupported = "was ended, but processes that it started itself may still run: this system has no process groups to end"

// ownGroup does nothing: process groups in the sense needed here do not exist, so
// what a server starts is not ended with it on this system.
func ownGroup(*exec.Cmd) {}

// signalGroup kills the process itself; it cannot be asked.
func signalGroup(cmd *exec.Cmd, kill bool) {
	if kill {
		_ = cmd.Process.Kill()
	}
}
