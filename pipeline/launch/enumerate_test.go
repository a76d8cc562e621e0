//go:build unix

package launch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// stand writes a shell script that is called as codex and gives its path.
func stand(t *testing.T, body string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "codex")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// shellEnv is enough for the scripts: they find sleep and cat, and no real home.
func shellEnv(t *testing.T) []string {
	return []string{"PATH=/usr/bin:/bin", "HOME=" + t.TempDir()}
}

func TestEnumerateFailsClosed(t *testing.T) {
	tests := map[string]struct{ body, want string }{
		"exit 1":                 {`echo '[]'; exit 1`, "exit status 1"},
		"its own words":          {`echo "WARNING: x" >&2; echo "Error: invalid transport" >&2; exit 1`, `"Error: invalid transport"`},
		"killed":                 {`kill -9 $$`, "signal: killed"},
		"words":                  {`echo "No MCP servers configured yet."`, "no JSON array"},
		"nothing":                {`:`, "no JSON array"},
		"no name":                {`echo '[{"enabled":true}]'`, "entry 1: no name"},
		"hangs":                  {`sleep 600`, "no answer in time"},
		"hangs with a child":     {`sleep 600 & sleep 600`, "no answer in time"},
		"a child holds the pipe": {`sleep 600 & echo '[]'`, "what it started did not"},
		"floods stderr, hangs":   {`exec cat /dev/zero >&2`, "no answer in time"},
		"floods stdout":          {`exec cat /dev/zero`, "printed more than"},
		"get describes another":  {`[ "$2" = list ] && echo '[{"name":"kcap-review"}]' || echo '{"name":"x"}'`, "something else"},
		"get fails":              {`[ "$2" = list ] && echo '[{"name":"kcap-review"}]' || exit 3`, "exit status 3"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			limit := askTimeout // where something else has to end it, the clock must not be what does
			if tt.want == "no answer in time" {
				limit = 300 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			_, err := Enumerate(ctx, stand(t, tt.body), t.TempDir(), shellEnv(t))
			r, ok := errors.AsType[*Refusal](err)
			if !ok || r.Kind != "McpIsolationFailed" || !strings.Contains(r.Problem, tt.want) {
				t.Errorf("got %v, want McpIsolationFailed with %q", err, tt.want)
			}
		})
	}
}

func TestEnumerateLooksWhereTheAgentWillWork(t *testing.T) {
	body := `if [ "$2" = get ]; then echo "{\"name\":\"$3\",\"enabled_tools\":[\"a\"]}"; else
printf '[{"name":"%s"},{"name":"%s"},{"name":"kcap-review"},{"name":"KCAP-REVIEW"}]' "$(pwd -P)" "$CODEX_HOME"; fi
i=0; while [ $i -lt 9999 ]; do echo noise; i=$((i+1)); done >&2`
	cwd, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	in, err := Enumerate(t.Context(), stand(t, body), cwd, append(shellEnv(t), "CODEX_HOME=/ch"))
	if err != nil {
		t.Fatal(err)
	}
	if len(in.Servers) != 4 || in.Servers[0].Name != cwd || in.Servers[1].Name != "/ch" {
		t.Fatalf("got %+v", in.Servers)
	}
	// Only a name that could be attached is worth a second question.
	if got := in.Servers[2].Extras; len(got) != 1 || got[0] != "enabled_tools" {
		t.Errorf("kcap-review: extras %q", got)
	}
	if got := in.Servers[3].Extras; len(got) != 0 {
		t.Errorf("KCAP-REVIEW: extras %q", got)
	}
}

func TestFind(t *testing.T) {
	dir := filepath.Dir(stand(t, ":"))
	if err := os.WriteFile(filepath.Join(dir, "data"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	tests := []struct{ program, path, want string }{
		{"codex", dir, filepath.Join(dir, "codex")},
		{"codex", "/nowhere:" + dir, filepath.Join(dir, "codex")},
		{filepath.Join(dir, "codex"), "", filepath.Join(dir, "codex")},
		{"codex", "", ""}, {"codex", ".", ""}, {"codex", ":", ""}, {"./codex", dir, ""}, {"bin/codex", dir, ""}, {"data", dir, ""}, {"", dir, ""},
	}
	for _, tt := range tests {
		got, err := find(tt.program, []string{"PATH=/bad", "PATH=" + tt.path})
		if got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%q on %q: got %q, %v", tt.program, tt.path, got, err)
		}
	}
}
