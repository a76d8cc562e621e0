package launch

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// plain is a launch that is accepted; tests change one thing of it.
func plain(vendor string, kind Kind) (Command, Settings) {
	return Command{AgentID: "a-1", Model: "default", RepoPath: "/r", Vendor: vendor, Kind: kind},
		Settings{ServerURL: "https://t", CLIPath: "/opt/kcap", Worktree: "/wt"}
}

func ptr[T any](v T) *T { return &v }

func TestRefusedLaunches(t *testing.T) {
	type change func(*Command, *Settings)
	tests := map[string]struct {
		vendor string
		kind   Kind
		change change
		code   string
	}{
		"vendor unknown":        {"claudia", KindDefault, nil, "vendor_unknown"},
		"vendor in capitals":    {"Claude", KindDefault, nil, "vendor_unknown"},
		"kind out of range":     {"claude", Kind(3), nil, "kind_unknown"},
		"agent blank":           {"claude", KindDefault, func(c *Command, _ *Settings) { c.AgentID = " " }, "agent_id_blank"},
		"NUL in the prompt":     {"claude", KindDefault, func(c *Command, _ *Settings) { c.Prompt = ptr("a\x00b") }, "text_invalid"},
		"NUL in the agent":      {"codex", KindReviewFlow, func(c *Command, _ *Settings) { c.AgentID = "a\x00" }, "text_invalid"},
		"path not UTF-8":        {"codex", KindReviewFlow, func(_ *Command, s *Settings) { s.CLIPath = "/opt/\xff" }, "text_invalid"},
		"no worktree":           {"claude", KindReviewFlow, func(_ *Command, s *Settings) { s.Worktree = "" }, "worktree_invalid"},
		"worktree relative":     {"codex", KindDefault, func(_ *Command, s *Settings) { s.Worktree = "--yolo" }, "worktree_invalid"},
		"borrowed, --work not":  {"codex", KindDefault, func(c *Command, s *Settings) { c.Borrowed, s.Work = ptr(true), WorkOwned }, "setting_contradicts"},
		"owned, --work not":     {"codex", KindDefault, func(c *Command, s *Settings) { c.Borrowed, s.Work = ptr(false), WorkBorrowed }, "setting_contradicts"},
		"two places":            {"codex", KindDefault, func(c *Command, _ *Settings) { c.Borrowed, c.BorrowCwd = ptr(true), ptr("/home/me/x") }, "setting_contradicts"},
		"work unknown":          {"codex", KindDefault, func(_ *Command, s *Settings) { s.Work = "shared" }, "setting_invalid"},
		"transport unknown":     {"codex", KindReviewFlow, func(_ *Command, s *Settings) { s.Transport = "http" }, "setting_invalid"},
		"app server of claude":  {"claude", KindReviewFlow, func(_ *Command, s *Settings) { s.Transport = TransportAppServer }, "setting_contradicts"},
		"app server, watched":   {"codex", KindDefault, func(_ *Command, s *Settings) { s.Transport = TransportAppServer }, "setting_contradicts"},
		"review file, no kind":  {"claude", KindReviewFlow, func(_ *Command, s *Settings) { s.ReviewConfig = "/f" }, "setting_contradicts"},
		"instructions, no kind": {"codex", KindDefault, func(_ *Command, s *Settings) { s.SystemPrompt = "x" }, "setting_contradicts"},
		"review, no words":      {"claude", KindReview, func(_ *Command, s *Settings) { s.ReviewConfig = "/f" }, "setting_missing"},
		"review, no file":       {"claude", KindReview, func(_ *Command, s *Settings) { s.SystemPrompt = "x" }, "setting_missing"},
		"review, option a file": {"claude", KindReview, func(_ *Command, s *Settings) { s.SystemPrompt, s.ReviewConfig = "x", "--x" }, "setting_missing"},
		"review of nothing":     {"codex", KindReview, func(_ *Command, s *Settings) { s.SystemPrompt = "x" }, "review_missing"},
		"review of an option":   {"codex", KindReview, func(c *Command, s *Settings) { s.SystemPrompt, c.Review = "x", &Review{"--url", "r", 1} }, "review_invalid"},
		"review of PR 0":        {"codex", KindReview, func(c *Command, s *Settings) { s.SystemPrompt, c.Review = "x", &Review{"o", "r", 0} }, "review_invalid"},
		"review without a CLI":  {"codex", KindReview, func(c *Command, s *Settings) { s.SystemPrompt, s.CLIPath, c.Review = "x", " ", &Review{"o", "r", 1} }, "setting_missing"},
		"model an option":       {"claude", KindDefault, func(c *Command, _ *Settings) { c.Model = "--dangerously-skip-permissions" }, "model_invalid"},
		"pinned model too":      {"claude", KindReviewFlow, func(c *Command, _ *Settings) { c.ReviewerModel = &ReviewerModel{LaunchModel: ptr("-x")} }, "model_invalid"},
		"effort unknown":        {"codex", KindDefault, func(c *Command, _ *Settings) { c.Effort = ptr(`high"`) }, "effort_invalid"},
		"posture of claude":     {"claude", KindDefault, func(c *Command, _ *Settings) { c.Posture = &Posture{"read-only", "never"} }, "codex_posture_wrong_vendor"},
		"posture of a review":   {"codex", KindReview, func(c *Command, _ *Settings) { c.Posture = &Posture{"read-only", "never"} }, "codex_posture_not_overridable"},
		"posture, borrowed":     {"codex", KindDefault, func(c *Command, s *Settings) { c.Posture, s.Work = &Posture{"read-only", "never"}, WorkBorrowed }, "codex_posture_not_overridable"},
		"posture, half":         {"codex", KindDefault, func(c *Command, _ *Settings) { c.Posture = &Posture{Sandbox: "read-only"} }, "codex_posture_invalid"},
		"posture, on-failure":   {"codex", KindDefault, func(c *Command, _ *Settings) { c.Posture = &Posture{"read-only", "on-failure"} }, "codex_posture_invalid"},
		"posture in capitals":   {"codex", KindDefault, func(c *Command, _ *Settings) { c.Posture = &Posture{"Read-Only", "never"} }, "codex_posture_invalid"},
	}
	for name, tt := range tests {
		c, s := plain(tt.vendor, tt.kind)
		if tt.change != nil {
			tt.change(&c, &s)
		}
		got, err := Materialise(c, s, NoneInherited())
		r, ok := errors.AsType[*Refusal](err)
		if !ok || r.Code != tt.code {
			t.Errorf("%s: got %v, want %s", name, err, tt.code)
		}
		if got.Argv != nil {
			t.Errorf("%s: a refusal with argv %q", name, got.Argv)
		}
	}
}

func TestWhereAnAgentWorks(t *testing.T) {
	tests := map[string]struct {
		change  func(*Command, *Settings)
		cwd     string
		sandbox string
	}{
		"owned by default":     {func(*Command, *Settings) {}, "/wt", "workspace-write"},
		"owned by flag":        {func(_ *Command, s *Settings) { s.Work = WorkOwned }, "/wt", "workspace-write"},
		"borrowed by flag":     {func(_ *Command, s *Settings) { s.Work = WorkBorrowed }, "/wt", "read-only"},
		"borrowed by the wire": {func(c *Command, _ *Settings) { c.Borrowed = ptr(true) }, "/wt", "read-only"},
		"both agree":           {func(c *Command, s *Settings) { c.Borrowed, s.Work = ptr(true), WorkBorrowed }, "/wt", "read-only"},
		"the wire's place": {func(c *Command, s *Settings) {
			c.Borrowed, c.BorrowCwd, s.Worktree = ptr(true), ptr("/home/me/x"), ""
		}, "/home/me/x", "read-only"},
		"the same place twice": {func(c *Command, s *Settings) {
			c.Borrowed, c.BorrowCwd, s.Worktree = ptr(true), ptr("/home/me/x"), "/home/me/x/"
		}, "/home/me/x", "read-only"},
		"a place not borrowed": {func(c *Command, _ *Settings) { c.BorrowCwd = ptr("/home/me/x") }, "/wt", "workspace-write"},
		"another system":       {func(_ *Command, s *Settings) { s.Worktree = `C:\wt` }, `C:\wt`, "workspace-write"},
	}
	for name, tt := range tests {
		c, s := plain("codex", KindDefault)
		tt.change(&c, &s)
		r, err := Materialise(c, s, Inherited{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if want := []string{"--cd", tt.cwd, "--sandbox", tt.sandbox}; r.Cwd != tt.cwd || !slices.Equal(r.Argv[:4], want) {
			t.Errorf("%s: got %q in %s, want %q", name, r.Argv, r.Cwd, want)
		}
	}
}

func TestModelAndEffort(t *testing.T) {
	tests := []struct {
		model, effort string
		claude, codex string // joined by blanks, after what is fixed
	}{
		{"DEFAULT", "", "", ""},
		{"", "AUTO", "", ""},
		{"opus", "high", "--effort high --model opus", `-m opus -c model_reasoning_effort="high"`},
		{"opus", "Max", "--effort max --model opus", `-m opus -c model_reasoning_effort="xhigh"`},
	}
	for _, tt := range tests {
		for vendor, want := range map[string]string{"claude": tt.claude, "codex": tt.codex} {
			c, s := plain(vendor, KindDefault)
			c.Model, c.Effort = tt.model, &tt.effort
			r, err := Materialise(c, s, Inherited{})
			if err != nil {
				t.Errorf("%s %+v: %v", vendor, tt, err)
				continue
			}
			got := strings.Join(r.Argv, " ")
			if vendor == "codex" {
				_, got, _ = strings.Cut(strings.TrimSuffix(strings.TrimSuffix(got, "--no-alt-screen"), " "), "--dangerously-bypass-hook-trust")
				got = strings.TrimPrefix(got, " ")
			}
			if got != want {
				t.Errorf("%s %+v: got %q, want %q", vendor, tt, got, want)
			}
		}
	}
	c, s := plain("claude", KindReviewFlow)
	c.Model, c.ReviewerModel = "opus", &ReviewerModel{LaunchModel: ptr("sonnet")}
	if r, err := Materialise(c, s, Inherited{}); err != nil || !slices.Contains(r.Argv, "sonnet") || slices.Contains(r.Argv, "opus") {
		t.Errorf("the pinned model does not replace the other: %q, %v", r.Argv, err)
	}
}

func TestNotesOfWhatIsNotInArgv(t *testing.T) {
	c, s := plain("claude", KindDefault)
	c.Tools, c.AttachmentIDs, c.ResumeSession, c.ACPPreset = []byte(`["t"]`), []byte(`[ ]`), []byte(`null`), []byte(`"ask"`)
	c.Allowlist = []*string{ptr("kcap-review")}
	r, err := Materialise(c, s, Inherited{})
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, n := range r.Notes {
		codes = append(codes, n.Code+" "+strings.Fields(n.Problem)[0])
	}
	if want := []string{"allowlist-ignored the", "not-in-argv tools", "not-in-argv acp_permission_preset"}; !slices.Equal(codes, want) {
		t.Errorf("got %q, want %q", codes, want)
	}
	if len(r.Warnings) > 0 || len(r.Servers) > 0 || len(r.Argv) > 0 {
		t.Errorf("an interactive launch was changed by its list: %+v", r)
	}
}
