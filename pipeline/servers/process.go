package servers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// A process is a started server.
type process struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout *os.File
	stderr *os.File
	left   bool // ended by itself, before it was told to
}

// start runs a command with pipes of our own: waiting for the process must not wait
// for a grandchild that keeps a pipe open.
func start(cmd *exec.Cmd) (*process, error) {
	outR, outW, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("cannot be started: %w", err)
	}
	errR, errW, err := os.Pipe()
	if err != nil {
		outR.Close()
		outW.Close()
		return nil, fmt.Errorf("cannot be started: %w", err)
	}
	defer outW.Close()
	defer errW.Close()
	cmd.Stdout, cmd.Stderr = outW, errW
	ownGroup(cmd)
	stdin, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		outR.Close()
		errR.Close()
		return nil, fmt.Errorf("cannot be started: %w", cause(err))
	}
	return &process{cmd: cmd, stdin: &onceCloser{WriteCloser: stdin}, stdout: outR, stderr: errR}, nil
}

// end closes the server's input, gives it the grace to leave, then asks its group to
// end, then kills the group. The leader is not waited for before that: as long as it
// is not, its number belongs to nobody else, and a signal can reach no stranger.
func (p *process) end(grace time.Duration, outputClosed <-chan struct{}) {
	p.stdin.Close()
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-outputClosed:
	case <-timer.C:
		signalGroup(p.cmd, false)
		timer.Reset(grace)
		select {
		case <-outputClosed:
		case <-timer.C:
		}
	}
	signalGroup(p.cmd, true)
	p.cmd.Wait()
	// A process that left the group may hold the pipes; nothing waits for it.
	p.stdout.Close()
	p.stderr.Close()
}

// explain finds the cause behind a general error of the client: time, flood, noise,
// an exit, in this order.
func (p *process) explain(ctx context.Context, err error, f *filter, t *tail, clean func(string) string) error {
	if err == nil {
		return nil
	}
	phase, _, _ := strings.Cut(err.Error(), ":")
	said := ""
	if line := t.last(); line != "" {
		said = "; it said: " + clean(line)
	}
	switch {
	case f.flooded():
		return fmt.Errorf("sent more than %d bytes, which is where listening stops", f.limit)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("%s in time%s", phase, said)
	case ctx.Err() != nil:
		return fmt.Errorf("was not waited for: %w", ctx.Err())
	case p.left:
		return fmt.Errorf("ended (%s) before it answered%s", p.cmd.ProcessState, said)
	}
	return errors.New(clean(err.Error()) + said)
}

// onceCloser makes a second Close harmless, since the client closes the pipe too.
type onceCloser struct {
	io.WriteCloser
	once sync.Once
	err  error
}

func (c *onceCloser) Close() error {
	c.once.Do(func() { c.err = c.WriteCloser.Close() })
	return c.err
}
