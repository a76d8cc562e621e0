package launch

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A server that the user switched off for the folder stays off under strict. It is
// said, and the user's list is not touched.
func TestServersDisabledInTheHost(t *testing.T) {
	state, err := os.ReadFile("testdata/cl02.json")
	if err != nil {
		t.Fatal(err)
	}
	state = []byte(strings.ReplaceAll(string(state), `"docs"`, `"docs","kcap-sessions"`))
	host, err := ReadClaude(state, nil, "/srv/app/")
	if err != nil {
		t.Fatal(err)
	}
	c, s := plain("claude", KindReviewFlow)
	c.Allowlist, s.Worktree = []*string{ptr("kcap-sessions"), ptr("kcap-review")}, "/srv/app"
	in := NoneInherited()
	in.Host = &host
	r, err := Materialise(c, s, in)
	if err != nil {
		t.Fatal(err)
	}
	if want := []Warning{{HostDisabled, "kcap-sessions", "a-1"}}; !slices.Equal(r.Warnings, want) {
		t.Errorf("got %v, want %v", r.Warnings, want)
	}
	if !slices.Contains(r.Servers, "kcap-sessions") {
		t.Errorf("the argv changed: %q", r.Servers)
	}
}

func TestReadClaude(t *testing.T) {
	const yes = `{"projects":{"/wt":{"hasTrustDialogAccepted":true},"/other":{"disabledMcpServers":["x"]}}}`
	tests := map[string]struct {
		state, settings string
		want            Host
		fails           bool
	}{
		"no files":         {"", "", Host{}, false},
		"trusted":          {yes, "", Host{Trusted: true}, false},
		"both":             {yes, `{"skipDangerousModePermissionPrompt":true}`, Host{Trusted: true, SkipsPrompt: true}, false},
		"another folder":   {`{"projects":{"/wt2":{"hasTrustDialogAccepted":true}}}`, `{}`, Host{}, false},
		"state broken":     {`{`, "", Host{}, true},
		"settings broken":  {"", `[]`, Host{}, true},
		"trust in a word":  {`{"projects":{"/wt":{"hasTrustDialogAccepted":"true"}}}`, "", Host{}, true},
		"projects missing": {`{}`, `{"skipDangerousModePermissionPrompt":false}`, Host{}, false},
	}
	for name, tt := range tests {
		got, err := ReadClaude([]byte(tt.state), []byte(tt.settings), "/wt")
		if got.Trusted != tt.want.Trusted || got.SkipsPrompt != tt.want.SkipsPrompt || len(got.Disabled) > 0 || (err != nil) != tt.fails {
			t.Errorf("%s: got %+v, %v, want %+v", name, got, err, tt.want)
		}
	}
}

func TestReadCodex(t *testing.T) {
	tests := map[string]struct {
		config  string
		trusted bool
		fails   bool
	}{
		"no file":           {"", false, false},
		"trusted":           {"[projects.\"/a/b\"]\ntrust_level=\"trusted\"", true, false},
		"parent trusted":    {"[projects.\"/a\"]\ntrust_level=\"trusted\"", true, false},
		"nearest decides":   {"[projects.\"/a\"]\ntrust_level=\"trusted\"\n[projects.\"/a/b\"]\ntrust_level=\"untrusted\"", false, false},
		"untrusted":         {"[projects.\"/a/b\"]\ntrust_level=\"untrusted\"", false, false},
		"child only":        {"[projects.\"/a/b/c\"]\ntrust_level=\"trusted\"", false, false},
		"like-named folder": {"[projects.\"/a/bb\"]\ntrust_level=\"trusted\"", false, false},
		"broken":            {"[projects", false, true},
		"wrong type":        {"projects = 3", false, true},
	}
	for name, tt := range tests {
		got, err := ReadCodex([]byte(tt.config), "/a/b")
		if got.Trusted != tt.trusted || (err != nil) != tt.fails {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
}

func TestHostFilesAreFoundAsTheHostWould(t *testing.T) {
	home, other := t.TempDir(), t.TempDir()
	write := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const state, settings = `{"projects":{"/wt":{"hasTrustDialogAccepted":true}}}`, `{"skipDangerousModePermissionPrompt":true}`
	write(filepath.Join(home, ".claude.json"), state)
	write(filepath.Join(home, ".claude", "settings.json"), settings)
	write(filepath.Join(other, "settings.json"), settings)
	write(filepath.Join(home, ".codex", "config.toml"), "[projects.\"/wt\"]\ntrust_level=\"trusted\"")
	tests := map[string]struct {
		load func(string, []string, string) (Host, error)
		env  string
		want Host
	}{
		"claude":           {loadClaude, "", Host{Trusted: true, SkipsPrompt: true}},
		"claude, moved":    {loadClaude, "CLAUDE_CONFIG_DIR=" + other, Host{SkipsPrompt: true}},
		"codex":            {loadCodex, "", Host{Trusted: true}},
		"codex, moved":     {loadCodex, "CODEX_HOME=" + other, Host{}},
		"codex, set to ''": {loadCodex, "CODEX_HOME=", Host{Trusted: true}},
	}
	for name, tt := range tests {
		got, err := tt.load(home, []string{tt.env}, "/wt")
		if err != nil || got.Trusted != tt.want.Trusted || got.SkipsPrompt != tt.want.SkipsPrompt {
			t.Errorf("%s: got %+v, %v, want %+v", name, got, err, tt.want)
		}
	}
}
