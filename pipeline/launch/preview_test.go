package launch

import (
	"slices"
	"strings"
	"testing"
)

func TestPreview(t *testing.T) {
	got := Preview("reviewer", []string{"kcap-sessions", "KCAP-Flows", "nope", "kcap-memory"})
	if len(got) != 2 || got[0].Vendor != "claude" || got[1].Vendor != "codex" {
		t.Fatalf("got %+v", got)
	}
	for _, p := range got {
		if p.Agent != "reviewer" || !p.Changed() {
			t.Errorf("%s: agent %q, changed %v", p.Vendor, p.Agent, p.Changed())
		}
		var codes []string
		for _, n := range p.Warnings {
			codes = append(codes, n.Code+" "+n.Tool)
			if n.Agent != "reviewer" || n.Runtime != p.Vendor || n.Hint == "" {
				t.Errorf("%s: %+v", p.Vendor, n)
			}
		}
		if want := []string{"not-unattended-safe kcap-memory", "stripped KCAP-Flows", "unknown nope"}; !slices.Equal(codes, want) {
			t.Errorf("%s: warnings %q, want %q", p.Vendor, codes, want)
		}
		for _, line := range []string{"kcap-flows", "nope"} {
			if strings.Contains(p.Diff, line) {
				t.Errorf("%s: the diff shows %s", p.Vendor, line)
			}
		}
	}
	for _, line := range []string{
		"--- without allowlist\n+++ with allowlist\n", "\n+    \"kcap-sessions\": {\n", "\n+      \"command\": \"<cli-path>\",\n",
	} {
		if !strings.Contains(got[0].Diff, line) {
			t.Errorf("claude: no %q in\n%s", line, got[0].Diff)
		}
	}
	for _, line := range []string{"\n+mcp_servers.kcap-sessions.enabled=true\n", "\n+mcp_servers.kcap-sessions.env={KCAP_URL=\"<server-url>\"}\n"} {
		if !strings.Contains(got[1].Diff, line) {
			t.Errorf("codex: no %q in\n%s", line, got[1].Diff)
		}
	}
}

// The preview of nothing, and of a list in which nothing resolves, says so.
func TestPreviewOfNoChange(t *testing.T) {
	for _, list := range [][]string{nil, {}, {"kcap-flows", "", "x"}} {
		for _, p := range Preview("a", list) {
			if p.Changed() || p.Diff != "" || p.Warnings == nil || len(p.Without) == 0 {
				t.Errorf("%q: %+v", list, p)
			}
		}
	}
}

// A preview is the argv that a launch would have, placeholders aside.
func TestPreviewIsTheLaunch(t *testing.T) {
	for _, p := range Preview("a", []string{"kcap-review"}) {
		c, s := plain(p.Vendor, KindReviewFlow)
		c.Prompt, c.Allowlist = ptr("<prompt>"), []*string{ptr("kcap-review")}
		r, err := Materialise(c, s, NoneInherited())
		if err != nil {
			t.Fatal(err)
		}
		filled := strings.NewReplacer("<server-url>", s.ServerURL, "<cli-path>", s.CLIPath, "<agent-id>", "a-1", "<worktree>", "/wt")
		for i := range p.With {
			p.With[i] = filled.Replace(p.With[i])
		}
		if !slices.Equal(p.With, r.Argv) {
			t.Errorf("%s:\n got %q\nwant %q", p.Vendor, p.With, r.Argv)
		}
	}
}
