package a2a

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestTheRecordedWire holds requests against what a node bridge sent to its peer: the
// same members in the same order.
func TestTheRecordedWire(t *testing.T) {
	data, err := os.ReadFile("testdata/wire-to-peer.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(data)), "\n")
	for i, m := range []Message{
		{ID: "193d754c-b4bf-48cb-a18a-a634ffbf0339", Text: "  padded task ", Mode: json.RawMessage(`"ask"`), Caller: "alpha", Parent: "run-P", Reset: true, Effort: json.RawMessage(`"max"`)},
		{ID: "0ada9714-870e-4b29-8963-ac77dc638413", Text: "fan", Mode: json.RawMessage(`"ask"`), Caller: "alpha", Parent: "run-P"},
		{ID: "d69cd110-f141-43fc-8b18-e08de50ec6d2", Text: "fan", Mode: json.RawMessage(`"ask"`), Caller: "alpha", Parent: "run-P"},
	} {
		got, err := m.request(max(1, i))
		var compact bytes.Buffer
		if cerr := json.Compact(&compact, []byte(want[i])); cerr != nil || err != nil {
			t.Fatal(cerr, err)
		}
		if string(got) != compact.String()+"\n" {
			t.Errorf("got  %swant %s", got, compact.String())
		}
	}
}

func ask(text string) Message {
	return Message{ID: NewID(), Text: text, Mode: json.RawMessage(`"ask"`)}
}

func TestNewID(t *testing.T) {
	form := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	if a, b := NewID(), NewID(); !form.MatchString(a) || a == b {
		t.Errorf("ids: %s %s", a, b)
	}
}

func TestOutcome(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{"task":{"status":{"state":"TASK_STATE_COMPLETED","message":{"parts":[{"text":"s"}]}},"artifacts":[{"parts":[{"text":"a"},{"data":{}},{"text":"b"}]},5,{"parts":[{"text":"c"}]}],"metadata":{"agentmesh/files_changed":["/x"],"agentmesh/best_effort":true,"agentmesh/log_path":"/l","agentmesh/run_id":"r","agentmesh/metrics":{"subtree_cost_usd":0.02,"cost_usd":0.01}}}}`,
			`{"Status":"completed","ErrorCode":null,"Changes":["/x"],"BestEffort":true,"LogPath":"/l","RunID":"r","Summary":"a\n\nb\n\nc","Cost":0.02}`},
		{`{"task":{"status":{"state":"TASK_STATE_INPUT_REQUIRED","message":{"parts":[{"text":"a"},{"text":"b"}]}},"artifacts":[],"metadata":{"agentmesh/error_code":"weird","agentmesh/metrics":{"subtree_cost_usd":null,"cost_usd":1}}}}`,
			`{"Status":"input-required","ErrorCode":"weird","Changes":null,"BestEffort":false,"LogPath":"","RunID":null,"Summary":"a\nb","Cost":1}`},
		{`{"task":{"status":{"state":"completed"},"metadata":{"agentmesh/files_changed":"x","agentmesh/best_effort":"yes","agentmesh/log_path":5,"agentmesh/metrics":{"cost_usd":"1"}}}}`,
			`{"Status":"unknown","ErrorCode":null,"Changes":null,"BestEffort":false,"LogPath":"","RunID":null,"Summary":"","Cost":null}`},
		{`{"task":{"status":{"state":"TASK_STATE_"}}}`, unknownOutcome},
		{`{}`, unknownOutcome}, {``, unknownOutcome}, {`[]`, unknownOutcome}, {`{"task":5}`, unknownOutcome},
	} {
		if got, err := json.Marshal(readOutcome(json.RawMessage(c.in))); err != nil || string(got) != c.want {
			t.Errorf("%s\n got %s\nwant %s (%v)", c.in, got, c.want, err)
		}
	}
}

const unknownOutcome = `{"Status":"unknown","ErrorCode":null,"Changes":null,"BestEffort":false,"LogPath":"","RunID":null,"Summary":"","Cost":null}`

func TestHTTP(t *testing.T) {
	ok := `{"jsonrpc":"2.0","id":1,"result":{"task":{"status":{"state":"TASK_STATE_COMPLETED","message":{"parts":[{"text":"http ok"}]}}}}}`
	var seen http.Header
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = r.Header
		io.Copy(io.Discard, r.Body) // else a hang-up goes unnoticed
		switch r.URL.Path {
		case "/ok":
			w.Write([]byte(ok))
		case "/500":
			w.WriteHeader(500)
		case "/html":
			w.Write([]byte("<html>"))
		case "/array":
			w.Write([]byte("[]"))
		case "/err":
			w.Write([]byte(`{"error":{"message":"nope"}}`))
		case "/redirect":
			http.Redirect(w, r, "/ok", http.StatusTemporaryRedirect)
		case "/large":
			w.Write([]byte(`{"x":"` + strings.Repeat("x", maxBody) + `"}`))
		case "/slow":
			w.WriteHeader(200)
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}
	}))
	defer s.Close()
	for _, c := range []struct {
		path, want string
		chain      []string
		raw, b64   string
	}{
		{path: "/ok"},
		{path: "/ok", chain: []string{"/one"}, raw: "/one"},
		{path: "/ok", chain: []string{"/one", "/two"}, b64: "WyIvb25lIiwiL3R3byJd"},
		{path: "/500", want: `peer "p" returned HTTP 500`},
		{path: "/html", want: `peer "p" returned no JSON object`},
		{path: "/array", want: `peer "p" returned no JSON object`},
		{path: "/err", want: "nope"},
		{path: "/redirect", want: `peer "p" returned HTTP 307, and redirects are not followed`},
		{path: "/large", want: `peer "p" returned more than 1 MiB`},
		{path: "/slow", want: "broke off its answer"},
	} {
		h := HTTP{Name: "p", URL: s.URL + c.path, Path: c.chain, Depth: "2", Timeout: time.Minute}
		if c.path == "/slow" {
			h.Timeout = 50 * time.Millisecond
		}
		got, err := h.Send(t.Context(), ask("x"))
		if c.want == "" && (err != nil || got.Summary != "http ok") || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %+v, %v; want %q", c.path, got, err, c.want)
		}
		if seen.Get("X-AgentMesh-Path") != c.raw || seen.Get("X-AgentMesh-Path-B64") != c.b64 || seen.Get("X-AgentMesh-Depth") != "2" {
			t.Errorf("%s after %q: headers %v", c.path, c.chain, seen)
		}
	}
	h := HTTP{Name: "p", URL: "http://127.0.0.1:1/token", Timeout: time.Minute}
	if _, err := h.Send(t.Context(), ask("x")); err == nil || strings.Contains(err.Error(), "token") {
		t.Errorf("a closed port: %v", err)
	}
}
