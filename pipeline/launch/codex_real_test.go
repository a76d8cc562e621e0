package launch

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// realCodex finds the program that TOOLGRANT_CODEX names, else one on the PATH.
func realCodex(t *testing.T) string {
	t.Helper()
	path := os.Getenv("TOOLGRANT_CODEX")
	if path == "" {
		path = "codex"
	}
	program, err := find(path, os.Environ())
	if err != nil {
		t.Skipf("no codex here (%v): install @openai/codex or set TOOLGRANT_CODEX to its path", err)
	}
	return program
}

// inheritedToml has one server of each sort that has to be switched off.
const inheritedToml = `
[mcp_servers.codegraph]
command = "codegraph"
args = ["serve"]
env = { SECRET = "x" }

[mcp_servers.linear]
url = "https://mcp.example/mcp"
bearer_token_env_var = "LINEAR_TOKEN"

[mcp_servers."corp.flows"]
command = "corp"

[mcp_servers.off]
command = "off"
enabled = false
`

// codexHome makes a home with the given configuration and an environment for it.
func codexHome(t *testing.T, config string) []string {
	t.Helper()
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, "config.toml"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "CODEX_HOME=" + home}
}

// prepareReal takes a reviewer of codex all the way, isolation and check included.
func prepareReal(t *testing.T, codex, wire string, env []string) (Result, string, error) {
	t.Helper()
	wt := t.TempDir()
	r, err := Prepare(t.Context(), strings.NewReader(wire), Options{
		Settings: Settings{ServerURL: "https://t.example", CLIPath: "/opt/kcap", Worktree: wt, CodexPath: codex},
		Env:      env, Home: value(env, "HOME"),
	})
	return r, wt, err
}

const codexWire = `{"agent_id":"a-1","model":"default","repo_path":"/r","vendor":"codex","kind":"reviewFlow","mcp_allowlist":["kcap-sessions","kcap-flows"]}`

func TestRealCodexHasExactlyOurs(t *testing.T) {
	codex := realCodex(t)
	env := codexHome(t, inheritedToml)
	r, wt, err := prepareReal(t, codex, codexWire, env)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(r.ExecRefused, "trust") {
		t.Errorf("a folder that nobody trusts could be started in: %q", r.ExecRefused)
	}
	// Asked once more and read without any code of ours: what is on, and as what.
	args := []string{"mcp", "list", "--json"}
	for i, a := range r.Argv {
		if a == "-c" {
			args = append(args, a, r.Argv[i+1])
		}
	}
	out, err := ask(t.Context(), codex, wt, env, args...)
	if err != nil {
		t.Fatal(err)
	}
	var listed []struct {
		Name      string
		Enabled   bool
		Transport struct {
			Command string
			Args    []string
			Env     map[string]string
		}
	}
	if err := json.Unmarshal(out, &listed); err != nil {
		t.Fatal(err)
	}
	var on, off []string
	for _, s := range listed {
		if s.Enabled {
			on = append(on, fmt.Sprintf("%s: %s %s %v", s.Name, s.Transport.Command, s.Transport.Args, s.Transport.Env))
		} else {
			off = append(off, s.Name)
		}
	}
	wantOn := []string{
		"kcap-flow-result: /opt/kcap [mcp flow-result] map[KCAP_FLOW_AGENT_ID:a-1 KCAP_URL:https://t.example]",
		"kcap-sessions: /opt/kcap [mcp sessions] map[KCAP_URL:https://t.example]",
	}
	if !slices.Equal(on, wantOn) {
		t.Errorf("on\n%s\nwant\n%s", strings.Join(on, "\n"), strings.Join(wantOn, "\n"))
	}
	if want := []string{"codegraph", "corp.flows", "linear", "off"}; !slices.Equal(off, want) {
		t.Errorf("off %q, want %q", off, want)
	}
}

// The first shape of the feature, an empty table alone, isolates nothing; that is
// why there is all this. And our own check sees it.
func TestRealCodexEmptyTableClearsNothing(t *testing.T) {
	codex := realCodex(t)
	env := codexHome(t, inheritedToml)
	r, wt, err := prepareReal(t, codex, codexWire, env)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(r.Argv, func(a string) bool { return strings.HasPrefix(a, "mcp_servers={") })
	r.Argv = slices.Clone(r.Argv)
	r.Argv[i] = "mcp_servers={}"
	r.Cwd = wt
	if err := Verify(t.Context(), r, env); err == nil || !strings.Contains(err.Error(), "would still start the inherited server") {
		t.Errorf("got %v, want an inherited server to be found", err)
	}
}

// Names and values that need every escape there is.
func TestRealCodexHardNames(t *testing.T) {
	codex := realCodex(t)
	hard := "[mcp_servers.\"tab\\tbell\\u0007del\\u007F\u00e9\"]\nurl = \"https://x/?q=\\\"1\\\"\"\n" +
		"[mcp_servers.\"a=b {c}, d#\"]\ncommand = \"c\"\n[mcp_servers.\"two\\nlines\"]\ncommand = \"c\"\n[mcp_servers.\"KCAP-Sessions\"]\ncommand = \"c\"\n"
	if _, _, err := prepareReal(t, codex, codexWire, codexHome(t, hard)); err != nil {
		t.Error(err)
	}
}

// A project's own servers count once the user trusts the project, so the listing has
// to be made in the worktree; made elsewhere it would miss them.
func TestRealCodexTrustedProject(t *testing.T) {
	codex, wt := realCodex(t), t.TempDir()
	if err := os.Mkdir(filepath.Join(wt, ".codex"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(wt, ".codex", "config.toml"), []byte("[mcp_servers.proj]\ncommand = \"p\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	env := codexHome(t, "[projects."+tomlString(wt)+"]\ntrust_level = \"trusted\"\n")
	for folder, want := range map[string]int{wt: 1, t.TempDir(): 0} {
		in, err := Enumerate(t.Context(), codex, folder, env)
		if err != nil || len(in.Servers) != want {
			t.Errorf("in %s: got %+v, %v, want %d servers", folder, in.Servers, err, want)
		}
	}
	r, err := Prepare(t.Context(), strings.NewReader(codexWire), Options{
		Settings: Settings{ServerURL: "https://t.example", CLIPath: "/opt/kcap", Worktree: wt, CodexPath: codex}, Env: env, Home: value(env, "HOME"),
	})
	if err != nil || !slices.ContainsFunc(r.Argv, func(a string) bool { return strings.HasPrefix(a, `mcp_servers={"proj"={enabled=false,`) }) {
		t.Errorf("got %q, %v", r.Argv, err)
	}
}

// A server of ours that is configured with more than a command stops the launch,
// also where the listing hides it.
func TestRealCodexSameNames(t *testing.T) {
	codex := realCodex(t)
	tests := map[string]string{ // the entry of kcap-sessions -> what the refusal names
		"command = \"mine\"\nargs = [\"x\"]\nenabled = false": "",
		"command = \"mine\"\nenabled_tools = [\"a\"]":         "enabled_tools",
		"command = \"mine\"\ndisabled_tools = [\"a\"]":        "disabled_tools",
		"command = \"mine\"\ncwd = \"/tmp\"":                  "cwd",
		"command = \"mine\"\nenv = { A = \"b\" }":             "env",
		"command = \"mine\"\nenv_vars = [\"A\"]":              "env_vars",
		"url = \"https://x.example/mcp\"":                     "url",
	}
	for entry, want := range tests {
		_, _, err := prepareReal(t, codex, codexWire, codexHome(t, "[mcp_servers.kcap-sessions]\n"+entry+"\n"))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: got %v, want %q", entry, err, want)
		}
	}
	if _, _, err := prepareReal(t, codex, codexWire, codexHome(t, "mcp_servers = 1\n")); err == nil {
		t.Error("a configuration that codex cannot read was taken for an empty one")
	}
}

// The server's URL or the CLI path missing, even the channel must be off.
func TestRealCodexClosedGate(t *testing.T) {
	codex := realCodex(t)
	env := codexHome(t, inheritedToml+"[mcp_servers.kcap-flow-result]\nurl = \"https://x.example/mcp\"\n")
	r, err := Prepare(t.Context(), strings.NewReader(codexWire), Options{
		Settings: Settings{Worktree: t.TempDir(), CodexPath: codex}, Env: env, Home: value(env, "HOME"),
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Servers) != 0 || len(r.Warnings) != 1 || r.Warnings[0].Code != NotConfigured {
		t.Errorf("got %q, %v", r.Servers, r.Warnings)
	}
}
