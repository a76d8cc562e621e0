// Package registry provides the peers of an agent: the generated registry.json, read
// anew for every call, and what each peer says about itself.
package registry

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"toolgrant/agents/peerbridge/js"
)

// maxFile bounds a registry in bytes; a larger one counts as unreadable.
const maxFile = 32 << 20

// The reasons for which a registry yields no peers (spec/bridge.md, 3.2).
const (
	Absent = "absent"         // missing, unreadable or not JSON
	Stale  = "stale_registry" // not marked as generated, or its peers are no object
)

// A Registry is what one reading found. Fault is empty or a reason for having no peers.
type Registry struct {
	Fault string
	root  string // the agent's own root, to which relative paths belong
	peers js.Object
}

// Read reads the registry of the agent at root, which must be canonical.
func Read(root string) Registry {
	r := Registry{root: root}
	data, err := readFile(filepath.Join(root, "registry.json"))
	if err != nil || !json.Valid(data) {
		r.Fault = Absent
		return r
	}
	r.Fault = Stale
	o, err := js.ParseObject(data)
	if err != nil {
		return r
	}
	marker, _ := o.Get("x-agentmesh-generated")
	peers, isObject := o.Object("peers")
	if string(marker) == "true" && isObject {
		r.peers, r.Fault = peers, ""
	}
	return r
}

func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("%s: larger than 32 MiB", path)
	}
	return data, err
}

// Names lists the peers in the order of their keys.
func (r Registry) Names() []string {
	names := make([]string, len(r.peers))
	for i, m := range r.peers {
		names[i] = m.Key
	}
	return names
}

// Has reports whether the registry has a peer of exactly this name. An entry of null,
// false, zero or the empty string is a place that somebody left open, not a peer.
func (r Registry) Has(name string) bool {
	raw, ok := r.peers.Get(name)
	switch string(raw) {
	case "null", "false", "0", `""`:
		return false
	}
	return ok
}

// Root is the peer's folder as the registry names it, made absolute against the
// agent's root; false when the entry has none. Nothing is looked up on disk.
func (r Registry) Root(name string) (string, bool) {
	entry, _ := r.peers.Object(name)
	root, ok := entry.String("root")
	if !ok || root == "" {
		return "", false
	}
	if !filepath.IsAbs(root) {
		root = filepath.Join(r.root, root)
	}
	return root, true
}

// A Peer is a registry entry made ready for use.
type Peer struct {
	Name    string
	Root    string // canonical; empty when the entry has none
	URL     string // set for a peer over HTTP, and then Command is not
	Command string
	Args    []string
	Env     []Variable
	Effort  json.RawMessage // thinking_effort as written; nil when absent
}

// A Variable is one entry of a peer's environment.
type Variable struct{ Name, Value string }

// Peer normalises one entry, and looks at no other: a dead neighbour is its own
// trouble. Any peer may be written wrongly, so every error names it.
func (r Registry) Peer(name string) (Peer, error) {
	p := Peer{Name: name}
	entry, ok := r.peers.Object(name)
	if !ok {
		return p, fmt.Errorf("peer %q: the registry entry is no object", name)
	}
	if root, ok := r.Root(name); ok {
		real, err := filepath.EvalSymlinks(root)
		if err != nil {
			return p, fmt.Errorf("peer %q: root: %w", name, err)
		}
		if info, err := os.Stat(real); err != nil || !info.IsDir() {
			return p, fmt.Errorf("peer %q: root is no folder", name)
		}
		p.Root = real
	}
	p.Effort, _ = entry.Get("thinking_effort")
	p.Env = variables(entry)
	if u, ok := entry.String("url"); ok && u != "" {
		if parsed, err := url.Parse(u); err != nil || parsed.Host == "" ||
			!strings.EqualFold(parsed.Scheme, "http") && !strings.EqualFold(parsed.Scheme, "https") {
			return p, fmt.Errorf("peer %q: url must begin with http:// or https:// and name a host", name)
		}
		p.URL = u
		return p, nil
	}
	if p.Command, _ = entry.String("command"); p.Command == "" {
		if entry, ok = entry.Object("spawn"); ok {
			p.Command, _ = entry.String("command")
		}
	}
	if p.Command == "" {
		return p, fmt.Errorf("peer %q: the registry entry has no command and no url", name)
	}
	p.Args = arguments(entry)
	return p, nil
}

func arguments(entry js.Object) []string {
	raw, _ := entry.Get("args")
	var list []json.RawMessage
	if js.Kind(raw) != '[' || json.Unmarshal(raw, &list) != nil {
		return nil
	}
	args := make([]string, len(list))
	for i, a := range list {
		args[i] = text(a)
	}
	return args
}

func variables(entry js.Object) []Variable {
	env, _ := entry.Object("env")
	var list []Variable
	for _, m := range env {
		list = append(list, Variable{m.Key, text(m.Value)})
	}
	return list
}

// text is a string as it is, and any other value as it is written.
func text(raw json.RawMessage) string {
	if s, ok := js.String(raw); ok {
		return s
	}
	return string(raw)
}
