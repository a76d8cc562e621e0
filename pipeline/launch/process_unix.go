//go:build unix

package launch

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// endWithChildren makes the end of a command the end of its process group: codex
// from npm is a script, and killing that alone would leave the real program running
// with our pipes in its hands.
func endWithChildren(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return endGroup(cmd) }
}

// endGroup kills what is left of a command's group, also after its leader is gone.
func endGroup(cmd *exec.Cmd) error {
	err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	if errors.Is(err, syscall.ESRCH) {
		return os.ErrProcessDone
	}
	return err
}

// Exec replaces this process with the launch. env is the environment it starts from.
// terminal is the path of the terminal that the agent talks on (/dev/tty): standard
// input held the command and is at its end, and agents refuse to start on that. Exec
// returns only if it fails.
func Exec(r Result, env []string, terminal string) error {
	if r.ExecRefused != "" {
		return failed("exec_refused", "--print shows the command line", "%s", r.ExecRefused)
	}
	program, err := find(r.Program, env)
	if err != nil {
		return err
	}
	if err := os.Chdir(r.Cwd); err != nil {
		return fmt.Errorf("worktree: %w", err)
	}
	tty, err := os.OpenFile(terminal, os.O_RDWR, 0)
	if err != nil {
		return failed("no_terminal", "start it from a terminal, or use --print and start it on a terminal of your own", "%v", err)
	}
	if err := unix.Dup2(int(tty.Fd()), 0); err != nil {
		return fmt.Errorf("%s: %w", terminal, err)
	}
	err = syscall.Exec(program, r.Command(), ChildEnv(env, r))
	if errors.Is(err, syscall.E2BIG) {
		return fmt.Errorf("%s: an argument, most likely the prompt, is longer than the system allows", program)
	}
	return fmt.Errorf("%s: %w", program, err)
}
