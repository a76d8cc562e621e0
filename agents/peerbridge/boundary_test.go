package peerbridge

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"toolgrant/model"
)

// listed is what tools/list shows.
func (s *session) listed() []string {
	s.t.Helper()
	s.send(`{"jsonrpc":"2.0","id":0,"method":"tools/list"}` + "\n")
	var r struct {
		Result struct{ Tools []struct{ Name string } }
	}
	if err := json.Unmarshal([]byte(s.recv()), &r); err != nil {
		s.t.Fatal(err)
	}
	names := []string{}
	for _, tool := range r.Result.Tools {
		names = append(names, tool.Name)
	}
	return names
}

// TestTheCaseTable is chapter 11: what a card says, what is offered, what stderr says.
// The same set is offered and let through, and Check tells the same story.
func TestTheCaseTable(t *testing.T) {
	six := model.AllVerbs()
	two := model.VerbSetOf(model.ListPeers, model.DelegateTo)
	field := func(v string) string { return `{"name":"alpha","x-agentmesh":{"peerBridgeVerbs":` + v + `}}` }
	for _, c := range []struct {
		name, card string
		want       model.VerbSet
		stderr     string // text of the lines; "" wants silence
		lines      int
	}{
		{"no card", "-", six, "", 0},
		{"no block", `{"name":"alpha"}`, six, "", 0},
		{"no key", `{"x-agentmesh":{"modes":["ask"]}}`, six, "", 0},
		{"key in another case", `{"x-agentmesh":{"PeerBridgeVerbs":[]}}`, six, "", 0},
		{"block in another case", `{"X-AgentMesh":{"peerBridgeVerbs":[]}}`, six, "", 0},
		{"key at the top", `{"peerBridgeVerbs":[]}`, six, "", 0},
		{"two", field(`["delegate_to_peer","list_peers"]`), two, "", 0},
		{"none", field(`[]`), 0, "", 0},
		{"duplicates", field(`["list_peers","delegate_to_peer","list_peers"]`), two, "", 0},
		{"duplicate keys", `{"x-agentmesh":{"peerBridgeVerbs":null,"peerBridgeVerbs":["list_peers","delegate_to_peer"]}}`, two, "", 0},
		{"unknown and misspelt", field(`["list_peers","List_Peers"," fan_out_to_peers","seventh","delegate_to_peer","*"]`), two, "is no peer verb and was left out", 4},
		{"entries that are no texts", field(`["list_peers",5,null,["fan_out_to_peers"],"delegate_to_peer"]`), two, "3 of the entries of peerBridgeVerbs are no texts", 1},
		{"only ignorable entries", field(`["*"]`), 0, "left out", 1},
		{"a string", field(`"delegate_to_peer,list_peers"`), 0, "is a string where an array of verbs is expected, so no peer verb is granted", 1},
		{"an object", field(`{"list_peers":true}`), 0, "is an object where", 1},
		{"a number", field(`6`), 0, "is a number where", 1},
		{"a boolean", field(`true`), 0, "is a boolean where", 1},
		{"null", field(`null`), 0, "is null where", 1},
		{"block is null", `{"x-agentmesh":null}`, 0, "x-agentmesh is null where an object is expected", 1},
		{"block is a list", `{"x-agentmesh":["peerBridgeVerbs"]}`, 0, "x-agentmesh is an array where", 1},
		{"card is a list", `[]`, 0, "the card is an array where", 1},
		{"card is null", `null`, 0, "the card is null where", 1},
		{"empty card", ``, 0, "so no peer verb is granted", 1},
		{"broken", `{"x-agentmesh":{"peerBridgeVerbs":["list_peers"`, 0, "so no peer verb is granted", 1},
		{"comment", `{/**/"x-agentmesh":{}}`, 0, "holds comments, so no peer verb is granted", 1},
		{"byte order mark", "\ufeff{}", 0, "byte order mark, so no peer verb is granted", 1},
		{"over 1 MiB", `{}` + strings.Repeat(" ", 1<<20), 0, "larger than 1 MiB, so no peer verb is granted", 1},
		{"a folder", "/", 0, "no plain file, so no peer verb is granted", 1},
		{"a link to nowhere", ">", 0, "no such file or directory, so no peer verb is granted", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := newMesh(t)
			switch c.card {
			case "-":
			case "/":
				m.put("alpha/agent.json/x", "")
			case ">":
				if err := os.Symlink("missing", m.path("alpha/agent.json")); err != nil {
					t.Fatal(err)
				}
			default:
				m.put("alpha/agent.json", c.card)
			}
			s := m.start("alpha", m.env()...)
			want := []string{}
			for v := range c.want.All() {
				want = append(want, string(v))
			}
			if got := s.listed(); !slices.Equal(got, want) {
				t.Errorf("listed %q, want %q", got, want)
			}
			// A card that changes later changes nothing.
			if err := os.RemoveAll(m.path("alpha/agent.json")); err != nil {
				t.Fatal(err)
			}
			refused := 0
			for _, v := range model.Verbs() {
				s.request(string(v), "")
				unknown := fmt.Sprintf(`"id":%d,"error":{"code":-32602,"message":"Unknown tool: %s"}`, s.last, v)
				if got := strings.Contains(s.recv(), unknown); got == c.want.Has(v) {
					t.Errorf("%s: refused %v", v, got)
				} else if got {
					refused++
				}
			}
			if _, status := s.end(); status != 0 {
				t.Errorf("exit status %d", status)
			}
			said := slices.Collect(strings.Lines(s.stderr.String()))
			if len(said) != c.lines+refused || !strings.Contains(s.stderr.String(), c.stderr) {
				t.Errorf("stderr: %q, want %d lines with %q and %d refusals", said, c.lines, c.stderr, refused)
			}
			for _, l := range said {
				if !strings.HasPrefix(l, "toolgrant: ") {
					t.Errorf("a line without our name: %q", l)
				}
			}
		})
	}
}

// TestUngrantedVerbsHaveNoEffect calls a verb that was not granted in every guise, over
// a registry and a board that would answer.
func TestUngrantedVerbsHaveNoEffect(t *testing.T) {
	m := newMesh(t)
	m.peers("alpha", "ok")
	m.put("alpha/agent.json", `{"x-agentmesh":{"peerBridgeVerbs":["list_my_tasks"]}}`)
	s := m.start("alpha", append(m.env(), "AGENT_MESH_MODE=ask")...)
	args := `{"peer":"ok","mode":"do","task":"x","title":"t","objective":"o","requirements":"r","peerBridgeVerbs":["create_task_for_peer"]}`
	for _, v := range model.Verbs() {
		for _, name := range []string{string(v), strings.ToUpper(string(v)), " " + string(v), string(v) + "\u0000", "mcp__agentmesh_peerbridge__" + string(v)} {
			if name == "list_my_tasks" {
				continue
			}
			s.send(`{"method":"tools/call","params":{"name":` + quote(name) + `,"arguments":` + args + "}}\n") // as a notification
			s.send(`{"id":"x","method":"tools/call","params":{"name":` + quote(name) + `,"arguments":` + args + "}}\n")
			want := `{"jsonrpc":"2.0","id":"x","error":{"code":-32602,"message":` + quote("Unknown tool: "+name) + `}}`
			if got := s.recv(); got != want {
				t.Errorf("%q:\n got %s\nwant %s", name, got, want)
			}
		}
	}
	if rest, status := s.end(); rest != "" || status != 0 {
		t.Errorf("left over %q, exit status %d", rest, status)
	}
	for _, gone := range []string{"mesh", "alpha/.agent-mesh", "beta/.agent-mesh"} {
		if _, err := os.Stat(m.path(gone)); !os.IsNotExist(err) {
			t.Errorf("a refused call left %s behind", gone)
		}
	}
}

// TestANotificationNeverActs lets a granted verb be called without an id.
func TestANotificationNeverActs(t *testing.T) {
	m := newMesh(t)
	m.peers("alpha", "ok")
	s := m.start("alpha", m.env()...)
	s.send(`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"create_task_for_peer","arguments":{"peer":"ok","title":"t","objective":"o","requirements":"r"}}}` + "\n")
	s.send(`{"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"create_task_for_peer","arguments":{"peer":"ok","title":"t","objective":"o","requirements":"r"}}}` + "\n")
	if got := s.recv(); !strings.Contains(got, `"id":null,"error":{"code":-32600`) {
		t.Errorf("got %s", got)
	}
	s.end()
	if _, err := os.Stat(m.path("mesh")); !os.IsNotExist(err) {
		t.Error("a notification wrote to the board")
	}
}

// TestDescriptionsNameOnlyWhatIsThere looks at every subset of the verbs.
func TestDescriptionsNameOnlyWhatIsThere(t *testing.T) {
	for set := model.VerbSet(0); set <= model.AllVerbs(); set++ {
		for _, tool := range tools(set) {
			for _, v := range model.Verbs() {
				if !set.Has(v) && strings.Contains(tool.Description+string(tool.InputSchema), string(v)) {
					t.Errorf("with %s, %s names %s", set, tool.Name, v)
				}
			}
			if !json.Valid(tool.InputSchema) || tool.Description == "" {
				t.Errorf("%s: schema %s, description %q", tool.Name, tool.InputSchema, tool.Description)
			}
		}
	}
}

func TestCheck(t *testing.T) {
	m := newMesh(t)
	m.put("alpha/agent.json", `{"x-agentmesh":{"peerBridgeVerbs":["list_peers","x"]}}`)
	got, err := Check(m.path("alpha"))
	if err != nil || got.Folder != m.path("alpha") || got.Verbs != model.VerbSetOf(model.ListPeers) || len(got.Notes) != 1 ||
		got.Why != m.path("alpha/agent.json")+": x-agentmesh.peerBridgeVerbs" {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := Check(m.path("missing")); err == nil {
		t.Error("a missing folder was checked")
	}
	if _, err := Check(m.path("mesh.json")); err == nil {
		t.Error("a file was checked")
	}
}
