package servers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// common are the variables that every server gets, as in the reference clients of
// the protocol, and what a package runner needs to reach its registry.
var common = []string{
	"PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR",
	"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR",
	"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy",
	"SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "NVM_DIR", "VOLTA_HOME", "PNPM_HOME",
	"APPDATA", "LOCALAPPDATA", "PATHEXT", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERPROFILE", "PROCESSOR_ARCHITECTURE",
}

// startStdio starts a server's process and puts a filter between it and the client.
func (l List) startStdio(r *recipe, o Options) (*link, error) {
	cmd, err := l.command(r)
	if err != nil {
		return nil, err
	}
	p, err := start(cmd)
	if err != nil {
		return nil, err
	}
	f := newFilter(p.stdout, o.Bytes)
	tail := newTail(p.stderr)
	clean := func(text string) string { return scrub(text, r.secrets()) }
	return &link{
		transport: &mcp.IOTransport{Reader: f, Writer: p.stdin, MaxLineLength: -1},
		close: func() []string {
			p.left = f.ended()
			p.end(o.Grace, f.done)
			tail.wait()
			odd := f.odd(clean)
			if unsupported != "" {
				odd = append(odd, unsupported)
			}
			return odd
		},
		explain: func(ctx context.Context, err error) error { return p.explain(ctx, err, f, tail, clean) },
	}, nil
}

// command fills in the command line, its folder and its environment.
func (l List) command(r *recipe) (*exec.Cmd, error) {
	argv := make([]string, len(r.argv))
	for i, w := range r.argv {
		var err error
		if argv[i], err = r.fill(w, l.where.env); err != nil {
			return nil, err
		}
	}
	env, err := l.environment(r)
	if err != nil {
		return nil, err
	}
	dir, err := r.fill(r.cwd, l.where.env)
	if err != nil {
		return nil, err
	}
	switch {
	case dir == "" && l.where.Project != "":
		dir = l.where.Project
	case dir == "":
		dir = l.where.Home
	case !filepath.IsAbs(dir) && l.where.Project != "":
		dir = filepath.Join(l.where.Project, dir)
	case !filepath.IsAbs(dir):
		dir = filepath.Join(l.where.Home, dir)
	}
	program, err := lookUp(argv[0], dir, env)
	if err != nil {
		return nil, err
	}
	return &exec.Cmd{Path: program, Args: argv, Env: env, Dir: dir}, nil
}

func (l List) environment(r *recipe) ([]string, error) {
	var env []string
	for _, names := range [][]string{common, r.envVars} {
		for _, name := range names {
			if v := l.where.env(name); v != "" && isVariable.MatchString(name) {
				env = append(env, name+"="+v)
			}
		}
	}
	for name, value := range r.env {
		v, err := r.fill(value, l.where.env)
		if err != nil {
			return nil, err
		}
		if name == "" || strings.ContainsAny(name, "=\x00") || strings.ContainsRune(v, 0) {
			return nil, errors.New("has a variable that no process can be given")
		}
		env = append(env, name+"="+v)
	}
	return env, nil
}

// lookUp finds a program on the path that the server will have, not on ours. A name
// without a folder in it is never taken from the current folder.
func lookUp(name, dir string, env []string) (string, error) {
	if strings.ContainsAny(name, `/\`) {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		return exec.LookPath(name)
	}
	for _, kv := range env {
		path, isPath := strings.CutPrefix(kv, "PATH=")
		if !isPath {
			continue
		}
		for _, folder := range filepath.SplitList(path) {
			if !filepath.IsAbs(folder) {
				continue
			}
			if found, err := exec.LookPath(filepath.Join(folder, name)); err == nil {
				return found, nil
			}
		}
	}
	return "", fmt.Errorf("cannot be started: %s is not on the path", name)
}

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
