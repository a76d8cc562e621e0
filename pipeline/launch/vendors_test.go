package launch

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// reviewer materialises an unattended launch of another vendor with its full list.
func reviewer(t *testing.T, vendor string) Result {
	t.Helper()
	c, s := plain(vendor, KindReviewFlow)
	c.Allowlist = []*string{ptr(" KCAP-Sessions"), ptr("kcap-review"), ptr("kcap-review"), ptr("kcap-flow-result")}
	s.IsolatedDir, s.Nonces = "/tmp/empty", Nonces{strings.Repeat("ab", 16), strings.Repeat("cd", 16)}
	r, err := Materialise(c, s, Inherited{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func session(r Result) (names []string) {
	for _, s := range r.Session {
		names = append(names, s.Name)
	}
	return names
}

func TestOtherVendors(t *testing.T) {
	plainNames := []string{"kcap-flow-result", "kcap-sessions", "kcap-review"}
	a, b := strings.Repeat("ab", 16), strings.Repeat("cd", 16)
	secret := []string{"kcap-flow-result-" + a, "kcap-sessions-" + b, "kcap-review-" + b}
	tests := map[string]struct {
		argv    string // joined by blanks
		session []string
	}{
		"cursor":   {"acp --force --approve-mcps --trust", plainNames},
		"gemini":   {"--experimental-acp --skip-trust --allowed-mcp-server-names " + strings.Join(secret, ",") + " --approval-mode yolo", secret},
		"opencode": {"acp", plainNames},
		"copilot": {`--acp --stdio --allow-all-tools --no-ask-user --no-custom-instructions --disable-builtin-mcps --additional-mcp-config ` +
			`{"mcpServers":{"kcap-flow-result":{"type":"stdio","command":"/opt/kcap","args":["mcp","flow-result"],"env":{"KCAP_URL":"https://t","KCAP_FLOW_AGENT_ID":"a-1"}},` +
			`"kcap-sessions":{"type":"stdio","command":"/opt/kcap","args":["mcp","sessions"],"env":{"KCAP_URL":"https://t"}},` +
			`"kcap-review":{"type":"stdio","command":"/opt/kcap","args":["mcp","review"],"env":{"KCAP_URL":"https://t"}}}}` +
			` --available-tools=kcap-flow-result-submit_review_result --available-tools=kcap-flow-result-send_flow_message` +
			` --available-tools=kcap-review-get_file_context --available-tools=kcap-review-get_pr_summary --available-tools=kcap-review-get_transcript` +
			` --available-tools=kcap-review-list_pr_files --available-tools=kcap-review-list_sessions --available-tools=kcap-review-search_context` +
			` --available-tools=kcap-sessions-get_session_summary --available-tools=kcap-sessions-get_session_transcript --available-tools=kcap-sessions-get_turn` +
			` --available-tools=kcap-sessions-list_turns --available-tools=kcap-sessions-search_sessions`, nil},
	}
	for vendor, tt := range tests {
		r := reviewer(t, vendor)
		if got := strings.Join(r.Argv, " "); got != tt.argv {
			t.Errorf("%s:\n got %s\nwant %s", vendor, got, tt.argv)
		}
		if got := session(r); !slices.Equal(got, tt.session) {
			t.Errorf("%s: session %q, want %q", vendor, got, tt.session)
		}
	}
	want := SessionServer{"kcap-flow-result", "/opt/kcap", []string{"mcp", "flow-result"}, []Variable{{envURL, "https://t"}, {envChannel, "a-1"}}}
	if got := reviewer(t, "cursor").Session[0]; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestOpenCodeRules(t *testing.T) {
	env := reviewer(t, "opencode").Env
	var rules map[string]string
	if err := json.Unmarshal([]byte(env["OPENCODE_PERMISSION"]), &rules); err != nil {
		t.Fatal(err)
	}
	var allowed []string
	for name, rule := range rules {
		if rule == "allow" {
			allowed = append(allowed, name)
		} else if rule != "deny" {
			t.Errorf("%s: %q", name, rule)
		}
	}
	slices.Sort(allowed)
	want := []string{"glob", "grep", "kcap-flow-result_*", "kcap-review_*", "kcap-sessions_*", "list", "read"}
	if !slices.Equal(allowed, want) {
		t.Errorf("allowed %q, want %q", allowed, want)
	}
	if len(rules) != len(want)+10 || rules["*"] != "deny" || !strings.HasPrefix(env["OPENCODE_PERMISSION"], `{"*":"deny",`) {
		t.Errorf("rules %s", env["OPENCODE_PERMISSION"])
	}
	if env["OPENCODE_PURE"] != "1" || env["OPENCODE_DISABLE_PROJECT_CONFIG"] != "1" || env["OPENCODE_CONFIG_DIR"] != "/tmp/empty" {
		t.Errorf("env %v", env)
	}
}

// The others are always held to the unattended policy and to all that must be there
// before a start.
func TestOtherVendorsRefuse(t *testing.T) {
	tests := map[string]struct {
		change func(*Command, *Settings)
		code   string
	}{
		"a server that writes": {func(c *Command, _ *Settings) { c.Allowlist = []*string{ptr("kcap-memory")} }, "allowlist_not_auto_approvable"},
		"a null":               {func(c *Command, _ *Settings) { c.Allowlist = []*string{nil} }, "allowlist_not_auto_approvable"},
		"watched":              {func(c *Command, _ *Settings) { c.Kind = KindDefault }, "kind_not_settled"},
		"borrowed":             {func(_ *Command, s *Settings) { s.Work = WorkBorrowed }, "borrowed_not_certified"},
		"no URL":               {func(_ *Command, s *Settings) { s.ServerURL = " " }, "setting_missing"},
		"no CLI":               {func(_ *Command, s *Settings) { s.CLIPath = "" }, "setting_missing"},
		"no agent":             {func(c *Command, _ *Settings) { c.AgentID = "" }, "agent_id_blank"},
	}
	for _, v := range vendors() {
		if !v.unattended {
			continue
		}
		for name, tt := range tests {
			c, s := plain(v.id, KindReviewFlow)
			tt.change(&c, &s)
			_, err := Materialise(c, s, NoneInherited())
			if r, ok := errors.AsType[*Refusal](err); !ok || r.Code != tt.code {
				t.Errorf("%s, %s: got %v, want %s", v.id, name, err, tt.code)
			}
		}
	}
	for vendor, code := range map[string]string{
		"kiro": "vendor_not_settled", "antigravity": "vendor_not_settled", "pi": "vendor_not_settled",
		"gemini": "setting_missing", "opencode": "setting_missing", // without random names, without a folder
	} {
		c, s := plain(vendor, KindReviewFlow)
		_, err := Materialise(c, s, NoneInherited())
		if r, ok := errors.AsType[*Refusal](err); !ok || r.Code != code || len(r.Problem) < 40 {
			t.Errorf("%s: got %v, want %s with a reason", vendor, err, code)
		}
	}
}

func TestNonces(t *testing.T) {
	n, err := NewNonces(bytes.NewReader(append(bytes.Repeat([]byte{0xab}, 16), bytes.Repeat([]byte{1}, 16)...)))
	if err != nil || n.Channel != strings.Repeat("ab", 16) || n.Servers != strings.Repeat("01", 16) || !n.valid() {
		t.Errorf("got %+v, %v", n, err)
	}
	if _, err := NewNonces(strings.NewReader("short")); err == nil {
		t.Error("names from too little randomness")
	}
	good := strings.Repeat("0f", 16)
	for _, bad := range []Nonces{{}, {good, ""}, {good, good}, {good, strings.Repeat("0F", 16)}, {good, good[2:]}, {good, strings.Repeat("zz", 16)}} {
		if bad.valid() {
			t.Errorf("%+v is accepted", bad)
		}
	}
}
