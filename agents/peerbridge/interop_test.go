package peerbridge

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestRepliesOfANodePeer lets a peer of ours send what a node peer answered in the
// recorded session, with other texts in it; the answers to the worker are those that
// the node bridge gave for them.
func TestRepliesOfANodePeer(t *testing.T) {
	data, err := os.ReadFile("testdata/node-peer-replies.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	replies := strings.Split(strings.TrimSpace(string(data)), "\n")
	refusal := func(status, code, summary string) string {
		return `{"ok":false,"peer":"node","status":"` + status + `","error_code":"` + code + `","files_changed":null,"peer_changes":null,"best_effort":false,"log_path":"","summary":` + quote(summary) + `,"subtree_cost_usd":null}`
	}
	wants := []string{
		`{"ok":true,"peer":"node","status":"completed","error_code":null,"files_changed":null,"peer_changes":null,"best_effort":false,"log_path":"/bridge/mesh/beta/.agent-mesh/logs/delegate-2026-11-30.jsonl","summary":"answer from beta","subtree_cost_usd":0.01}`,
		refusal("rejected", "bad_input", "first words of the peer"),
		refusal("rejected", "mode_disabled", "second words of the peer"),
		refusal("failed", "bad_input", `third words of the "peer"`),
	}
	if len(replies) != len(wants) {
		t.Fatalf("%d replies", len(replies))
	}
	for i, want := range wants {
		m := newMesh(t)
		m.put("beta/reply", replies[i])
		m.peers("alpha", "node="+m.scripted("recorded", m.path("beta")))
		s := m.start("alpha", m.env()...)
		if got := s.call("delegate_to_peer", `{"peer":"node","task":"hello"}`); got != want {
			t.Errorf("reply %d:\n got %s\nwant %s", i+1, got, want)
		}
		s.end()
	}
}

// TestBoardFilesOfANodeBridge lists and advances tasks that a node bridge wrote, and
// compares the listing with what the node bridge said of them.
func TestBoardFilesOfANodeBridge(t *testing.T) {
	recorded, err := os.ReadFile("testdata/node-board-listing.json")
	if err != nil {
		t.Fatal(err)
	}
	var listing struct{ Tasks []json.RawMessage }
	if err := json.Unmarshal(recorded, &listing); err != nil {
		t.Fatal(err)
	}
	m := newMesh(t)
	m.peers("beta", "alpha")
	for _, raw := range listing.Tasks {
		var b strings.Builder
		e := json.NewEncoder(&b) // the recorded texts have nothing that encoders disagree on
		e.SetIndent("", "  ")
		if err := e.Encode(raw); err != nil {
			t.Fatal(err)
		}
		m.put("mesh/board/tasks/"+field(t, string(raw), "id")+".json", b.String())
	}
	before := m.get("mesh/board/tasks/alpha-beta-002.json")
	s := m.start("beta", m.env()...)
	if got := s.call("list_my_tasks", ""); got+"\n" != string(recorded) {
		t.Errorf(" got %s\nwant %s", got, recorded)
	}
	for _, state := range []string{"acknowledged", "in-progress", "done"} {
		if got := s.call("update_my_task", `{"task_id":"alpha-beta-001","state":"`+state+`","result":"all\u2028of <it> 😀"}`); field(t, got, "ok") != "true" {
			t.Fatalf("%s: %s", state, got)
		}
	}
	s.call("create_task_for_peer", `{"peer":"alpha","title":"\u2028\u0001\u007f","objective":"<a&b>","requirements":"\ud83d\ude00\\u2028"}`)
	s.end()
	if m.get("mesh/board/tasks/alpha-beta-002.json") != before {
		t.Error("a task that was not advanced was touched")
	}
	asNodeWrites(t, m, "alpha-beta-001", "alpha-beta-002", "beta-alpha-001")
}

// asNodeWrites has Node itself write the files again; nothing may change.
func asNodeWrites(t *testing.T, m mesh, ids ...string) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Log("no node here: files were not compared with what JSON.stringify writes")
		return
	}
	for _, id := range ids {
		file := m.path("mesh/board/tasks", id+".json")
		c := exec.Command(node, "-e", `const t=require("fs").readFileSync(process.argv[1],"utf8");process.stdout.write(JSON.stringify(JSON.parse(t),null,2)+"\n")`, file)
		out, err := c.Output()
		if err != nil {
			t.Fatal(err)
		}
		if got := m.get("mesh/board/tasks/" + id + ".json"); got != string(out) {
			t.Errorf("%s:\nours %s\nnode %s", id, got, out)
		}
	}
}

// TestTheInspectorListsWhatIsGranted lets a public tool look, where one is installed:
// TOOLGRANT_TEST_INSPECTOR names the script of @modelcontextprotocol/inspector that
// launches its command line, and node must be 22.19 or later.
func TestTheInspectorListsWhatIsGranted(t *testing.T) {
	script := os.Getenv("TOOLGRANT_TEST_INSPECTOR")
	node, err := exec.LookPath("node")
	if script == "" || err != nil {
		t.Skip("TOOLGRANT_TEST_INSPECTOR names no inspector, or there is no node")
	}
	version, err := exec.Command(node, "-p", "Number(process.versions.node.split('.')[0])>=22").Output()
	if err != nil || strings.TrimSpace(string(version)) != "true" {
		t.Skip("the inspector needs node 22")
	}
	m := newMesh(t)
	m.put("alpha/agent.json", `{"x-agentmesh":{"peerBridgeVerbs":["list_my_tasks","list_peers"]}}`)
	args := []string{script, "--cli", "-e", "BRIDGE_TEST_ROLE=bridge"}
	for _, v := range m.env() {
		args = append(args, "-e", v)
	}
	c := exec.Command(node, append(args, os.Args[0], m.path("alpha"), "--method", "tools/list", "--strict")...)
	c.Env = append(os.Environ(), "HOME="+t.TempDir())
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var r struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal(out, &r); err != nil || len(r.Tools) != 2 || r.Tools[0].Name != "list_peers" || r.Tools[1].Name != "list_my_tasks" {
		t.Errorf("the inspector saw %s", out)
	}
}
