package launch

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestRegistry(t *testing.T) {
	got := map[string][]string{}
	for _, r := range registry() {
		got[r.ID] = r.args
		if r.Does == "" || strings.HasSuffix(r.Does, ".") || r.ID != fold(r.ID) {
			t.Errorf("%s: %q", r.ID, r.Does)
		}
		if r.StartsFlows != (r.Locked != "") {
			t.Errorf("%s: starts flows %v, locked %q", r.ID, r.StartsFlows, r.Locked)
		}
		if r.Unattended && (r.StartsFlows || len(r.tools) == 0) {
			t.Errorf("%s: safe unattended, but starts flows or has no tool that was judged", r.ID)
		}
	}
	want := map[string][]string{
		"kcap-review": {"mcp", "review"}, "kcap-sessions": {"mcp", "sessions"}, "kcap-memory": {"mcp", "memory"},
		"kcap-flows": {"mcp", "flows"}, "kcap-workitems": {"mcp", "workitems"}, "kcap-analytics": {"mcp", "analytics"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if safe := unattended(); !slices.Equal(safe, []string{"kcap-review", "kcap-sessions"}) {
		t.Errorf("unattended-safe: %q", safe)
	}
	var flows []string
	for _, s := range Owned() {
		if s.StartsFlows {
			flows = append(flows, s.ID)
		}
	}
	if !slices.Equal(flows, []string{"kcap-flows"}) {
		t.Errorf("flow starters: %q", flows)
	}
}

func TestResolve(t *testing.T) {
	tests := map[string]string{ // raw -> id; empty: not found
		"kcap-review": "kcap-review", " KCAP-Sessions\t": "kcap-sessions", "Kcap-FLOWS": "kcap-flows", "\u00a0kcap-memory\u2003": "kcap-memory",
		"": "", " ": "", "kcap": "", "kcap-reviews": "", "kcap review": "", "kcap-flow-result": "", "github": "", "*": "",
		"\u212acap-review": "", // a Kelvin sign is not a k
	}
	for raw, want := range tests {
		if row, found := resolve(&raw); row.ID != want || found != (want != "") {
			t.Errorf("%q: got %q, %v", raw, row.ID, found)
		}
	}
	if _, found := resolve(nil); found {
		t.Error("null was found")
	}
}

func TestJudge(t *testing.T) {
	tests := []struct {
		list     []string // "(null)" is null
		want     []string
		rejected string
		fails    bool
	}{
		{list: nil},
		{list: []string{}},
		{list: []string{"kcap-review", "KCAP-REVIEW ", "kcap-sessions"}, want: []string{"kcap-review", "kcap-sessions"}},
		{list: []string{" Kcap-Flow-Result "}},
		{list: []string{"(null)"}, fails: true},
		{list: []string{"  "}, fails: true},
		{list: []string{"kcap-review", " nope "}, rejected: "nope", fails: true},
		{list: []string{"KCAP-Flows"}, rejected: "KCAP-Flows", fails: true},
		{list: []string{"kcap-analytics", "nope"}, rejected: "kcap-analytics", fails: true},
	}
	for _, tt := range tests {
		got, err := judge(pointers(tt.list))
		r, refused := errors.AsType[*Refusal](err)
		if refused != tt.fails || refused && (deref(r.Rejected) != tt.rejected || r.Code != "allowlist_not_auto_approvable" || r.Hint == "") {
			t.Errorf("%q: got %v, want %q rejected", tt.list, err, tt.rejected)
		}
		var names []string
		for _, s := range got {
			names = append(names, *s)
		}
		if !slices.Equal(names, tt.want) {
			t.Errorf("%q: got %q, want %q", tt.list, names, tt.want)
		}
	}
}

func pointers(list []string) []*string {
	var out []*string
	for _, s := range list {
		if s == "(null)" {
			out = append(out, nil)
		} else {
			out = append(out, &s)
		}
	}
	return out
}

func TestWarningText(t *testing.T) {
	tests := []struct {
		w    Warning
		want string
	}{
		{Warning{Unknown, "(null)", "a-1"}, `agent "a-1": server "(null)" is not an owned server: skipped`},
		{Warning{Unknown, "\x1b[2Jx\n", "a"}, `agent "a": server "\x1b[2Jx\n" is not an owned server: skipped`},
		{Warning{Stripped, "KCAP-Flows", "a"}, `agent "a": server "KCAP-Flows" starts flows: stripped`},
		{Warning{NotConfigured, "", "a"}, `agent "a": no server URL or CLI path: none of its servers is attached`},
	}
	for _, tt := range tests {
		if got := tt.w.String(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}
