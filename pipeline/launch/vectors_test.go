package launch

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
)

// A vector is one row of testdata/vectors.json, written by hand from the rules.
type vector struct {
	ID        string
	Vendor    string
	Profile   string
	Transport Transport
	Title     string
	Strict    bool
	Input     struct {
		Daemon struct {
			ServerURL     string `json:"server_url"`
			CapacitorPath string `json:"capacitor_path"`
		}
		Launch struct {
			AgentID      string    `json:"agent_id"`
			Kind         string    `json:"kind"`
			Work         Work      `json:"work"`
			WorktreePath string    `json:"worktree_path"`
			Prompt       *string   `json:"prompt"`
			Model        string    `json:"model"`
			Effort       *string   `json:"effort"`
			Allowlist    []*string `json:"mcp_allowlist"`
			Posture      any       `json:"codex_posture"`
		}
		ReviewLaunch *struct {
			Path   *string `json:"mcp_config_path"`
			Prompt string  `json:"system_prompt"`
			MCP    struct{ Args []string }
		} `json:"review_launch"`
		Inherited json.RawMessage `json:"inherited_mcp_servers"`
	}
	Argv      []string                      `json:"expected_argv"`
	JSONArgs  []int                         `json:"json_arg_indexes"`
	Warnings  []struct{ Code, Name string } `json:"expected_warnings"`
	Effective []string                      `json:"expected_effective_allowlist"`
	Error     *struct {
		Kind, Code string
		Rejected   *string
	} `json:"expected_error"`
}

func readVectors(t *testing.T) []vector {
	t.Helper()
	data, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Vectors []vector }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Vectors) != 37 {
		t.Fatalf("%d vectors, want 37", len(file.Vectors))
	}
	return file.Vectors
}

// run takes a vector the way of a real launch: over the wire and through the flags.
func (v vector) run(t *testing.T) (Result, error) {
	t.Helper()
	in := v.Input
	wire := map[string]any{
		"agent_id": in.Launch.AgentID, "model": in.Launch.Model, "repo_path": "/repo", "vendor": v.Vendor,
		"kind": in.Launch.Kind, "prompt": in.Launch.Prompt, "effort": in.Launch.Effort,
		"mcp_allowlist": in.Launch.Allowlist, "codex_posture": in.Launch.Posture,
	}
	s := Settings{
		ServerURL: in.Daemon.ServerURL, CLIPath: in.Daemon.CapacitorPath, Worktree: in.Launch.WorktreePath,
		Work: in.Launch.Work, Transport: v.Transport, Strict: v.Strict,
	}
	if r := in.ReviewLaunch; r != nil {
		wire["review"] = map[string]any{"owner": r.MCP.Args[3], "repo": r.MCP.Args[5], "pr_number": json.Number(r.MCP.Args[7])}
		s.ReviewConfig, s.SystemPrompt = deref(r.Path), r.Prompt
	}
	data, err := json.Marshal(wire)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var inherited Inherited
	if in.Inherited != nil {
		if inherited, err = ReadInherited(bytes.NewReader(in.Inherited)); err != nil {
			return Result{}, err
		}
	}
	return Materialise(c, s, inherited)
}

func TestVectors(t *testing.T) {
	for _, v := range readVectors(t) {
		t.Run(v.ID, func(t *testing.T) {
			got, err := v.run(t)
			switch {
			case v.Profile != "head":
				v.checkNegative(t, got, err)
			case v.Error != nil:
				v.checkRefusal(t, err)
			case err != nil:
				t.Fatal(err)
			default:
				v.check(t, got)
			}
		})
	}
}

func (v vector) check(t *testing.T, got Result) {
	if got.Argv == nil || len(got.Argv) != len(v.Argv) {
		t.Fatalf("argv\n got %q\nwant %q", got.Argv, v.Argv)
	}
	for i, want := range v.Argv {
		if slices.Contains(v.JSONArgs, i) {
			// Order of keys is part of the vector, so the text is compared with only the escapes undone.
			want = compact(t, want)
		}
		if got.Argv[i] != want {
			t.Errorf("argument %d\n got %s\nwant %s", i, got.Argv[i], want)
		}
	}
	if len(got.Warnings) != len(v.Warnings) {
		t.Fatalf("warnings\n got %v\nwant %v", got.Warnings, v.Warnings)
	}
	for i, want := range v.Warnings {
		if w := (Warning{want.Code, want.Name, v.Input.Launch.AgentID}); got.Warnings[i] != w {
			t.Errorf("warning %d: got %+v, want %+v", i, got.Warnings[i], w)
		}
	}
	if v.Effective != nil && !slices.Equal(got.Servers[1:], v.Effective) {
		t.Errorf("servers %q, want the channel and %q", got.Servers, v.Effective)
	}
	if want := map[Transport]string{TransportAppServer: "app-server"}[v.Transport]; got.Subcommand != want {
		t.Errorf("subcommand %q, want %q", got.Subcommand, want)
	}
}

// checkNegative holds the two first shapes of the feature against what is made now.
func (v vector) checkNegative(t *testing.T, got Result, err error) {
	if v.Vendor == "codex" && v.Input.Inherited == nil {
		// The old shape was made without looking, which is the very thing refused now.
		if r, ok := errors.AsType[*Refusal](err); !ok || r.Kind != "McpIsolationFailed" {
			t.Fatalf("got %v, want McpIsolationFailed", err)
		}
		v.Input.Inherited = json.RawMessage(`[]`)
		got, err = v.run(t)
	}
	if err != nil {
		t.Fatal(err)
	}
	if slices.Equal(got.Argv, v.Argv) {
		t.Fatal("the abandoned form was made")
	}
	for _, bad := range map[string][]string{"P02": {"--model", "default"}}[v.ID] {
		if slices.Contains(got.Argv, bad) {
			t.Errorf("argv still holds %q", bad)
		}
	}
	for _, good := range map[string][]string{
		"P01": {"--dangerously-bypass-hook-trust", "mcp_servers.kcap-flow-result.enabled=true", "mcp_servers.kcap-sessions.enabled=true"},
	}[v.ID] {
		if !slices.Contains(got.Argv, good) || slices.Contains(v.Argv, good) {
			t.Errorf("%q should be what is new", good)
		}
	}
}

func (v vector) checkRefusal(t *testing.T, err error) {
	got, ok := errors.AsType[*Refusal](err)
	if !ok {
		t.Fatalf("got %v, want a refusal", err)
	}
	if got.Kind != v.Error.Kind || got.Code != v.Error.Code {
		t.Errorf("got %s %q, want %s %q", got.Kind, got.Code, v.Error.Kind, v.Error.Code)
	}
	if (got.Rejected == nil) != (v.Error.Rejected == nil) || deref(got.Rejected) != deref(v.Error.Rejected) {
		t.Errorf("rejected %q, want %q", deref(got.Rejected), deref(v.Error.Rejected))
	}
	if got.Problem == "" || strings.HasSuffix(got.Problem, ".") {
		t.Errorf("problem %q", got.Problem)
	}
}

// compact rewrites JSON token by token, so that spelling does not count and order does.
func compact(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(text)); err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer(`\u0026`, "&", `\u003c`, "<", `\u003e`, ">").Replace(b.String())
}

// C14 is allowed by default and refused by --strict, for Claude as for Codex.
func TestStrictHoldsForEveryVendor(t *testing.T) {
	for _, v := range readVectors(t) {
		if v.ID != "C14" {
			continue
		}
		for _, vendor := range []string{"claude", "codex"} {
			v.Vendor, v.Strict, v.Input.Inherited = vendor, true, json.RawMessage(`[]`)
			_, err := v.run(t)
			if r, ok := errors.AsType[*Refusal](err); !ok || deref(r.Rejected) != "kcap-memory" {
				t.Errorf("%s: got %v, want kcap-memory refused", vendor, err)
			}
		}
	}
}

// Reviewers of the other kind see the pull request in the file and in their environment.
func TestReviewConfigMatchesVectors(t *testing.T) {
	for _, v := range readVectors(t) {
		r := v.Input.ReviewLaunch
		if r == nil {
			continue
		}
		got, err := v.run(t)
		if err != nil {
			t.Fatal(err)
		}
		const want = `{"mcpServers":{"kcap-review":{"command":"/opt/kcap","args":["mcp","review","--owner","acme","--repo","widgets","--pr","42"],"env":{"KCAP_URL":"https://t.example"}}}}`
		if compact(t, string(got.ReviewConfig)) != want {
			t.Errorf("%s: got %s", v.ID, got.ReviewConfig)
		}
		if got.Env["KCAP_REVIEW_PR"] != "42" {
			t.Errorf("%s: env %v", v.ID, got.Env)
		}
	}
}
