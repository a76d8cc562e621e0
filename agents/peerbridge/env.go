package peerbridge

import (
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"toolgrant/agents/peerbridge/js"
	"toolgrant/agents/peerbridge/registry"
)

// The variables that a peer has from us or not at all, whatever its registry entry
// says: they carry who calls, how deep, in which mode and on which mesh.
func protected() []string {
	return []string{
		"AGENT_MESH_PATH", "AGENT_MESH_DEPTH", "AGENT_MESH_MODE", "AGENT_MESH_MESH_ROOT", "AGENT_MESH_MESH_CEILING",
		"AGENT_MESH_HOOK_LOG", "AGENT_MESH_RUN_ID", "AGENT_MESH_ROOT",
	}
}

// The defaults of spec/bridge.md, chapter 2.
const (
	defaultDepth    = 3
	defaultTimeout  = 600_000 // milliseconds
	defaultMaxPeers = 8
)

// An environment is the bridge's variables by name.
type environment map[string]string

func parseEnv(list []string) environment {
	e := environment{}
	for _, v := range list {
		if name, value, ok := strings.Cut(v, "="); ok {
			e[name] = value
		}
	}
	return e
}

func (e environment) get(name string) string { return e[name] }

func (e environment) setMesh(root string) {
	if abs, err := filepath.Abs(root); err == nil {
		root = abs
	}
	e["AGENT_MESH_MESH_CEILING"] = root
	e["AGENT_MESH_MESH_ROOT"] = filepath.Join(root, "mesh")
}

// meshRoot is the folder that holds mesh.json; empty when the environment names none.
func (e environment) meshRoot() string {
	if c := e["AGENT_MESH_MESH_CEILING"]; c != "" {
		return c
	}
	if m := e["AGENT_MESH_MESH_ROOT"]; m != "" {
		return filepath.Dir(filepath.Clean(m)) // Dir alone would only take a final slash off
	}
	return ""
}

// mayWrite reports do mode, which is spelt in exactly one way.
func (e environment) mayWrite() bool { return e["AGENT_MESH_MODE"] == "do" }

// depth is the number of hops left. What cannot be read is none: the node bridge takes
// it for the default, which a garbled value must not buy.
func (e environment) depth() int {
	text := e["AGENT_MESH_DEPTH"]
	if text == "" {
		return defaultDepth
	}
	n, ok := leadingInt(text)
	if !ok || n < 0 {
		return 0
	}
	return n
}

// path is the canonical roots on the call chain, outermost first.
func (e environment) path() []string {
	return slices.DeleteFunc(strings.Split(e["AGENT_MESH_PATH"], "\n"), func(s string) bool { return s == "" })
}

func (e environment) lockWait() time.Duration {
	return time.Duration(e.positive("AGENT_MESH_TIMEOUT_MS", defaultTimeout)) * time.Millisecond
}

func (e environment) maxPeers() int {
	return e.positive("AGENT_MESH_FAN_OUT_MAX_PEERS", defaultMaxPeers)
}

func (e environment) positive(name string, otherwise int) int {
	if n, ok := leadingInt(e[name]); ok && n > 0 {
		return n
	}
	return otherwise
}

// leadingInt reads a number as the mesh does: what follows the digits is ignored. It
// stops short of numbers that a duration in milliseconds cannot hold.
func leadingInt(s string) (int, bool) {
	s = js.Trim(s)
	sign := 1
	if rest, ok := strings.CutPrefix(s, "-"); ok {
		s, sign = rest, -1
	} else {
		s = strings.TrimPrefix(s, "+")
	}
	digits := s[:len(s)-len(strings.TrimLeft(s, "0123456789"))]
	if digits == "" {
		return 0, false
	}
	const most = 1 << 40
	n, err := strconv.Atoi(digits)
	if err != nil || n > most {
		n = most
	}
	return sign * n, true
}

// forPeer is the environment of a peer's process: ours, with the registry entry's own
// variables over it.
func (e environment) forPeer(own []registry.Variable) []string {
	m := maps.Clone(e)
	delete(m, "AGENT_MESH_ENABLED_MODES") // the caller's policy is not the peer's
	for _, v := range own {
		// A name with an equals sign in it would set the variable before the sign.
		if v.Name == "" || strings.ContainsAny(v.Name, "=\x00") || strings.Contains(v.Value, "\x00") ||
			slices.ContainsFunc(protected(), func(p string) bool { return strings.EqualFold(p, v.Name) }) {
			continue
		}
		m[v.Name] = v.Value
	}
	if _, set := m["AGENT_MESH_DEPTH"]; set && e.depth() == 0 {
		m["AGENT_MESH_DEPTH"] = "0" // so that a node peer refuses as we would
	}
	list := make([]string, 0, len(m))
	for _, name := range slices.Sorted(maps.Keys(m)) {
		list = append(list, name+"="+m[name])
	}
	return list
}
