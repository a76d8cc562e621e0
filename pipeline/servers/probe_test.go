package servers

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"toolgrant/model"
)

// oneServer is a list with a server "s" that plays a part, found in a home made for
// the test.
func oneServer(t *testing.T, part string, env map[string]string, args ...string) List {
	t.Helper()
	w := Where{Home: t.TempDir(), OS: "linux", Env: func(name string) string {
		return map[string]string{"PATH": os.Getenv("PATH"), "HOME": "/h", "PRIVATE": "p"}[name]
	}}
	all := map[string]string{partVariable: part}
	for k, v := range env {
		all[k] = v
	}
	text, err := json.Marshal(map[string]any{"mcpServers": map[string]any{
		"s": map[string]any{"command": os.Args[0], "args": args, "env": all},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(w.Home, ".claude.json"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	l, notes := Discover(w)
	if len(notes) > 0 || len(l.entries) != 1 {
		t.Fatalf("found %d servers, notes %v", len(l.entries), notes)
	}
	return l
}

func texts(notes []model.Note) string {
	var b strings.Builder
	for _, n := range notes {
		b.WriteString(n.Code + ": " + n.Problem + "\n")
	}
	return b.String()
}

func TestProbeAnswers(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	s, notes, err := oneServer(t, "good", nil).Probe(t.Context(), "s", Options{Now: func() time.Time { return now }})
	if err != nil || len(notes) > 0 {
		t.Fatalf("error %v, notes %v", err, notes)
	}
	if s.State != model.Answered || !s.Probed.Equal(now) || s.Cached || s.Problem != "" {
		t.Errorf("state %q, probed %v, cached %v", s.State, s.Probed, s.Cached)
	}
	text, _ := json.Marshal(s.Tools)
	want := `[{"name":"plain"},{"name":"read","description":"Reads.","read_only":true},{"name":"wipe","read_only":false,"destructive":true}]`
	if string(text) != want {
		t.Errorf("tools %s\nwant  %s", text, want)
	}
}

// Each part that a server can play, and what must be said of it.
func TestProbeMisbehaviour(t *testing.T) {
	tests := []struct {
		part  string
		state model.ProbeState
		tools []string
		said  string // in the notes
	}{
		{"greeting", model.Answered, []string{"plain", "read", "wipe"}, "writes on its output what is no message (6 lines, the first: Welcome to the server!)"},
		{"pages", model.Answered, []string{"on page ", "on page three", "on page two"}, ""},
		{"no-tools", model.Answered, nil, "says that it has no tools"},
		{"odd-names", model.Answered, []string{"a", "b", "sp ace"}, `whose name "x\nmodel: opus" holds characters that cannot be shown`},
		{"wordy", model.Answered, []string{"a"}, ""},
		{"silent", model.Failed, nil, "did not answer initialize in time"},
		{"stubborn", model.Failed, nil, "did not answer initialize in time"},
		{"exit", model.Failed, nil, "ended (exit status 3) before it answered; it said: Error: the password *** is wrong"},
		{"flood", model.Failed, nil, "sent more than 4194304 bytes"},
		{"endless-line", model.Failed, nil, "sent more than 4194304 bytes"},
		{"huge", model.Failed, nil, "sent more than 4194304 bytes"},
		{"many", model.Failed, nil, "lists more than 1000 tools"},
		{"same-page", model.Failed, nil, "sends the same page of tools again and again"},
		{"pages-without-end", model.Failed, nil, "sends pages of tools without end"},
		{"refuses", model.Failed, nil, "not today"},
		{"other-protocol", model.Failed, nil, "did not answer initialize"},
	}
	for _, tt := range tests {
		t.Run(tt.part, func(t *testing.T) {
			o := Options{Timeout: 20 * time.Second, Grace: 200 * time.Millisecond, Bytes: 4 << 20, Tools: 1000}
			if tt.part == "silent" || tt.part == "stubborn" {
				o.Timeout = 500 * time.Millisecond
			}
			s, notes, err := oneServer(t, tt.part, map[string]string{"SECRET": "hunter2"}).Probe(t.Context(), "s", o)
			if s.State != tt.state || (err != nil) != (tt.state == model.Failed) {
				t.Errorf("state %q, error %v, want state %q", s.State, err, tt.state)
			}
			if got := s.ToolNames(); !slices.Equal(got, tt.tools) {
				t.Errorf("tools %q, want %q", got, tt.tools)
			}
			said := texts(notes)
			if !strings.Contains(said, tt.said) || tt.said == "" && said != "" {
				t.Errorf("said %q, want %q", said, tt.said)
			}
			if all := said + s.Problem + errText(err); strings.Contains(all, "hunter2") {
				t.Errorf("a secret is repeated: %s", all)
			}
			for _, tool := range s.Tools {
				if len(tool.Description) > maxDescription+3 {
					t.Errorf("description of %d bytes is kept", len(tool.Description))
				}
			}
		})
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestProbeGivesOnlyWhatIsConfigured(t *testing.T) {
	s, _, err := oneServer(t, "environment", map[string]string{"MINE": "${PRIVATE}"}).Probe(t.Context(), "s", Options{})
	if err != nil {
		t.Fatal(err)
	}
	names := s.ToolNames()
	for name, want := range map[string]bool{"MINE": true, "PATH": true, "HOME": true, "PRIVATE": false, partVariable: true} {
		if slices.Contains(names, name) != want {
			t.Errorf("the server got %s: %v, want %v", name, !want, want)
		}
	}
}

func TestProbeStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s, _, err := oneServer(t, "silent", nil).Probe(ctx, "s", Options{Grace: 100 * time.Millisecond})
	if s.State != model.Failed || err == nil || !strings.Contains(err.Error(), "was not waited for") {
		t.Errorf("state %q, error %v", s.State, err)
	}
}

func TestProbeRefuses(t *testing.T) {
	tests := []struct{ env, arg, want string }{
		{"${ABSENT}", "", "needs the variable ABSENT, which is not set"},
		{"${ABSENT:-given}", "", ""},
		{"", "${input:token}", "needs ${input:token}, which only the host can fill in"},
		{"\x00", "", "has a variable that no process can be given"},
	}
	for _, tt := range tests {
		_, _, err := oneServer(t, "good", map[string]string{"A": tt.env}, tt.arg).Probe(t.Context(), "s", Options{})
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("with %q, %q: error %v, want %q", tt.env, tt.arg, err, tt.want)
		}
	}
	if _, _, err := (List{}).Probe(t.Context(), "absent", Options{}); err == nil {
		t.Error("a server that nobody configured was asked")
	}
}
