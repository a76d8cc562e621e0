package peerbridge

import (
	"strings"
	"testing"
)

// TestFanOutRefusals is 7.3 in its order: each row has everything wrong that comes
// after it, so that the first must have decided.
func TestFanOutRefusals(t *testing.T) {
	m := newMesh(t)
	m.peers("alpha", "ok", "dead="+m.scripted("ok", m.path("missing")))
	nine := `["ghost"` + strings.Repeat(`,"ghost"`, 8) + `]`
	spent := append(m.env(), "AGENT_MESH_DEPTH=0")
	start := m.starter("alpha")
	for _, c := range []struct {
		name, args, code, summary string
		env                       []string
	}{
		{"do", `{"mode":"do","peers":"x"}`, modeDisabled, `"do"`, spent},
		{"null mode", `{"mode":null,"peers":"x"}`, modeDisabled, "null", spent},
		{"no peers", `{}`, badInput, "non-empty array", spent},
		{"peers a text", `{"peers":"ok","task":"x"}`, badInput, "non-empty array", spent},
		{"peers empty", `{"peers":[],"task":"x"}`, badInput, "non-empty array", spent},
		{"too many", `{"peers":` + nine + `}`, badInput, "9 peers are more than the cap maxPeers of 8", spent},
		{"no task", `{"peers":["ghost"]}`, badInput, "task text", spent},
		{"blank task", `{"peers":["ghost"],"task":" "}`, badInput, "task text", spent},
		{"long task", `{"peers":["ghost"],"task":"` + long(16385) + `"}`, badInput, "16384", spent},
		{"depth", `{"peers":["ghost"],"task":"x"}`, depthBudget, "depth", spent},
		{"unknown", `{"peers":["ok","ghost","other"],"task":"x"}`, badInput, `"ghost"`, m.env()},
		{"number", `{"peers":[5],"task":"x"}`, badInput, `"5"`, m.env()},
		{"constructor", `{"peers":["constructor"],"task":"x"}`, badInput, `"constructor"`, m.env()},
		{"nobody can be reached", `{"peers":["dead"],"task":"x"}`, spawnFailed, "dead", m.env()},
		{"cap of one", `{"peers":["ok","ok"],"task":"x"}`, badInput, "cap maxPeers of 1", append(m.env(), "AGENT_MESH_FAN_OUT_MAX_PEERS=1")},
	} {
		s := start(c.env)
		got := s.call("fan_out_to_peers", c.args)
		if want := `{"ok":false,"error_code":"` + c.code + `","summary":`; !strings.HasPrefix(got, want) || !strings.Contains(field(t, got, "summary"), c.summary) {
			t.Errorf("%s: got %s, want %s with %q", c.name, got, c.code, c.summary)
		}
	}
}

// TestFanOutAnswers holds the recorded shapes, in the order of the names, with a peer
// that is dead beside others that are not.
func TestFanOutAnswers(t *testing.T) {
	m := newMesh(t)
	m.peers("alpha", "ok", "rpcerr", "working", "fail", "exit", "notask", "cycle", "timeout", "wire", "dead="+m.scripted("ok", m.path("missing")))
	s := m.start("alpha", append(m.env(), "AGENT_MESH_FAN_OUT_MAX_PEERS=20")...)
	text := quote("see /home/u/x y.txt\n\np2\n\np3")
	want := `[{"peer":"ok","status":"ok","answer":` + text + `,"log_path":"/abs/log"},` +
		`{"peer":"rpcerr","status":"error","error_code":"spawn_failed"},` +
		`{"peer":"working","status":"error","answer":"status text","log_path":"/abs/log"},` +
		`{"peer":"ok","status":"ok","answer":` + text + `,"log_path":"/abs/log"},` +
		`{"peer":"dead","status":"error","error_code":"spawn_failed"},` +
		`{"peer":"fail","status":"error","answer":"status text","error_code":"weird_code","log_path":"/abs/log"},` +
		`{"peer":"exit","status":"error","error_code":"spawn_failed"},` +
		`{"peer":"notask","status":"error"},` +
		`{"peer":"cycle","status":"error","answer":"status text","error_code":"cycle","log_path":"/abs/log"},` +
		`{"peer":"timeout","status":"timeout","answer":"status text","error_code":"timeout","log_path":"/abs/log"}]`
	if got := s.call("fan_out_to_peers", `{"peers":["ok","rpcerr","working","ok","dead","fail","exit","notask","cycle","timeout"],"task":"x"}`); got != want {
		t.Errorf(" got %s\nwant %s", got, want)
	}
	// One process serves a name that is there twice, with two requests.
	got := s.call("fan_out_to_peers", `{"peers":["wire","wire"],"task":"fan"}`)
	if !strings.Contains(got, `{\"jsonrpc\":\"2.0\",\"id\":1,`) || !strings.Contains(got, `{\"jsonrpc\":\"2.0\",\"id\":2,`) {
		t.Errorf("two requests to one process are wanted: %s", got)
	}
	s.end()
}

// TestFanOutWithoutAName is lenient where delegation is not: the message goes out
// without a caller, and the log says that it is unknown.
func TestFanOutWithoutAName(t *testing.T) {
	m := newMesh(t)
	m.peers("alpha", "wire")
	s := m.start("alpha", "AGENT_MESH_LOG_DIR="+m.path("logs"))
	if got := s.call("fan_out_to_peers", `{"peers":["wire"],"task":"x"}`); strings.Contains(got, "agentmesh/caller") || !strings.Contains(got, `"status":"ok"`) {
		t.Errorf("got %s", got)
	}
	s.end()
}
