package rpc

import (
	"encoding/json"
	"fmt"
	"slices"

	"toolgrant/agents/peerbridge/js"
)

// versions are the protocol versions whose tools surface is the one we speak, newest
// last. A worker that asks for another is offered the newest and may hang up.
func versions() []string {
	return []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}
}

func isMethod(method string) bool {
	return slices.Contains([]string{"initialize", "ping", "tools/list", "tools/call"}, method)
}

// answer handles the methods that need no waiting. Initialize may come late, twice or
// never: the mesh's workers list tools without it.
func (c *conn) answer(req *request) (any, *fault) {
	switch req.method {
	case "initialize":
		known := versions()
		version, _ := req.params.String("protocolVersion")
		if !slices.Contains(known, version) {
			version = known[len(known)-1]
		}
		return welcome{
			Version:      version,
			Capabilities: json.RawMessage(`{"tools":{}}`), // no list-changed: the tools never change
			Server:       serverInfo{c.Name, c.Version},
		}, nil
	case "ping":
		return struct{}{}, nil
	case "tools/list":
		return map[string]any{"tools": append([]Tool{}, c.Tools...)}, nil
	}
	return nil, noMethod(req.method)
}

type welcome struct {
	Version      string          `json:"protocolVersion"`
	Capabilities json.RawMessage `json:"capabilities"`
	Server       serverInfo      `json:"serverInfo"`
}

type serverInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// granted is the boundary: the name must be, character for character, one that is
// listed. A verb that exists and was not granted is refused in the words for one that
// does not exist, so that asking reveals nothing.
func (c *conn) granted(params js.Object) (string, *fault) {
	raw, has := params.Get("name")
	name, isText := js.String(raw)
	if isText && slices.ContainsFunc(c.Tools, func(t Tool) bool { return t.Name == name }) {
		return name, nil
	}
	switch {
	case !has:
		name = "undefined" // what the mesh's own bridge says
	case !isText:
		name = string(raw) // never turned into a text that could match
	}
	c.Log(fmt.Sprintf("tool not available: %q", short(name)))
	return "", &fault{invalidParams, "Unknown tool: " + short(name)}
}
