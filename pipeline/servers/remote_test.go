package servers

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"toolgrant/model"
)

// remoteServer is a list with one server at an address, as Claude Code has it.
func remoteServer(t *testing.T, fields map[string]any, env map[string]string) List {
	t.Helper()
	w := Where{Home: t.TempDir(), OS: "linux", Env: func(name string) string { return env[name] }}
	text, err := json.Marshal(map[string]any{"mcpServers": map[string]any{"s": fields}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(w.Home, ".claude.json"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	l, notes := Discover(w)
	if len(notes) > 0 {
		t.Fatal(notes)
	}
	return l
}

// speaking is a real server of the SDK's behind a check of the token.
func speaking(t *testing.T, handler func(func(*http.Request) *mcp.Server) http.Handler) *httptest.Server {
	t.Helper()
	server := mcp.NewServer(&mcp.Implementation{Name: "x", Version: "1"}, nil)
	for _, name := range []string{"search", "do.it now"} {
		server.AddTool(&mcp.Tool{Name: strings.ReplaceAll(name, " ", "_"), InputSchema: json.RawMessage(`{"type":"object"}`)}, nil)
	}
	h := handler(func(*http.Request) *mcp.Server { return server })
	ts := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer hunter2hunter2" {
			http.Error(w, "who is hunter2hunter2?", http.StatusUnauthorized)
			return
		}
		h.ServeHTTP(w, r)
	}))
	t.Cleanup(ts.Close)
	return ts
}

func TestProbeRemote(t *testing.T) {
	streamable := speaking(t, func(get func(*http.Request) *mcp.Server) http.Handler { return mcp.NewStreamableHTTPHandler(get, nil) })
	older := speaking(t, func(get func(*http.Request) *mcp.Server) http.Handler { return mcp.NewSSEHandler(get, nil) })
	env := map[string]string{"TOKEN": "hunter2hunter2"}
	bearer := map[string]string{"Authorization": "Bearer ${TOKEN}"}
	tests := []struct {
		name   string
		fields map[string]any
		state  model.ProbeState
		said   string
	}{
		{"http", map[string]any{"type": "http", "url": streamable.URL, "headers": bearer}, model.Answered, ""},
		{"sse", map[string]any{"type": "sse", "url": older.URL, "headers": bearer}, model.Answered, ""},
		{"no login", map[string]any{"type": "http", "url": streamable.URL + "/?key=hunter2hunter2"}, model.NeedsLogin, "needs login: it answered 401 Unauthorized"},
		{"no login, sse", map[string]any{"type": "sse", "url": older.URL}, model.NeedsLogin, "needs login: it answered 401 Unauthorized"},
		{"unset", map[string]any{"type": "http", "url": streamable.URL, "headers": map[string]string{"A": "${ABSENT}"}}, model.Failed, "needs the variable ABSENT"},
		{"nobody there", map[string]any{"type": "http", "url": "http://127.0.0.1:1/mcp"}, model.Failed, "cannot be reached"},
		{"no address", map[string]any{"type": "http", "url": "file:///etc/passwd"}, model.Failed, "no http address"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, notes, err := remoteServer(t, tt.fields, env).Probe(t.Context(), "s", Options{Timeout: 10 * time.Second, Grace: 200 * time.Millisecond})
			said := texts(notes)
			if s.State != tt.state || !strings.Contains(said, tt.said) {
				t.Errorf("state %q, said %q, error %v; want %q, %q", s.State, said, err, tt.state, tt.said)
			}
			if want := []string{"do.it_now", "search"}; tt.state == model.Answered && !slices.Equal(s.ToolNames(), want) {
				t.Errorf("tools %q, want %q", s.ToolNames(), want)
			}
			if strings.Contains(said+s.Problem, "hunter2") {
				t.Errorf("a secret is repeated: %s", said)
			}
		})
	}
}

// Servers that are no servers: what they do must end soon and be said.
func TestProbeRemoteMisbehaviour(t *testing.T) {
	stranger := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Key") != "" {
			t.Error("a redirect carried the header to another host")
		}
	}))
	defer stranger.Close()
	tests := []struct {
		name   string
		handle http.HandlerFunc
		said   string
	}{
		{"silent", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, "did not answer in time"},
		{"broken", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }, "answered 500"},
		{"elsewhere", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, stranger.URL, http.StatusTemporaryRedirect)
		}, "redirects to another host"},
		{"page", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("<html>hello</html>")) }, ""},
		{"flood", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for r.Context().Err() == nil {
				if _, err := w.Write([]byte("data: " + strings.Repeat("x", 1000) + "\n\n")); err != nil {
					return
				}
			}
		}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ts := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				io.Copy(io.Discard, r.Body) // only then is the end of the connection noticed
				tt.handle(w, r)
			}))
			defer ts.Close()
			l := remoteServer(t, map[string]any{"type": "http", "url": ts.URL, "headers": map[string]string{"X-Key": "k"}}, nil)
			s, notes, err := l.Probe(t.Context(), "s", Options{Timeout: time.Second, Grace: 200 * time.Millisecond, Bytes: 1 << 20})
			if said := texts(notes); s.State != model.Failed || err == nil || !strings.Contains(said, tt.said) {
				t.Errorf("state %q, said %q, want %q", s.State, said, tt.said)
			}
		})
	}
}
