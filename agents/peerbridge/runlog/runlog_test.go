package runlog

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"toolgrant/agents/peerbridge/a2a"
)

func clock() time.Time {
	return time.Date(2026, 11, 30, 23, 59, 1, 5e6, time.FixedZone("west", -3600))
}

func TestRecords(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "logs")
	l := Open(dir, clock, func(s string) { t.Error(s) })
	alpha, beta, run, code := "alpha", "beta", "run-P", "weird"
	r := l.Begin(Head{&alpha, &beta, json.RawMessage(`"ask"`), &run})
	r.Started("m-1")
	r.Done("m-1", a2a.Outcome{Status: "failed", ErrorCode: &code, Changes: json.RawMessage(`["/x"]`), BestEffort: true,
		LogPath: "/l", RunID: &run, Summary: "see /home/u/x y C:\\Users\\b 'q/r' https://e.com/a " + strings.Repeat("😀", 200), Cost: json.RawMessage("0.5")})
	r.Failed("m-1", "spawn_failed")
	l.Begin(Head{nil, nil, json.RawMessage(`null`), nil}).Refused("bad_input")
	data, err := os.ReadFile(filepath.Join(dir, "a2a-2026-12-01.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	id := `a2a-2026-12-01T00-59-01-005Z-`
	head := `{"kind":"a2a","from":"alpha","to":"beta","mode":"ask","parent_run_id":"run-P","started_at":"2026-12-01T00:59:01.005Z","id":"` + id + `XXXXXXXX",`
	done := head + `"state":"done","finished_at":"2026-12-01T00:59:01.005Z",`
	preview := "see [path] y [path] 'q[path]' https:[path] "
	for i, want := range []string{
		head + `"state":"started","message_id":"m-1"}`,
		done + `"message_id":"m-1","status":"failed","error_code":"weird","child_log_path":"/l","child_run_id":"run-P","summary_preview":"` +
			preview + strings.Repeat("😀", (200-len(preview))/2) + `","peer_changes":["/x"],"best_effort":true,"subtree_cost_usd":0.5}`,
		done + `"message_id":"m-1","status":"error","error_code":"spawn_failed"}`,
		strings.Replace(done, `"from":"alpha","to":"beta","mode":"ask","parent_run_id":"run-P"`, `"from":null,"to":null,"mode":null,"parent_run_id":null`, 1) +
			`"message_id":null,"status":"rejected","error_code":"bad_input"}`,
		"",
	} {
		got := lines[i]
		if _, rest, ok := strings.Cut(got, id); ok {
			got = strings.Replace(got, rest[:8], "XXXXXXXX", 1)
		}
		if got != want {
			t.Errorf("line %d:\n got %s\nwant %s", i+1, got, want)
		}
	}
}

func TestARecordThatCannotBeWrittenIsTold(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	var told []string
	l := Open(filepath.Join(file, "logs"), clock, func(s string) { told = append(told, s) })
	l.Begin(Head{Mode: json.RawMessage(`"ask"`)}).Started("m")
	if len(told) != 1 || !strings.HasPrefix(told[0], "run log: ") {
		t.Errorf("told %q", told)
	}
}
