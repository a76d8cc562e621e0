//go:build unix

package launch

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// echoing is a codex that lists one inherited server, and what it is told by -c: as
// much of its merging as is needed to see a launch through.
const echoing = `case "$*" in
*"-c mcp_servers={\"mine\"={enabled=false,"*) echo '[{"name":"mine","enabled":false},
 {"name":"kcap-flow-result","enabled":true,"transport":{"type":"stdio","command":"/opt/kcap","args":["mcp","flow-result"],"env":{"KCAP_URL":"https://t","KCAP_FLOW_AGENT_ID":"a-1"}}}]' ;;
*" -c "*) echo '[{"name":"mine","enabled":true}]' ;;
*) echo '[{"name":"mine","enabled":true,"transport":{"type":"stdio","command":"x"}}]' ;;
esac; echo "$@" >> "$HOME/asked"`

func options(t *testing.T, codex string) Options {
	env := shellEnv(t)
	return Options{
		Settings: Settings{ServerURL: "https://t", CLIPath: "/opt/kcap", Worktree: t.TempDir(), CodexPath: codex},
		Env:      env, Home: value(env, "HOME"),
	}
}

const flow = `{"agent_id":"a-1","model":"m","repo_path":"/r","vendor":"codex","kind":"reviewFlow"`

func TestPrepareCodex(t *testing.T) {
	o := options(t, stand(t, echoing))
	r, err := Prepare(t.Context(), strings.NewReader(flow+`}`), o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Program != o.CodexPath || !slices.Contains(r.Argv, `mcp_servers={"mine"={enabled=false,command="kcap-review-flow-isolation-disabled",args=[]}}`) {
		t.Errorf("got %s %q", r.Program, r.Argv)
	}
	asked, err := os.ReadFile(filepath.Join(o.Home, "asked"))
	if err != nil || strings.Count(string(asked), "\n") != 2 {
		t.Errorf("asked %q, %v, want the listing before and the check after", asked, err)
	}
}

func TestPrepareStopsAtAFailedCheck(t *testing.T) {
	body := strings.ReplaceAll(echoing, `"name":"mine","enabled":false`, `"name":"mine","enabled":true`)
	r, err := Prepare(t.Context(), strings.NewReader(flow+`}`), options(t, stand(t, body)))
	if refusal, ok := errors.AsType[*Refusal](err); !ok || refusal.Kind != "McpIsolationFailed" || r.Argv != nil {
		t.Errorf("got %q, %v, want a refusal and no argv", r.Argv, err)
	}
}

// A launch that is refused for another reason asks nobody anything.
func TestPrepareAsksOnlyWhenItMatters(t *testing.T) {
	tests := map[string]struct {
		wire   string
		change func(*Options)
		fails  bool
	}{
		"refused anyway":       {flow + `,"effort":"huge"}`, func(*Options) {}, true},
		"strict":               {flow + `,"mcp_allowlist":["kcap-memory"]}`, func(o *Options) { o.Strict = true }, true},
		"watched":              {strings.Replace(flow, "reviewFlow", "default", 1) + `}`, func(*Options) {}, false},
		"claude":               {strings.Replace(flow, "codex", "claude", 1) + `}`, func(*Options) {}, false},
		"none, by flag":        {flow + `}`, func(o *Options) { o.Inherited = "none" }, false},
		"a listing, not there": {flow + `}`, func(o *Options) { o.Inherited = "/no/such/file" }, true},
		"not a command":        {`[]`, func(*Options) {}, true},
	}
	for name, tt := range tests {
		o := options(t, stand(t, echoing))
		tt.change(&o)
		_, err := Prepare(t.Context(), strings.NewReader(tt.wire), o)
		if (err != nil) != tt.fails {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(filepath.Join(o.Home, "asked")); err == nil {
			t.Errorf("%s: codex was started", name)
		}
	}
}

func TestPrepareFillsTheListFromTheConfig(t *testing.T) {
	tests := map[string]struct {
		list string // the member on the wire
		want []string
		read bool
	}{
		"none on the wire":   {``, []string{channelID, "kcap-review"}, true},
		"null on the wire":   {`,"mcp_allowlist":null`, []string{channelID, "kcap-review"}, true},
		"empty on the wire":  {`,"mcp_allowlist":[]`, []string{channelID}, false},
		"a list on the wire": {`,"mcp_allowlist":["kcap-sessions"]`, []string{channelID, "kcap-sessions"}, false},
	}
	for name, tt := range tests {
		read := false
		o := options(t, "codex")
		o.Inherited = "none"
		o.FromConfig = func() ([]string, error) { read = true; return []string{"kcap-review"}, nil }
		r, err := Prepare(t.Context(), strings.NewReader(flow+tt.list+`}`), o)
		if err != nil || !slices.Equal(r.Servers, tt.want) || read != tt.read {
			t.Errorf("%s: got %q, %v, config read %v", name, r.Servers, err, read)
		}
	}
	o := options(t, "codex")
	o.FromConfig = func() ([]string, error) { return nil, errors.New("defaults.json:3: broken") }
	if _, err := Prepare(t.Context(), strings.NewReader(flow+`}`), o); err == nil || !strings.Contains(err.Error(), "defaults.json:3") {
		t.Errorf("got %v, want the config's own error", err)
	}
}

func TestPrepareReadsAListing(t *testing.T) {
	o := options(t, "codex")
	o.Inherited = filepath.Join(t.TempDir(), "listing.json")
	if err := os.WriteFile(o.Inherited, []byte(listing), 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := Prepare(t.Context(), strings.NewReader(flow+`}`), o)
	if err != nil {
		t.Fatal(err)
	}
	const want = `mcp_servers={"corp.flows"={enabled=false,command="kcap-review-flow-isolation-disabled",args=[]},` +
		`"linear"={enabled=false,url="https://mcp.linear.app/mcp"},"off"={enabled=false,command="kcap-review-flow-isolation-disabled",args=[]},` +
		`"bare"={enabled=false,command="kcap-review-flow-isolation-disabled",args=[]},"short"={enabled=false,url="https://s"}}`
	if !slices.Contains(r.Argv, want) || r.ExecRefused == "" {
		t.Errorf("got %q, exec refused %q", r.Argv, r.ExecRefused)
	}
}

// A host's settings that cannot be read only keep a launch from being started.
func TestPrepareWithBrokenHostSettings(t *testing.T) {
	o := options(t, "codex")
	if err := os.WriteFile(filepath.Join(o.Home, ".claude.json"), []byte(`{`), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := Prepare(t.Context(), strings.NewReader(strings.Replace(flow, "codex", "claude", 1)+`}`), o)
	if err != nil || !strings.Contains(r.ExecRefused, ".claude.json: unexpected end") {
		t.Errorf("got %q, %v", r.ExecRefused, err)
	}
}
