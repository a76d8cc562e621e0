//go:build !unix

package a2a

import (
	"os"
	"os/exec"
)

// Without process groups only the peer itself is ended; do mode, where that would
// matter, is refused on these platforms.
func ownGroup(*exec.Cmd) {}

func killGroup(p *os.Process) { p.Kill() }
