package a2a

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"toolgrant/agents/peerbridge/js"
)

// start runs the command in a group of its own, so that it can be ended with all that
// it started.
func (p *Process) start() error {
	path, err := look(p.Command, p.Env)
	if err != nil {
		return fmt.Errorf("peer %q: %w", p.Name, err)
	}
	// Pipes by hand: those of exec are closed at exit, with answers still in them.
	var ends [6]*os.File
	for i := 0; i < len(ends); i += 2 {
		if ends[i], ends[i+1], err = os.Pipe(); err != nil {
			closeAll(ends[:i])
			return fmt.Errorf("peer %q: %w", p.Name, err)
		}
	}
	theirs, ours := []*os.File{ends[0], ends[3], ends[5]}, []*os.File{ends[1], ends[2], ends[4]}
	defer closeAll(theirs)
	cmd := &exec.Cmd{
		Path: path, Args: append([]string{p.Command}, p.Args...), Dir: p.Dir,
		Env:   append([]string{}, p.Env...), // an empty environment is not our own
		Stdin: theirs[0], Stdout: theirs[1], Stderr: theirs[2],
	}
	if p.Guard != nil {
		cmd.ExtraFiles = []*os.File{p.Guard}
	}
	ownGroup(cmd)
	if err := cmd.Start(); err != nil {
		closeAll(ours)
		if e, ok := errors.AsType[*fs.PathError](err); ok {
			err = e.Err // the command is in the registry, and is nothing to tell
		}
		return fmt.Errorf("peer %q cannot be run: %w", p.Name, err)
	}
	p.cmd, p.stdin = cmd, ours[0]
	p.waiting = map[int]chan js.Object{}
	p.ended, p.gone = make(chan struct{}), make(chan struct{})
	go p.attend(ours[1], ours[2])
	if p.Started != nil {
		if err := p.Started(cmd.Process.Pid); err != nil {
			killGroup(cmd.Process)
			<-p.gone
			return fmt.Errorf("peer %q: %w", p.Name, err)
		}
	}
	return nil
}

// attend reads what the peer says until it and its group have ended.
func (p *Process) attend(out, errs *os.File) {
	var reading sync.WaitGroup
	reading.Go(func() {
		p.listen(out)
		io.Copy(io.Discard, out)
	})
	reading.Go(func() { io.Copy(&p.stderr, errs) })
	err := p.cmd.Wait()
	// What is left of the group would write on when the folder is somebody else's.
	killGroup(p.cmd.Process)
	close(p.ended)
	out.SetReadDeadline(time.Now().Add(drain))
	errs.SetReadDeadline(time.Now().Add(drain))
	reading.Wait()
	closeAll([]*os.File{out, errs})
	how := "0"
	if err != nil {
		how = strings.TrimPrefix(err.Error(), "exit status ")
	}
	p.exit = fmt.Errorf("peer %q exited (%s)%s", p.Name, how, p.stderr.said())
	close(p.gone)
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// look finds a command in the PATH that the peer itself will have. Entries that depend
// on the current folder are passed over.
func look(command string, env []string) (string, error) {
	if strings.ContainsRune(command, filepath.Separator) || strings.Contains(command, "/") {
		return command, nil
	}
	var path string
	for _, v := range env {
		if p, ok := strings.CutPrefix(v, "PATH="); ok {
			path = p
		}
	}
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue
		}
		file := filepath.Join(dir, command)
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0 {
			return file, nil
		}
	}
	return "", fmt.Errorf("command %q is not in PATH", command)
}

// A tail keeps the end of what a peer says on its standard error, which is all that
// is worth telling when it fails.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const (
	maxTail  = 4000 // UTF-16 units that are told
	keepTail = 4 * maxTail
)

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if n := len(t.text); n > 2*keepTail {
		t.text = append([]byte(nil), t.text[n-keepTail:]...)
	}
	return len(b), nil
}

func (t *tail) said() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := js.Trim(strings.ToValidUTF8(string(t.text), "\ufffd"))
	if text == "" {
		return ""
	}
	if over := js.Len(text) - maxTail; over > 0 {
		text = text[len(js.Cut(text, over+1)):] // one more, should a wide character be in the way
	}
	return ": " + text
}
