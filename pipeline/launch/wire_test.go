package launch

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// needed are the required members, without the closing brace.
const needed = `{"agent_id":"a-1","model":"m","repo_path":"/r","vendor":"claude"`

func decode(t *testing.T, text string) Command {
	t.Helper()
	c, err := Decode(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return c
}

func TestDecodeAllowlist(t *testing.T) {
	null := "(null)"
	tests := map[string]struct {
		rest string
		want []string // nil: no list
	}{
		"missing":              {`}`, nil},
		"null":                 {`,"mcp_allowlist":null}`, nil},
		"empty":                {`,"mcp_allowlist":[]}`, []string{}},
		"nulls inside":         {`,"mcp_allowlist":[null,"a",null]}`, []string{null, "a", null}},
		"not last":             {`,"mcp_allowlist":["a"],"kind":"review"}`, []string{"a"}},
		"upper case is no key": {`,"MCP_Allowlist":["a"]}`, nil},
		"camel case is no key": {`,"mcpAllowlist":["a"]}`, nil},
		"both spellings":       {`,"mcp_allowlist":["a"],"MCP_ALLOWLIST":["b"]}`, []string{"a"}},
		"an escaped key":       {`,"mcp\u005fallowlist":["a"]}`, []string{"a"}},
		"unknown members":      {`,"later":{"mcp_allowlist":["x"]},"mcp_allowlist":["a"],"n":1e400}`, []string{"a"}},
		"unknown ones twice":   {`,"later":1,"later":2}`, nil},
	}
	for name, tt := range tests {
		c := decode(t, needed+tt.rest)
		var got []string
		if c.Allowlist != nil {
			got = []string{}
		}
		for _, s := range c.Allowlist {
			if s == nil {
				s = &null
			}
			got = append(got, *s)
		}
		if !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %#v, want %#v", name, got, tt.want)
		}
	}
	decode(t, "\ufeff"+needed+"}") // some writers begin with a BOM
}

func TestDecodeRefuses(t *testing.T) {
	tests := map[string]struct{ text, want string }{
		"nothing":          {``, "unexpected end"},
		"an array":         {`[]`, "want a JSON object, found an array"},
		"null":             {`null`, "found null"},
		"cut short":        {needed, "not JSON at byte 64: unexpected end"},
		"not JSON":         {`{"agent_id":}`, "not JSON at byte 13: invalid character '}'"},
		"two objects":      {needed + `}{}`, "after top-level value"},
		"no agent":         {`{"model":"m","repo_path":"/r","vendor":"claude"}`, "agent_id: missing"},
		"null vendor":      {`{"agent_id":"a","model":"m","repo_path":"/r","vendor":null}`, "vendor: missing"},
		"wrong case":       {`{"Agent_Id":"a","model":"m","repo_path":"/r","vendor":"v"}`, "agent_id: missing"},
		"list of numbers":  {needed + `,"mcp_allowlist":["a",1]}`, "mcp_allowlist"},
		"list is a string": {needed + `,"mcp_allowlist":"kcap-review"}`, "mcp_allowlist: cannot be a string"},
		"list twice":       {needed + `,"mcp_allowlist":[],"mcp_allowlist":["a"]}`, "mcp_allowlist: given twice"},
		"kind twice":       {needed + `,"kind":"review","kind":"default"}`, "kind: given twice"},
		"borrowed a word":  {needed + `,"borrowed":"yes"}`, "borrowed: cannot be a string"},
		"a PR in words":    {needed + `,"review":{"owner":"o","repo":"r","pr_number":"1"}}`, "pr_number: cannot be a string"},
		"posture twice":    {needed + `,"codex_posture":{"sandbox":"a","sandbox":"b"}}`, "sandbox: given twice"},
		"invalid UTF-8":    {needed + ",\"prompt\":\"\xff\"}", "not UTF-8"},
		"too long":         {needed + `,"prompt":"` + strings.Repeat("x", maxCommand) + `"}`, "longer than"},
		"too many entries": {needed + `,"mcp_allowlist":[` + strings.Repeat("null,", maxEntries) + `null]}`, "more than 10000 entries"},
	}
	for name, tt := range tests {
		_, err := Decode(strings.NewReader(tt.text))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", name, err, tt.want)
		}
	}
}

func TestKindOnTheWire(t *testing.T) {
	good := map[string]Kind{
		`"default"`: KindDefault, `"Default"`: KindDefault, `0`: KindDefault,
		`"review"`: KindReview, `"REVIEW"`: KindReview, `1`: KindReview,
		`"reviewFlow"`: KindReviewFlow, `"ReviewFlow"`: KindReviewFlow, `"reviewflow"`: KindReviewFlow, `2`: KindReviewFlow,
	}
	for text, want := range good {
		if got := decode(t, needed+`,"kind":`+text+`}`).Kind; got != want {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
	for _, text := range []string{`null`, `3`, `-1`, `1.0`, `1e0`, `"1"`, `""`, `" review"`, `"review_flow"`, `"flow"`, `true`, `[]`, `{}`, `["review"]`} {
		_, err := Decode(strings.NewReader(needed + `,"kind":` + text + `}`))
		if r, ok := errors.AsType[*Refusal](err); !ok || r.Kind != "LaunchFailed" {
			t.Errorf("%s: got %v, want LaunchFailed", text, err)
		}
	}
	if got := decode(t, needed+`}`).Kind; got != KindDefault {
		t.Errorf("missing: got %v, want the default", got)
	}
	for k := range Kind(3) {
		data, err := json.Marshal(k)
		if err != nil {
			t.Fatal(err)
		}
		if got := decode(t, needed+`,"kind":`+string(data)+`}`).Kind; got != k {
			t.Errorf("%s came back as %v", data, got)
		}
	}
	if _, err := json.Marshal(Kind(3)); err == nil {
		t.Error("a kind outside the protocol was written")
	}
}

func TestFillAllowlist(t *testing.T) {
	configured := []string{"kcap-review"}
	tests := map[string]struct {
		rest string
		fill []string
		want int // entries; -1: no list
	}{
		"none on the wire":  {`}`, configured, 1},
		"null on the wire":  {`,"mcp_allowlist":null}`, configured, 1},
		"empty stays empty": {`,"mcp_allowlist":[]}`, configured, 0},
		"the wire wins":     {`,"mcp_allowlist":["a","b"]}`, configured, 2},
		"nothing to fill":   {`}`, nil, -1},
	}
	for name, tt := range tests {
		c := decode(t, needed+tt.rest).FillAllowlist(tt.fill)
		if got := len(c.Allowlist); got != max(tt.want, 0) || (c.Allowlist == nil) != (tt.want < 0) {
			t.Errorf("%s: got %d entries (nil: %v), want %d", name, got, c.Allowlist == nil, tt.want)
		}
	}
}

// Encoding and decoding again is nothing, for the production decoder.
func TestCommandRoundTrip(t *testing.T) {
	text := rapid.Ptr(rapid.String(), true)
	raw := rapid.SampledFrom([]json.RawMessage{nil, json.RawMessage(`1`), json.RawMessage(`"x"`), json.RawMessage(`{"a":[1,2]}`)})
	rapid.Check(t, func(t *rapid.T) {
		want := Command{
			AgentID: rapid.String().Draw(t, "agent"), Prompt: text.Draw(t, "prompt"), Model: rapid.String().Draw(t, "model"),
			Effort: text.Draw(t, "effort"), RepoPath: rapid.String().Draw(t, "repo"), Vendor: rapid.String().Draw(t, "vendor"),
			Kind: Kind(rapid.IntRange(0, 2).Draw(t, "kind")), Borrowed: rapid.Ptr(rapid.Bool(), true).Draw(t, "borrowed"),
			Tools: raw.Draw(t, "tools"), Epoch: raw.Draw(t, "epoch"), ResumeSession: raw.Draw(t, "resume"),
			Review:        rapid.Ptr(rapid.Make[Review](), true).Draw(t, "review"),
			Posture:       rapid.Ptr(rapid.Make[Posture](), true).Draw(t, "posture"),
			ReviewerModel: &ReviewerModel{LaunchModel: text.Draw(t, "reviewer")},
			Allowlist:     rapid.SliceOf(text).Draw(t, "list"),
		}
		data, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("\n got %+v\nwant %+v\nwire %s", got, want, data)
		}
	})
}

// The allowlist stands at the end of what is written, whatever else is there.
func TestAllowlistIsEncodedLast(t *testing.T) {
	c := decode(t, `{"mcp_allowlist":["a",null],"resume_session_id":"s","codex_posture":{"sandbox":"x"},`+needed[1:]+`}`)
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	if want := `,"resume_session_id":"s","mcp_allowlist":["a",null]}`; !strings.HasSuffix(string(data), want) {
		t.Errorf("got %s, want it to end in %s", data, want)
	}
	c.Allowlist = nil
	if data, err = json.Marshal(c); err != nil || bytes.Contains(data, []byte("mcp_allowlist")) {
		t.Errorf("no list was written as %s (%v)", data, err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		needed + `}`, needed + `,"mcp_allowlist":["kcap-flows",null," KCAP-Review "],"kind":"reviewFlow"}`,
		needed + `,"kind":2,"borrowed":true,"borrow_cwd":"/b","Kind":1}`, `{"\u0000":1}`, `[]`, "\ufeff{}", `{"a":` + strings.Repeat("[", 200),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Decode(bytes.NewReader(data))
		if err != nil {
			return
		}
		again, err := json.Marshal(c)
		if err != nil {
			t.Fatalf("accepted and not writable: %v", err)
		}
		back, err := Decode(bytes.NewReader(again))
		if err != nil {
			t.Fatalf("written and not readable: %s: %v", again, err)
		}
		if !slices.EqualFunc(back.Allowlist, c.Allowlist, func(a, b *string) bool { return (a == nil) == (b == nil) && deref(a) == deref(b) }) {
			t.Fatalf("the list changed: %s", again)
		}
		if back.Kind != c.Kind || back.AgentID != c.AgentID || back.Vendor != c.Vendor {
			t.Fatalf("the command changed: %s", again)
		}
		r, err := Materialise(c, Settings{ServerURL: "u", CLIPath: "p", Worktree: "/wt"}, NoneInherited())
		if err == nil && slices.ContainsFunc(r.Servers, func(id string) bool { return id == "kcap-flows" }) {
			t.Fatal("a flow starter was attached")
		}
	})
}
