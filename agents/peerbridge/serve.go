package peerbridge

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"toolgrant/agents/manifest"
	"toolgrant/agents/peerbridge/a2a"
	"toolgrant/agents/peerbridge/js"
	"toolgrant/agents/peerbridge/rpc"
	"toolgrant/agents/peerbridge/runlog"
	"toolgrant/model"
)

// version is what the bridge reports as its own. It names the protocol of the mesh's
// bridge, which workers may look at, and not a release of toolgrant.
const version = "0.1.0"

// Options are all that a bridge has to do with the process it runs in.
type Options struct {
	Folder string   // the agent's folder
	Mesh   string   // mesh root; empty: from Env, as the mesh's own bridge has it
	Env    []string // in the form of os.Environ; the last of equal names counts
	Stdin  io.Reader
	Stdout io.Writer // protocol only
	Stderr io.Writer // one line a message, each beginning "toolgrant: "
	Now    func() time.Time

	requestTimeout, closeGrace time.Duration // for tests; the mesh fixes both
}

// Effective is the set of verbs that a bridge in a folder would offer, and why.
type Effective struct {
	Folder string        // canonical
	Verbs  model.VerbSet // in effect
	Why    string        // one line
	Notes  []model.Note  // entries left out, or the reason for a closed bridge
}

// Check reads what Serve would read, and starts nothing.
func Check(folder string) (Effective, error) {
	root, err := canonical(folder)
	if err != nil {
		return Effective{}, err
	}
	d := manifest.ReadVerbs(root)
	return Effective{root, d.Verbs, d.Why(), d.Notes}, nil
}

// Serve answers on Stdin and Stdout until the input ends and every call begun has been
// answered, or until ctx ends, which cancels the calls and ends their peers. A folder
// that does not exist is an error; a missing mesh, registry or card is not, as verbs
// refuse or the card's absence means all six.
func Serve(ctx context.Context, o Options) error {
	seen, err := Check(o.Folder)
	if err != nil {
		return err
	}
	b := newBridge(o, seen)
	for _, n := range seen.Notes {
		b.say(string(n.Severity) + ": " + n.String())
	}
	server := rpc.Server{
		Name: manifest.ServerName, Version: version,
		Tools: tools(seen.Verbs), Call: b.call, Log: b.say,
	}
	return server.Serve(ctx, o.Stdin, o.Stdout)
}

func canonical(folder string) (string, error) {
	abs, err := filepath.Abs(folder)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if err != nil {
		return "", fmt.Errorf("agent folder: %w", err)
	}
	if info, err := os.Stat(abs); err != nil || !info.IsDir() {
		return "", fmt.Errorf("agent folder: %s is no folder", abs)
	}
	return abs, nil
}

// A bridge is a running server's state: nothing that changes but its log files.
type bridge struct {
	root           string
	env            environment
	now            func() time.Time
	log            *runlog.Log
	timeout, grace time.Duration

	mu     sync.Mutex
	stderr io.Writer
}

func newBridge(o Options, seen Effective) *bridge {
	b := &bridge{root: seen.Folder, env: parseEnv(o.Env), now: o.Now, stderr: o.Stderr,
		timeout: a2a.Timeout, grace: a2a.Grace}
	if b.now == nil {
		b.now = time.Now
	}
	if o.requestTimeout > 0 {
		b.timeout = o.requestTimeout
	}
	if o.closeGrace > 0 {
		b.grace = o.closeGrace
	}
	if o.Mesh != "" {
		b.env.setMesh(o.Mesh)
	}
	dir := b.env.get("AGENT_MESH_LOG_DIR")
	if dir == "" {
		dir = filepath.Join(".agent-mesh", "logs")
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(b.root, dir)
	}
	b.log = runlog.Open(dir, b.now, b.say)
	return b
}

// say writes to stderr, every line of the text with the program's name before it. Part
// of it may be a peer's or a file's, and a terminal must not obey it.
func (b *bridge) say(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		io.WriteString(b.stderr, "toolgrant: "+model.Printable(line)+"\n")
	}
}

// call runs a verb. The server has let it through, so it is one of the granted ones.
func (b *bridge) call(ctx context.Context, tool string, args js.Object) (any, error) {
	switch model.Verb(tool) {
	case model.ListPeers:
		return b.listPeers(), nil
	case model.DelegateTo:
		return b.delegate(ctx, args), nil
	case model.FanOut:
		return b.fanOut(ctx, args), nil
	case model.CreateTask:
		return b.createTask(ctx, args)
	case model.ListMyTasks:
		return b.listMyTasks()
	case model.UpdateMyTask:
		return b.updateMyTask(ctx, args)
	}
	return nil, fmt.Errorf("%s is offered and cannot be run", tool)
}
