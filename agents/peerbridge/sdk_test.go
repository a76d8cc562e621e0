package peerbridge

import (
	"errors"
	"os"
	"os/exec"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestTheSDKsClient lets the public SDK's client be an independent witness: it agrees
// on the session, sees exactly the granted verbs in order, and is refused the others.
func TestTheSDKsClient(t *testing.T) {
	m := newMesh(t)
	m.peers("alpha", "ok")
	m.put("alpha/agent.json", `{"x-agentmesh":{"peerBridgeVerbs":["update_my_task","delegate_to_peer","list_peers"]}}`)
	cmd := exec.Command(os.Args[0], m.path("alpha"))
	cmd.Env = append(m.env(), "BRIDGE_TEST_ROLE=bridge")
	client := mcp.NewClient(&mcp.Implementation{Name: "witness", Version: "1"}, nil)
	s, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if r := s.InitializeResult(); r.ServerInfo.Name != "agentmesh_peerbridge" || r.Capabilities.Tools == nil || r.Capabilities.Tools.ListChanged {
		t.Errorf("initialize: %+v %+v", r.ServerInfo, r.Capabilities)
	}
	list, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names string
	for _, tool := range list.Tools {
		names += tool.Name + " "
	}
	if names != "list_peers delegate_to_peer update_my_task " {
		t.Errorf("listed %s", names)
	}
	for _, name := range []string{"fan_out_to_peers", "create_task_for_peer", "no_such_tool"} {
		_, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: map[string]any{"peer": "ok", "peers": []string{"ok"}, "task": "x"}})
		e, ok := errors.AsType[*jsonrpc.Error](err)
		if !ok || e.Code != -32602 || e.Message != "Unknown tool: "+name {
			t.Errorf("%s: %v, want -32602", name, err)
		}
	}
	r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "delegate_to_peer", Arguments: map[string]any{"peer": "ok", "task": "x"}})
	if err != nil || r.IsError || len(r.Content) != 1 {
		t.Fatalf("a granted call: %+v, %v", r, err)
	}
	if text, ok := r.Content[0].(*mcp.TextContent); !ok || field(t, text.Text, "status") != "completed" {
		t.Errorf("a granted call: %+v", r.Content[0])
	}
	if err := s.Ping(t.Context(), nil); err != nil {
		t.Errorf("ping: %v", err)
	}
}
