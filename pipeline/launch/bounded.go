package launch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// Bounds of one question to a vendor's program. It normally answers in a quarter of
// a second; the wait after a kill is for pipes that a grandchild still holds.
const (
	askTimeout = 15 * time.Second
	killWait   = 2 * time.Second
	maxStderr  = 8 << 10 // bytes kept; the rest is read and dropped
)

// ask runs a program and returns what it prints. Both pipes are drained at once, so
// a program that floods one cannot block on it; too much on stdout, or too long a
// time, ends it together with everything that it started.
func ask(ctx context.Context, path, cwd string, env []string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	program, err := find(path, env)
	if err != nil {
		return nil, err
	}
	out := &capped{limit: maxListing, overflow: cancel}
	diag := &capped{limit: maxStderr}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = cwd, env, out, diag
	cmd.WaitDelay = killWait
	endWithChildren(cmd)
	err = cmd.Run()
	if errors.Is(err, exec.ErrWaitDelay) {
		endGroup(cmd) // something that it started still holds a pipe; there may be nothing left by now
		return nil, fmt.Errorf("%s: it ended, but what it started did not", path)
	}
	switch {
	case out.over:
		return nil, fmt.Errorf("%s: printed more than %d bytes", path, out.limit)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, fmt.Errorf("%s: no answer in time", path)
	case ctx.Err() != nil:
		return nil, fmt.Errorf("%s: interrupted", path)
	case err != nil:
		return nil, fmt.Errorf("%s: %w%s", path, err, diag.lastError())
	}
	return out.kept.Bytes(), nil
}

// A capped writer keeps the first limit bytes and goes on reading. The first byte
// over the limit calls overflow. It holds its buffer as a field, for an embedded one
// would be filled by its own ReadFrom, past every limit.
type capped struct {
	kept     bytes.Buffer
	limit    int
	over     bool
	overflow func()
}

func (c *capped) Write(p []byte) (int, error) {
	room := c.limit - c.kept.Len()
	if room >= len(p) {
		return c.kept.Write(p)
	}
	c.kept.Write(p[:room])
	if !c.over && c.overflow != nil {
		c.overflow()
	}
	c.over = true
	return len(p), nil
}

// lastError picks the line that says what went wrong out of warnings and traces.
func (c *capped) lastError() string {
	for line := range strings.Lines(c.kept.String()) {
		if strings.HasPrefix(line, "Error") {
			return fmt.Sprintf(": %q", strings.TrimSpace(line))
		}
	}
	return ""
}
