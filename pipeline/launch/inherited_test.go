package launch

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// listing is what codex 0.171.0 prints, shortened to what differs.
const listing = `[
 {"name":"corp.flows","enabled":true,"disabled_reason":null,
  "transport":{"type":"stdio","command":"corp","args":["serve"],"env":{"SECRET":"x"},"env_vars":[],"cwd":null},
  "startup_timeout_sec":null,"tool_timeout_sec":null,"auth_status":"unsupported"},
 {"name":"linear","enabled":true,"disabled_reason":null,
  "transport":{"type":"streamable_http","url":"https://mcp.linear.app/mcp","bearer_token_env_var":"T","http_headers":null},
  "auth_status":"bearer_token"},
 {"name":"off","enabled":false,"transport":{"type":"stdio","command":"off","args":[],"env":null,"env_vars":[],"cwd":null},"startup_timeout_sec":5.0},
 {"name":"bare"},
 {"name":"short","url":"https://s"}
]`

func TestReadInherited(t *testing.T) {
	in, err := ReadInherited(strings.NewReader(listing))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range in.Servers {
		got = append(got, fmt.Sprintf("%s on=%v %s %s %q %v", s.Name, s.Enabled, s.Kind, s.URL, s.Command, s.Extras))
	}
	want := []string{
		`corp.flows on=true stdio  "corp" [env]`,
		`linear on=true streamable_http https://mcp.linear.app/mcp "" [bearer_token_env_var url]`,
		`off on=false stdio  "off" []`,
		`bare on=true   "" []`,
		`short on=true  https://s "" [url]`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if empty, err := ReadInherited(strings.NewReader(` [] `)); err != nil || !empty.known {
		t.Errorf("no servers is a valid answer: %v", err)
	}
}

func TestReadInheritedRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"nothing": ``, "null": `null`, "an object": `{"error":"exit 1"}`, "words": `No MCP servers configured yet.`,
		"cut short": `[{"name":"a"}`, "followed": `[] []`, "a number in it": `[1]`, "null in it": `[null]`, "no name": `[{}]`, "name empty": `[{"name":""}]`,
		"name a number": `[{"name":1}]`, "Name in capitals": `[{"Name":"a"}]`, "twice": `[{"name":"a"},{"name":"a"}]`,
		"transport a word": `[{"name":"a","transport":"stdio"}]`, "url a number": `[{"name":"a","transport":{"url":1}}]`,
		"enabled a word": `[{"name":"a","enabled":"no"}]`, "too many": "[" + strings.Repeat(`{"name":"a"},`, maxServers) + `{"name":"b"}]`,
		"not UTF-8": "[{\"name\":\"a\xff\"}]", "half a character": `[{"name":"a\ud800"}]`,
		"too long": `["` + strings.Repeat("x", maxListing) + `"]`,
	} {
		_, err := ReadInherited(strings.NewReader(text))
		if r, ok := errors.AsType[*Refusal](err); !ok || r.Kind != "McpIsolationFailed" {
			t.Errorf("%s: got %v, want McpIsolationFailed", name, err)
		}
	}
}

// An entry with one of our names is overridden if it is bare and refused if any of
// it would outlive the override.
func TestSameNamedServers(t *testing.T) {
	tests := map[string]struct {
		entry   string // beside the name kcap-sessions
		refused string // what the refusal names; empty: overridden
	}{
		"bare":              {``, ""},
		"a command":         {`,"transport":{"type":"stdio","command":"mine","args":["x"],"env":null,"env_vars":[],"cwd":null}`, ""},
		"switched off":      {`,"enabled":false,"disabled_reason":"user"`, ""},
		"timeouts":          {`,"startup_timeout_sec":5.0,"tool_timeout_sec":1`, ""},
		"filters unset":     {`,"enabled_tools":null,"disabled_tools":[]`, ""},
		"a later null":      {`,"later":null,"also":false`, ""},
		"a url":             {`,"transport":{"type":"streamable_http","url":"https://x"}`, "url"},
		"a type, no url":    {`,"transport":{"type":"streamable_http"}`, "settings"},
		"an environment":    {`,"transport":{"type":"stdio","command":"c","env":{"A":"b"}}`, "env"},
		"forwarded names":   {`,"transport":{"type":"stdio","command":"c","env_vars":["FOO"]}`, "env_vars"},
		"a folder":          {`,"transport":{"type":"stdio","command":"c","cwd":"/tmp"}`, "cwd"},
		"a tool filter":     {`,"enabled_tools":["a"]`, "enabled_tools"},
		"another filter":    {`,"disabled_tools":["b"]`, "disabled_tools"},
		"something unheard": {`,"run_as":"root"`, "run_as"},
	}
	for name, tt := range tests {
		in, err := ReadInherited(strings.NewReader(`[{"name":"kcap-sessions"` + tt.entry + `}]`))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		c, s := plain("codex", KindReviewFlow)
		c.Allowlist = []*string{ptr("kcap-sessions")}
		r, err := Materialise(c, s, in)
		if tt.refused == "" {
			if err != nil || !slices.Contains(r.Argv, "mcp_servers={}") || !slices.Contains(r.Argv, "mcp_servers.kcap-sessions.enabled=true") {
				t.Errorf("%s: got %q, %v", name, r.Argv, err)
			}
			continue
		}
		if refusal, ok := errors.AsType[*Refusal](err); !ok || refusal.Kind != "McpIsolationFailed" || !strings.Contains(refusal.Problem, tt.refused) || refusal.Hint == "" {
			t.Errorf("%s: got %v, want a refusal that names %s", name, err, tt.refused)
		}
		// Not asked for, it is just another inherited server and is switched off.
		c.Allowlist = nil
		if r, err := Materialise(c, s, in); tt.refused != "settings" && (err != nil || !strings.Contains(strings.Join(r.Argv, " "), `mcp_servers={"kcap-sessions"={enabled=false,`)) {
			t.Errorf("%s, not asked for: got %q, %v", name, r.Argv, err)
		}
	}
}

// A server that can be switched off in neither form stops the launch.
func TestUnswitchableServer(t *testing.T) {
	in, err := ReadInherited(strings.NewReader(`[{"name":"x","transport":{"type":"carrier_pigeon"}}]`))
	if err != nil {
		t.Fatal(err)
	}
	c, s := plain("codex", KindReviewFlow)
	if r, err := Materialise(c, s, in); err == nil {
		t.Errorf("got %q", r.Argv)
	}
}

func FuzzReadInherited(f *testing.F) {
	f.Add([]byte(listing))
	f.Add([]byte(`[{"name":"kcap-flow-result","transport":null,"enabled_tools":["x"]}]`))
	f.Add([]byte(`[{"name":"a\u0000\"\\","url":"\n"}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		in, err := ReadInherited(strings.NewReader(string(data)))
		if err != nil {
			return
		}
		args, err := isolate(in.Servers, attach("/c", "u", "a", nil), false)
		if err != nil {
			return
		}
		type entry struct {
			Enabled bool
			Command string
			URL     string
		}
		_, value, _ := strings.Cut(args[1], "=")
		table := parse[map[string]entry](t, value)
		for _, s := range in.Servers {
			if got, there := table[s.Name]; s.Name != channelID && (!there || got.Enabled) {
				t.Fatalf("%q stays on: %s", s.Name, value)
			}
		}
		if len(table) > len(in.Servers) {
			t.Fatalf("more than was listed: %s", value)
		}
	})
}
