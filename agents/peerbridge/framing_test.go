package peerbridge

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestFramesOverARealProcess is chapter 4 again, whole program, one session that must
// live through all of it (cases MS01, MS02). The rows in detail are in package rpc.
func TestFramesOverARealProcess(t *testing.T) {
	m := newMesh(t)
	m.put("alpha/agent.json", `{"x-agentmesh":{"peerBridgeVerbs":["list_peers","x"]}}`) // a warning at the start
	s := m.start("alpha", m.env()...)
	for _, c := range []struct{ in, want string }{
		{"{not json}\n", `"id":null,"error":{"code":-32700`},
		{"\n\n  \n[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]\n", `"id":null,"error":{"code":-32600`},
		{"null\n", `"id":null,"error":{"code":-32600`},
		{"42\n", `"id":null,"error":{"code":-32600`},
		{`{"id":77,"method":"ping"}` + "\n", `"id":77,"result":{}`},
		{`{"jsonrpc":"2.0","id":78}` + "\n", `"id":78,"error":{"code":-32600`},
		{`{"jsonrpc":"2.0","id":null,"method":"nope"}` + "\n", `"id":null,"error":{"code":-32601`},
		{`{"jsonrpc":"2.0","method":"ping"}` + "\n" + `{"jsonrpc":"2.0","id":"s","method":"ping"}` + "\n", `"id":"s","result":{}`},
		{`{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}` + "\n", `"id":null,"error":{"code":-32600`},
		{`{"jsonrpc":"2.0","id":100,"method":"ping"}` + "\r\n\r\n", `"id":100,"result":{}`},
		{"Content-Length: 42\r\n\r\n", `"id":null,"error":{"code":-32700`},
		{strings.Repeat("x", 2<<20) + "\n", `"id":null,"error":{"code":-32700`},
		{`{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}` + "\n", `"id":2,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"agentmesh_peerbridge","version":"0.1.0"}}`},
		{`{"jsonrpc":"2.0","id":3,"method":"prompts/list"}` + "\n", `"id":3,"error":{"code":-32601,"message":"Unknown method: prompts/list"}`},
		{`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"list_peers"}}` + "\n", `"id":4,"result":{"content":[{"type":"text","text":"[]"}]}`},
	} {
		s.send(c.in)
		if got := s.recv(); !strings.Contains(got, c.want) || !json.Valid([]byte(got)) {
			t.Errorf("%.60q: got %s, want %s", c.in, got, c.want)
		}
	}
	s.send(`{"jsonrpc":"2.0","id":5,"method":"ping"}`) // no end of line
	if rest, status := s.end(); rest != "" || status != 0 {
		t.Errorf("at the end: %q, exit status %d", rest, status)
	}
}

// TestTheEndWaitsForCallsAndAPingOvertakes is 05c and 05e: a closed input lets calls
// finish and be answered, and short requests pass long ones.
func TestTheEndWaitsForCallsAndAPingOvertakes(t *testing.T) {
	m := newMesh(t)
	m.peers("alpha", "writer="+m.scripted("writer", m.path("beta")))
	s := m.start("alpha", m.env()...)
	s.request("delegate_to_peer", `{"peer":"writer","task":"x"}`)
	s.send(`{"jsonrpc":"2.0","id":"p","method":"ping"}` + "\n")
	if got := s.recv(); got != `{"jsonrpc":"2.0","id":"p","result":{}}` {
		t.Errorf("the ping must come first, got %s", got)
	}
	m.put("beta/go-on", "")
	rest, status := s.end()
	if !strings.Contains(rest, `\"status\":\"completed\"`) || status != 0 {
		t.Errorf("the call was not answered: %q, exit status %d", rest, status)
	}
}

func TestExitStatus(t *testing.T) {
	m := newMesh(t)
	c := exec.Command(os.Args[0], m.path("missing"))
	c.Env = []string{"BRIDGE_TEST_ROLE=bridge"}
	out, err := c.CombinedOutput()
	if c.ProcessState.ExitCode() != 1 || !strings.HasPrefix(string(out), "toolgrant: agent folder: ") {
		t.Errorf("a missing folder: %v, %s", err, out)
	}
}

// TestAMeshGivenOutright overrides the environment, for the bridge and for its peers.
func TestAMeshGivenOutright(t *testing.T) {
	m := newMesh(t)
	m.peers("alpha", "env")
	in := strings.NewReader(`{"id":1,"method":"tools/call","params":{"name":"delegate_to_peer","arguments":{"peer":"env","task":"x"}}}` + "\n")
	var out, errs strings.Builder
	err := Serve(t.Context(), Options{Folder: m.path("alpha"), Mesh: m.root, Env: []string{"AGENT_MESH_MESH_CEILING=/no/such"}, Stdin: in, Stdout: &out, Stderr: &errs})
	if err != nil || !strings.Contains(out.String(), "AGENT_MESH_MESH_CEILING="+m.root) || !strings.Contains(out.String(), "AGENT_MESH_MESH_ROOT="+m.path("mesh")) {
		t.Errorf("%v, %s, %s", err, out.String(), errs.String())
	}
}
