package servers

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

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
