package peerbridge

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func long(n int) string { return strings.Repeat("x", n) }

// TestDelegateRefusals is table 7.2: the code, and that the first condition decides.
func TestDelegateRefusals(t *testing.T) {
	m := newMesh(t)
	m.peers("alpha", "ok", "nullpeer=null", "dead="+m.scripted("ok", m.path("missing")), "badurl={\"url\":\"ftp://x\"}",
		"rootless={\"url\":\"http://127.0.0.1:1\"}", "self="+m.scripted("ok", m.path("alpha")), "text=\"x\"")
	m.peers("beta", "ok")
	ask := m.env()
	do := append(m.env(), "AGENT_MESH_MODE=do", "AGENT_MESH_TIMEOUT_MS=20")
	start := m.starter("alpha")
	for _, c := range []struct {
		name, args string
		env        []string
		peer, code string
		summary    string
	}{
		{"1 before all others", `{"mode":"do"}`, ask, "<nil>", readonlyParent, "ask mode"},
		{"1 mode in another spelling", `{"mode":"do","peer":"ok","task":"x"}`, append(m.env(), "AGENT_MESH_MODE=DO"), "ok", readonlyParent, "ask mode"},
		{"2 missing", `{}`, ask, "<nil>", badInput, "peer name"},
		{"2 number", `{"peer":5,"task":"x"}`, ask, "5", badInput, "peer name"},
		{"2 empty", `{"peer":"","task":""}`, ask, "", badInput, "peer name"},
		{"2 key in another case", `{"Peer":"ok","task":"x"}`, ask, "<nil>", badInput, "peer name"},
		{"2 no object", `"abc"`, ask, "<nil>", badInput, "peer name"},
		{"2 null", `null`, ask, "<nil>", badInput, "peer name"},
		{"3 missing", `{"peer":"ghost"}`, ask, "ghost", badInput, "task text"},
		{"3 blank", `{"peer":"ghost","task":"  \n\ufeff"}`, ask, "ghost", badInput, "task text"},
		{"3 number", `{"peer":"ghost","task":1}`, ask, "ghost", badInput, "task text"},
		{"4", `{"peer":"ghost","task":"` + long(16385) + `"}`, ask, "ghost", badInput, "16384"},
		{"4 in units", `{"peer":"ghost","task":"` + strings.Repeat("😀", 8193) + `"}`, ask, "ghost", badInput, "16384"},
		{"6", `{"peer":"ghost","task":"` + strings.Repeat("😀", 8192) + `"}`, nil, "ghost", badInput, `"ghost"`},
		{"6 null entry", `{"peer":"nullpeer","task":"x"}`, ask, "nullpeer", badInput, `"nullpeer"`},
		{"6 constructor", `{"peer":"constructor","task":"x"}`, ask, "constructor", badInput, `"constructor"`},
		{"6 __proto__", `{"peer":"__proto__","task":"x"}`, ask, "__proto__", badInput, `"__proto__"`},
		{"7 nothing set", `{"peer":"ok","task":"x"}`, nil, "ok", callerUnresolved, "AGENT_MESH_MESH_CEILING and AGENT_MESH_MESH_ROOT are both unset"},
		{"7 empty", `{"peer":"ok","task":"x"}`, []string{"AGENT_MESH_MESH_CEILING="}, "ok", callerUnresolved, "unset"},
		{"7 elsewhere", `{"peer":"ok","task":"x"}`, []string{"AGENT_MESH_MESH_CEILING=/no/such"}, "ok", callerUnresolved, "/no/such, agent root " + m.path("alpha")},
		{"7 names doctor", `{"peer":"ok","task":"x"}`, []string{"AGENT_MESH_MESH_CEILING=/no/such"}, "ok", callerUnresolved, "doctor"},
		{"8", `{"peer":"rootless","mode":"do","task":"x"}`, do, "rootless", badInput, "no local root"},
		{"missing root", `{"peer":"dead","mode":"do","task":"x"}`, do, "dead", spawnFailed, "no such file"},
		{"cycle into ourselves", `{"peer":"self","mode":"do","task":"x"}`, do, "self", cycle, "self"},
		{"cycle into the chain", `{"peer":"ok","mode":"do","task":"x"}`, append(slices.Clip(do), "AGENT_MESH_PATH=/x\n"+m.path("beta")), "ok", cycle, "ok"},
		{"depth", `{"peer":"ok","mode":"do","task":"x"}`, append(slices.Clip(do), "AGENT_MESH_DEPTH=0"), "ok", depthBudget, "depth"},
		{"depth that cannot be read", `{"peer":"ok","mode":"do","task":"x"}`, append(slices.Clip(do), "AGENT_MESH_DEPTH=x"), "ok", depthBudget, "depth"},
		{"negative depth", `{"peer":"ok","mode":"do","task":"x"}`, append(slices.Clip(do), "AGENT_MESH_DEPTH=-1"), "ok", depthBudget, "depth"},
		{"10 missing root", `{"peer":"dead","task":"x"}`, ask, "dead", spawnFailed, "no such file"},
		{"10 bad url", `{"peer":"badurl","task":"x"}`, ask, "badurl", spawnFailed, "http"},
		{"10 no object", `{"peer":"text","task":"x"}`, ask, "text", spawnFailed, "no object"},
	} {
		s := start(c.env)
		got := s.call("delegate_to_peer", c.args)
		if field(t, got, "ok") != "false" || field(t, got, "peer") != c.peer || field(t, got, "status") != "rejected" ||
			field(t, got, "error_code") != c.code || field(t, got, "log_path") != "" || !strings.Contains(field(t, got, "summary"), c.summary) {
			t.Errorf("%s: got %s, want %s with %q", c.name, got, c.code, c.summary)
		}
		if keys := regexp.MustCompile(`"(\w+)":`).FindAllString(got, -1); strings.Join(keys, "") != `"ok":"peer":"status":"error_code":"summary":"log_path":` {
			t.Errorf("%s: members %s", c.name, keys)
		}
	}
	if _, err := os.Stat(m.path("missing")); !os.IsNotExist(err) {
		t.Error("a missing peer root was made")
	}
}

// TestRegistryFaults is row 5 for all verbs that look at the registry.
func TestRegistryFaults(t *testing.T) {
	for text, reason := range map[string]string{
		"": "absent", "{nope": "absent", "null": "stale_registry", `{"peers":{"ok":{}}}`: "stale_registry",
		`{"x-agentmesh-generated":"true","peers":{"ok":{}}}`: "stale_registry", `{"x-agentmesh-generated":true,"peers":[]}`: "stale_registry",
	} {
		m := newMesh(t)
		if text != "" {
			m.put("alpha/registry.json", text)
		}
		s := m.start("alpha", m.env()...)
		if got := s.call("list_peers", ""); got != "[]" {
			t.Errorf("%s: peers %s", text, got)
		}
		for _, c := range []struct{ tool, args, code string }{
			{"delegate_to_peer", `{"peer":"ok","task":"x"}`, badInput},
			{"fan_out_to_peers", `{"peers":["ok"],"task":"x"}`, badInput},
			{"create_task_for_peer", `{"peer":"ok","title":"t","objective":"o","requirements":"r"}`, badPeer},
		} {
			if got := s.call(c.tool, c.args); field(t, got, "error_code") != c.code || !strings.Contains(got, reason) {
				t.Errorf("%s, %s: %s, want %s with %s", text, c.tool, got, c.code, reason)
			}
		}
		s.end()
	}
}

// TestDelegateAnswers holds the recorded answers of scripted peers (08): the same
// members in the same order with the same values.
func TestDelegateAnswers(t *testing.T) {
	m := newMesh(t)
	one := []string{"ok", "garbage", "null", "big", "notask", "noresult", "working", "old", "inreq", "fail", "timeout", "cost", "cycle"}
	m.peers("alpha", append(one, "rpcerr", "exit", "dead="+m.scripted("ok", m.path("missing")),
		"enoent={\"root\":\"../beta\",\"command\":\"/no/such/cmd\"}",
		fmt.Sprintf(`spawnform={"root":"../beta","env":{"BRIDGE_TEST_ROLE":"peer"},"spawn":{"command":%q,"args":["ok"]}}`, os.Args[0]))...)
	s := m.start("alpha", m.env()...)
	full := func(peer, status, code, summary, cost string, ok bool) string {
		return fmt.Sprintf(`{"ok":%v,"peer":%q,"status":%q,"error_code":%s,"files_changed":["/abs/leak"],"peer_changes":["/abs/leak"],"best_effort":false,"log_path":"/abs/log","summary":%s,"subtree_cost_usd":%s}`,
			ok, peer, status, code, quote(summary), cost)
	}
	bare := func(peer string) string {
		return fmt.Sprintf(`{"ok":false,"peer":%q,"status":"unknown","error_code":null,"files_changed":null,"peer_changes":null,"best_effort":false,"log_path":"","summary":"","subtree_cost_usd":null}`, peer)
	}
	rejected := func(peer, summary string) string {
		return fmt.Sprintf(`{"ok":false,"peer":%q,"status":"rejected","error_code":"spawn_failed","summary":%s,"log_path":""}`, peer, quote(summary))
	}
	text := "see /home/u/x y.txt\n\np2\n\np3"
	for _, c := range []struct{ peer, want string }{
		{"ok", full("ok", "completed", "null", text, "null", true)},
		{"spawnform", full("spawnform", "completed", "null", text, "null", true)},
		{"garbage", full("garbage", "completed", "null", text, "null", true)},
		{"null", full("null", "completed", "null", text, "null", true)},
		{"big", full("big", "completed", "null", text, "null", true)},
		{"cost", full("cost", "completed", "null", text, "0.03", true)},
		{"notask", bare("notask")},
		{"noresult", bare("noresult")},
		{"working", full("working", "working", "null", "status text", "null", false)},
		{"old", full("old", "unknown", "null", "status text", "null", false)},
		{"inreq", full("inreq", "input-required", "null", "status text", "null", false)},
		{"fail", full("fail", "failed", `"weird_code"`, "status text", "null", false)},
		{"timeout", full("timeout", "failed", `"timeout"`, "status text", "null", false)},
		{"cycle", full("cycle", "rejected", `"cycle"`, "status text", "null", false)},
		{"rpcerr", rejected("rpcerr", "peer says no [path]")},
		{"exit", rejected("exit", `peer "exit" exited (7): peer stderr noise [path]`)},
		{"enoent", rejected("enoent", `peer "enoent" cannot be run: no such file or directory`)},
	} {
		if got := s.call("delegate_to_peer", `{"peer":"`+c.peer+`","task":"x"}`); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.peer, got, c.want)
		}
	}
	s.end()
}

// TestWhatAPeerIsTold looks at the message, the folder and the environment of a peer.
func TestWhatAPeerIsTold(t *testing.T) {
	m := newMesh(t)
	evil := []string{"AGENT_MESH_PATH=/evil", "AGENT_MESH_DEPTH=99", "AGENT_MESH_MODE=do", "AGENT_MESH_MESH_ROOT=/evil", "AGENT_MESH_MESH_CEILING=/evil",
		"AGENT_MESH_HOOK_LOG=/evil", "AGENT_MESH_RUN_ID=evil", "AGENT_MESH_ROOT=/evil", "agent_mesh_mode=do", "FOO=bar"}
	wire := strings.Replace(m.scripted("wire", m.path("beta")), "{", `{"thinking_effort":"max",`, 1)
	env := strings.Replace(m.scripted("env", m.path("beta"), evil...), `"env":{`, `"env":{"AGENT_MESH_MODE=do;X":"1","":"x","NUL\u0000X":"y",`, 1)
	relative := strings.Replace(m.scripted("cwd", m.path("beta")), m.path("beta"), "../beta", 1)
	m.peers("alpha", "wire="+wire, "env="+env, "cwd="+relative)
	s := m.start("alpha", append(m.env(), "SECRET=parent-secret", "AGENT_MESH_RUN_ID=run-P", "AGENT_MESH_PATH=/x\n/y", "AGENT_MESH_DEPTH=2x", "AGENT_MESH_ENABLED_MODES=ask,do", "PATH=/bin")...)
	told := func(peer, more string) string {
		return strings.TrimSuffix(field(t, s.call("delegate_to_peer", `{"peer":"`+peer+`","task":"  padded task "`+more+`}`), "summary"), "\n\np2\n\np3")
	}
	id := regexp.MustCompile(`"messageId":"[0-9a-f-]{36}"`)
	message := func(meta string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{ID,"role":"ROLE_USER","parts":[{"text":"  padded task "}],"metadata":{` + meta + `}}}}`
	}
	for more, want := range map[string]string{
		``:                         message(`"agentmesh/mode":"ask","agentmesh/caller":"alpha","agentmesh/parent_run_id":"run-P","agentmesh/thinking_effort":"max"`),
		`,"new_conversation":true`: message(`"agentmesh/mode":"ask","agentmesh/caller":"alpha","agentmesh/parent_run_id":"run-P","agentmesh/reset_conversation":true,"agentmesh/thinking_effort":"max"`),
		`,"new_conversation":"true","thinking_effort":"low","from":"evil","caller":"evil"`: message(`"agentmesh/mode":"ask","agentmesh/caller":"alpha","agentmesh/parent_run_id":"run-P","agentmesh/thinking_effort":"max"`),
		`,"mode":null`:    message(`"agentmesh/mode":null,"agentmesh/caller":"alpha","agentmesh/parent_run_id":"run-P","agentmesh/thinking_effort":"max"`),
		`,"mode":"weird"`: message(`"agentmesh/mode":"weird","agentmesh/caller":"alpha","agentmesh/parent_run_id":"run-P","agentmesh/thinking_effort":"max"`),
	} {
		if got := id.ReplaceAllString(told("wire", more), "ID"); got != want {
			t.Errorf("%s:\n got %s\nwant %s", more, got, want)
		}
	}
	if got := told("cwd", ""); got != m.path("beta") {
		t.Errorf("a relative root begins at the agent's: the peer ran in %s", got)
	}
	want := strings.Join([]string{"AGENT_MESH_DEPTH=2x", "AGENT_MESH_MESH_CEILING=" + m.root, "AGENT_MESH_MESH_ROOT=" + m.path("mesh"),
		"AGENT_MESH_PATH=/x\n/y", "AGENT_MESH_RUN_ID=run-P", "FOO=bar", "PATH=/bin", "SECRET=parent-secret"}, "\x01")
	if got := told("env", ""); got != want {
		t.Errorf("environment:\n got %q\nwant %q", got, want)
	}
	s.end()
	s = m.start("alpha", append(m.env(), "AGENT_MESH_DEPTH=-5")...)
	if got := told("env", ""); !strings.Contains(got, "AGENT_MESH_DEPTH=0\x01") || strings.Contains(got, "AGENT_MESH_MODE") || strings.Contains(got, "evil") {
		t.Errorf("what we do not have the peer must not have, and an unreadable depth is none: %q", got)
	}
	s.end()
}

// TestHTTPPeers covers the peers of recorded session 10 over the whole bridge, and the
// chain of two roots that the reference could not send.
func TestHTTPPeers(t *testing.T) {
	var header http.Header
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header = r.Header
		if r.URL.Path == "/ok" {
			fmt.Fprint(w, `{"jsonrpc":"2.0","id":1,"result":{"task":{"status":{"state":"TASK_STATE_COMPLETED","message":{"parts":[{"text":"http ok"}]}}}}}`)
			return
		}
		http.Redirect(w, r, "/ok", http.StatusTemporaryRedirect)
	}))
	defer server.Close()
	m := newMesh(t)
	m.peers("alpha", `ok={"url":"`+server.URL+`/ok"}`, `writer={"url":"`+server.URL+`/ok","root":"../beta"}`, `redirect={"url":"`+server.URL+`/r"}`)
	s := m.start("alpha", append(m.env(), "AGENT_MESH_PATH=/one\n/two", "AGENT_MESH_DEPTH=1", "AGENT_MESH_MODE=do")...)
	for _, c := range []struct{ args, key, want string }{
		{`{"peer":"ok","task":"x"}`, "summary", "http ok"},
		{`{"peer":"ok","mode":"do","task":"x"}`, "error_code", badInput},
		{`{"peer":"writer","mode":"do","task":"x"}`, "summary", "http ok"},
		{`{"peer":"redirect","task":"x"}`, "summary", `peer "redirect" returned HTTP 307, and redirects are not followed`},
	} {
		if got := field(t, s.call("delegate_to_peer", c.args), c.key); got != c.want {
			t.Errorf("%s: %s %q, want %q", c.args, c.key, got, c.want)
		}
	}
	if header.Get("X-AgentMesh-Path-B64") != "WyIvb25lIiwiL3R3byJd" || header.Get("X-AgentMesh-Depth") != "1" {
		t.Errorf("headers %v", header)
	}
	s.end()
}

// TestRunLog is chapter 9b: which records a call leaves, by state, status and code.
func TestRunLog(t *testing.T) {
	m := newMesh(t)
	m.peers("alpha", "ok", "cost", "exit", "fail", "dead="+m.scripted("ok", m.path("missing")))
	s := m.start("alpha", append(m.env(), "AGENT_MESH_RUN_ID=run-P", "AGENT_MESH_LOG_DIR=logs")...)
	s.call("delegate_to_peer", `{"peer":"cost","task":"x"}`)
	s.call("delegate_to_peer", `{"peer":"exit","mode":"weird","task":"x"}`)
	s.call("delegate_to_peer", `{"peer":5,"task":"x"}`)
	s.call("delegate_to_peer", `{"peer":"dead","task":"x"}`)
	s.call("fan_out_to_peers", `{"peers":["fail"],"task":"x"}`)
	s.end()
	files, err := filepath.Glob(m.path("alpha/logs/a2a-*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatalf("log files %q, %v", files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(string(data)) {
		var r map[string]any
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		got = append(got, strings.TrimSpace(fmt.Sprintln(r["from"], r["to"], r["mode"], r["parent_run_id"], r["state"], r["status"], r["error_code"], r["subtree_cost_usd"], r["child_run_id"], r["message_id"] != nil)))
	}
	want := []string{
		"alpha cost ask run-P started <nil> <nil> <nil> <nil> true", "alpha cost ask run-P done completed <nil> 0.03 child-run true",
		"alpha exit weird run-P started <nil> <nil> <nil> <nil> true", "alpha exit weird run-P done error spawn_failed <nil> <nil> true",
		"alpha <nil> ask run-P done rejected bad_input <nil> <nil> false",
		"alpha dead ask run-P done rejected spawn_failed <nil> <nil> false",
		"alpha fail ask run-P started <nil> <nil> <nil> <nil> true", "alpha fail ask run-P done failed weird_code <nil> child-run true",
	}
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Errorf("records:\n got %s\nwant %s", strings.Join(got, "\n     "), strings.Join(want, "\n     "))
			break
		}
	}
}
