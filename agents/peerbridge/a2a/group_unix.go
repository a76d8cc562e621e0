//go:build unix

package a2a

import (
	"os"
	"os/exec"
	"syscall"
)

func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the process and everything that it has not let go of.
func killGroup(p *os.Process) { syscall.Kill(-p.Pid, syscall.SIGKILL) }
