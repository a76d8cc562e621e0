package peerbridge

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// play is a scripted peer. It answers as the peers of the recorded sessions did
// (spec/bridge.md, chapter 13, 08); each manner is one behaviour.
func play(manner string) {
	fmt.Fprintln(os.Stderr, "peer stderr noise /secret/where")
	if manner == "exit" {
		os.Exit(7)
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 4<<20)
	for in.Scan() {
		line := in.Text()
		var m struct{ ID json.RawMessage }
		json.Unmarshal([]byte(line), &m)
		answer(manner, line, string(m.ID))
	}
	if manner == "deaf" {
		time.Sleep(time.Hour) // until somebody ends it
	}
}

func answer(manner, line, id string) {
	switch manner {
	case "null":
		fmt.Println("null")
	case "garbage":
		fmt.Print("garbage\n", `{"jsonrpc":"2.0","id":999,"result":{}}`, "\n")
	case "big":
		fmt.Print(strings.Repeat("x", 2<<20), "\n")
	case "rpcerr":
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"peer says no /etc/passwd"}}`+"\n", id)
		return
	case "notask":
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{}}`+"\n", id)
		return
	case "noresult":
		fmt.Printf(`{"jsonrpc":"2.0","id":%s}`+"\n", id)
		return
	case "hang":
		os.WriteFile("pid", fmt.Append(nil, os.Getpid()), 0o644)
		time.Sleep(time.Hour) // until somebody ends it
	case "writer":
		write()
	case "recorded": // a node peer's own reply, under the id that was asked for
		data, _ := os.ReadFile("reply")
		_, rest, _ := strings.Cut(string(data), `,"result":`)
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":%s`+"\n", id, rest)
		return
	}
	state := map[string]string{"working": "TASK_STATE_WORKING", "old": "completed", "inreq": "TASK_STATE_INPUT_REQUIRED",
		"fail": "TASK_STATE_FAILED", "timeout": "TASK_STATE_FAILED", "cycle": "TASK_STATE_REJECTED"}[manner]
	artifacts := "[]"
	if state == "" {
		state = "TASK_STATE_COMPLETED"
		artifacts = `[{"artifactId":"a","parts":[{"text":` + quote(summary(manner, line)) + `},{"data":{}},{"text":"p2"}]},{"artifactId":"b","parts":[{"text":"p3"}]}]`
	}
	code := map[string]string{"fail": `"weird_code"`, "timeout": `"timeout"`, "cycle": `"cycle"`}[manner]
	if code == "" {
		code = "null"
	}
	metrics := map[string]string{"cost": `{"cost_usd":0.01,"subtree_cost_usd":0.03}`}[manner]
	if metrics == "" {
		metrics = "null"
	}
	fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"task":{"id":"t","contextId":"c","status":{"state":%q,"message":{"role":"ROLE_AGENT","parts":[{"text":"status text"}]}},"artifacts":%s,"metadata":{"agentmesh/files_changed":["/abs/leak"],"agentmesh/run_id":"child-run","agentmesh/log_path":"/abs/log","agentmesh/error_code":%s,"agentmesh/metrics":%s}}}}`+"\n",
		id, state, artifacts, code, metrics)
}

// summary is what the peer tells: of itself, or what it was told.
func summary(manner, line string) string {
	switch manner {
	case "env":
		env := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "BRIDGE_TEST") || strings.HasPrefix(v, "GO") })
		slices.Sort(env)
		return strings.Join(env, "\x01")
	case "cwd":
		dir, _ := os.Getwd()
		return dir
	case "wire":
		return line
	}
	return "see /home/u/x y.txt"
}

// write is a task that changes the folder, slowly. Another writer at the same time
// leaves a trace in a file that nobody takes away.
func write() {
	f, err := os.OpenFile("writing", os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		os.WriteFile("overlap", nil, 0o644)
		return
	}
	fmt.Fprint(f, os.Getpid())
	f.Close()
	for range 3000 { // long enough for a second writer to come, on any machine
		if _, err := os.Stat("go-on"); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	os.Remove("writing")
	os.WriteFile("wrote", nil, 0o644)
}

func quote(s string) string { b, _ := json.Marshal(s); return string(b) }
