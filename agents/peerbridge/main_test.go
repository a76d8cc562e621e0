package peerbridge

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test program be the bridge that a test starts, or the peer that
// this bridge runs, each in a process of its own.
func TestMain(m *testing.M) {
	switch os.Getenv("BRIDGE_TEST_ROLE") {
	case "bridge":
		o := Options{Folder: os.Args[1], Env: os.Environ(), Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Now: time.Now}
		if g := os.Getenv("BRIDGE_TEST_GRACE"); g != "" {
			o.closeGrace, _ = time.ParseDuration(g)
		}
		if err := Serve(context.Background(), o); err != nil {
			fmt.Fprintln(os.Stderr, "toolgrant:", err)
			os.Exit(1)
		}
	case "peer":
		play(os.Args[1])
	default:
		os.Exit(m.Run())
	}
}

// A mesh is a mesh on disk with the agents alpha, beta and gamma.
type mesh struct {
	t    *testing.T
	root string
}

func newMesh(t *testing.T) mesh {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	m := mesh{t, root}
	m.put("mesh.json", `{"x-agentmesh-generated":true,"meshVersion":"0.1.0","agents":[{"name":"alpha","root":"alpha"},{"name":5,"root":"alpha"},{"name":"beta","root":"beta"},{"name":"gamma","root":"gamma"}]}`)
	for _, a := range []string{"alpha", "beta", "gamma"} {
		m.put(a+"/AGENT.md", "# "+a+"\n")
	}
	return m
}

func (m mesh) path(parts ...string) string {
	return filepath.Join(append([]string{m.root}, parts...)...)
}

func (m mesh) put(name, text string) {
	m.t.Helper()
	if err := os.MkdirAll(filepath.Dir(m.path(name)), 0o755); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(m.path(name), []byte(text), 0o644); err != nil {
		m.t.Fatal(err)
	}
}

func (m mesh) get(name string) string {
	m.t.Helper()
	data, err := os.ReadFile(m.path(name))
	if err != nil {
		m.t.Fatal(err)
	}
	return string(data)
}

// peers writes an agent's registry. Each peer is a line "name" or "name=entry"; a bare
// name runs a scripted peer of that manner in beta's folder.
func (m mesh) peers(agent string, lines ...string) {
	m.t.Helper()
	var entries []string
	for _, l := range lines {
		name, entry, ok := strings.Cut(l, "=")
		if !ok {
			entry = m.scripted(name, m.path("beta"))
		}
		entries = append(entries, fmt.Sprintf("%q:%s", name, entry))
	}
	m.put(agent+"/registry.json", `{"x-agentmesh-generated":true,"peers":{`+strings.Join(entries, ",")+`}}`)
}

// scripted is a registry entry for a peer of ours; more are further variables.
func (m mesh) scripted(manner, root string, more ...string) string {
	env := map[string]string{"BRIDGE_TEST_ROLE": "peer"}
	for _, v := range more {
		name, value, _ := strings.Cut(v, "=")
		env[name] = value
	}
	entry := map[string]any{"root": root, "command": os.Args[0], "args": []string{manner}, "env": env}
	b, err := json.Marshal(entry)
	if err != nil {
		m.t.Fatal(err)
	}
	return string(b)
}

// env is the environment in which the mesh starts a bridge.
func (m mesh) env() []string {
	return []string{"AGENT_MESH_MESH_CEILING=" + m.root, "AGENT_MESH_MESH_ROOT=" + m.path("mesh")}
}

// A session is a bridge in a process of its own, spoken to in raw lines.
type session struct {
	t      *testing.T
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr *bytes.Buffer
	last   int
}

// start runs the bridge of an agent with exactly the given variables.
func (m mesh) start(agent string, env ...string) *session {
	m.t.Helper()
	s := &session{t: m.t, cmd: exec.Command(os.Args[0], m.path(agent)), stderr: &bytes.Buffer{}}
	// The race detector would let every process of ours linger for a second.
	s.cmd.Env = append(slices.Clip(env), "BRIDGE_TEST_ROLE=bridge", "GORACE=atexit_sleep_ms=0")
	s.cmd.Stderr = s.stderr
	var err error
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		m.t.Fatal(err)
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		m.t.Fatal(err)
	}
	s.out = bufio.NewReaderSize(out, 1<<20)
	if err := s.cmd.Start(); err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() { s.cmd.Process.Kill(); s.cmd.Wait() })
	return s
}

// starter gives one bridge for each environment, so that a table of refusals need not
// start a process a row.
func (m mesh) starter(agent string) func(env []string) *session {
	running := map[string]*session{}
	return func(env []string) *session {
		key := strings.Join(env, "\x00")
		if running[key] == nil {
			running[key] = m.start(agent, env...)
		}
		return running[key]
	}
}

func (s *session) send(line string) {
	s.t.Helper()
	if _, err := io.WriteString(s.in, line); err != nil {
		s.t.Fatal(err)
	}
}

func (s *session) recv() string {
	s.t.Helper()
	line, err := s.out.ReadString('\n')
	if err != nil {
		s.t.Fatalf("the bridge went silent: %v; it said %s", err, s.stderr)
	}
	return strings.TrimSuffix(line, "\n")
}

// request makes a call without waiting for its answer.
func (s *session) request(tool, args string) (id int) {
	s.t.Helper()
	s.last++
	if args == "" {
		args = "{}"
	}
	s.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`+"\n", s.last, tool, args))
	return s.last
}

// call makes a call and gives back the text of its result.
func (s *session) call(tool, args string) string {
	s.t.Helper()
	s.request(tool, args)
	return s.text(s.recv())
}

func (s *session) text(line string) string {
	s.t.Helper()
	var r struct {
		Result struct {
			Content []struct{ Type, Text string }
		}
	}
	if err := json.Unmarshal([]byte(line), &r); err != nil || len(r.Result.Content) != 1 || r.Result.Content[0].Type != "text" {
		s.t.Fatalf("one text is wanted, got %s", line)
	}
	return r.Result.Content[0].Text
}

// end closes the input and gives back what was still answered, and the exit status.
func (s *session) end() (rest string, status int) {
	s.t.Helper()
	s.in.Close()
	data, err := io.ReadAll(s.out)
	if err != nil {
		s.t.Fatal(err)
	}
	s.cmd.Wait()
	return string(data), s.cmd.ProcessState.ExitCode()
}

// field is one member of an answer, as text.
func field(t *testing.T, answer, key string) string {
	t.Helper()
	var o map[string]any
	if err := json.Unmarshal([]byte(answer), &o); err != nil {
		t.Fatalf("%s: %v", answer, err)
	}
	return fmt.Sprint(o[key])
}
