package launch

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What may be printed may not always be started: each row lacks one thing.
func TestExecIsRefused(t *testing.T) {
	ready := func() Inherited {
		return Inherited{known: true, read: true, Host: &Host{Trusted: true, SkipsPrompt: true}}
	}
	tests := map[string]struct {
		vendor string
		change func(*Command, *Settings, *Inherited)
		want   string // empty: it may be started
	}{
		"claude, ready":        {"claude", func(*Command, *Settings, *Inherited) {}, ""},
		"claude, unread":       {"claude", func(_ *Command, _ *Settings, in *Inherited) { in.Host = nil }, "were not read"},
		"claude, untrusted":    {"claude", func(_ *Command, _ *Settings, in *Inherited) { in.Host.Trusted = false }, "trust dialog"},
		"claude, consent":      {"claude", func(_ *Command, _ *Settings, in *Inherited) { in.Host.SkipsPrompt = false }, "skipDangerousModePermissionPrompt"},
		"claude, borrowed":     {"claude", func(_ *Command, s *Settings, _ *Inherited) { s.Work = WorkBorrowed }, "borrowed checkout"},
		"claude, branch files": {"claude", func(_ *Command, _ *Settings, in *Inherited) { in.Authored = []string{".mcp.json"} }, ".mcp.json"},
		"claude, certified":    {"claude", func(c *Command, _ *Settings, _ *Inherited) { c.Certification = []byte(`{"vendor":"claude"}`) }, "certified"},
		"claude, watched": {"claude", func(c *Command, s *Settings, in *Inherited) {
			c.Kind, s.Work, *in = KindDefault, WorkBorrowed, Inherited{}
		}, ""},
		"codex, ready":           {"codex", func(_ *Command, _ *Settings, in *Inherited) { in.Host.SkipsPrompt = false }, ""},
		"codex, a given listing": {"codex", func(_ *Command, _ *Settings, in *Inherited) { in.read = false }, "only a preview"},
		"codex, untrusted":       {"codex", func(_ *Command, _ *Settings, in *Inherited) { in.Host.Trusted = false }, "trust dialog"},
		"codex, app server":      {"codex", func(_ *Command, s *Settings, _ *Inherited) { s.Transport = TransportAppServer }, "driven by protocol"},
		"codex, branch files":    {"codex", func(_ *Command, _ *Settings, in *Inherited) { in.Authored = []string{".codex/config.toml"} }, "throw-away"},
		"codex, the user's files": {"codex", func(_ *Command, s *Settings, in *Inherited) {
			s.Work, in.Authored = WorkBorrowed, []string{".mcp.json"}
		}, ""},
		"cursor speaks a protocol": {"cursor", func(*Command, *Settings, *Inherited) {}, "driven by protocol"},
	}
	for name, tt := range tests {
		c, s := plain(tt.vendor, KindReviewFlow)
		in := ready()
		tt.change(&c, &s, &in)
		r, err := Materialise(c, s, in)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if (tt.want == "") != (r.ExecRefused == "") || !strings.Contains(r.ExecRefused, tt.want) {
			t.Errorf("%s: got %q, want %q", name, r.ExecRefused, tt.want)
		}
	}
}

func TestAuthored(t *testing.T) {
	dir := t.TempDir()
	if got := authored(dir); got != nil {
		t.Errorf("an empty worktree has %q", got)
	}
	if err := os.MkdirAll(filepath.Join(dir, ".codex"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".codex", "config.toml"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/nowhere/at/all", filepath.Join(dir, ".mcp.json")); err != nil {
		t.Fatal(err)
	}
	if got := authored(dir); !slices.Equal(got, []string{".mcp.json", ".codex/config.toml"}) {
		t.Errorf("got %q", got)
	}
}
