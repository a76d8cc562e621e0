package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"toolgrant/model"
)

// granted is the layer with one tool more for a selector.
func granted(f File, selector, tool string) model.Layer {
	return model.Selection{}.With(f.Origin, f.Layer).Grant(f.Origin, selector, tool).Layer(f.Origin)
}

func revoked(f File, selector, tool string) model.Layer {
	return model.Selection{}.With(f.Origin, f.Layer).Revoke(f.Origin, selector, tool).Layer(f.Origin)
}

func edit(t *testing.T, f File, want model.Layer) string {
	t.Helper()
	got, err := Edit(f, want)
	if err != nil {
		t.Fatalf("%s: %v", f.Data, err)
	}
	return string(got)
}

func TestEditGrantsInTheLayoutItFinds(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"CF01 comments and trailing commas",
			"{\n  // keep me\n  \"big\": 12345678901234567890, /* mine */\n  \"agent_tools\": {\n    \"*\": [\n      \"Read\", // all read\n    ],\n  },\n}\n",
			"{\n  // keep me\n  \"big\": 12345678901234567890, /* mine */\n  \"agent_tools\": {\n    \"*\": [\n      \"Read\", // all read\n    ],\n    \"x\": [\n      \"mcp__s__*\"\n    ],\n  },\n}\n"},
		{"CF02 byte order mark", "\ufeff{\"a\":1}\r\n", "\ufeff{\"a\":1,\"agent_tools\":{\"x\":[\"mcp__s__*\"]}}\r\n"},
		{"CF05 numbers and escapes", "{\n    \"id\": 12345678901234567890,\n    \"ratio\": 1.0,\n    \"esc\": \"\\u0041\\/\"\n}\n",
			"{\n    \"id\": 12345678901234567890,\n    \"ratio\": 1.0,\n    \"esc\": \"\\u0041\\/\",\n    \"agent_tools\": {\n        \"x\": [\"mcp__s__*\"]\n    }\n}\n"},
		{"CF10 one line, no final newline", `{"theme":"dark"}`, `{"theme":"dark","agent_tools":{"x":["mcp__s__*"]}}`},
		{"CF10 CRLF and tabs", "{\r\n\t\"theme\": \"dark\"\r\n}", "{\r\n\t\"theme\": \"dark\",\r\n\t\"agent_tools\": {\r\n\t\t\"x\": [\"mcp__s__*\"]\r\n\t}\r\n}"},
		{"as gsd-core writes it", "{\n  \"agent_tools\": {\n    \"x\": [\n      \"Read\"\n    ]\n  },\n  \"runtime\": \"codex\"\n}\n",
			"{\n  \"agent_tools\": {\n    \"x\": [\n      \"Read\",\n      \"mcp__s__*\"\n    ]\n  },\n  \"runtime\": \"codex\"\n}\n"},
		{"an empty object", "{}\n", "{\n  \"agent_tools\": {\n    \"x\": [\"mcp__s__*\"]\n  }\n}\n"},
		{"beside entries that do not count", `{"agent_tools": {"x": [" Read ", 5, "a b"], "y": null}}`, `{"agent_tools": {"x": [" Read ", 5, "a b", "mcp__s__*"], "y": null}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, _ := load(t, c.in, model.Global)
			if got := edit(t, f, granted(f, "x", "mcp__s__*")); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			again, _ := load(t, c.want, model.Global)
			if got := edit(t, again, revoked(again, "x", "mcp__s__*")); got != c.in {
				t.Errorf("taken away again it should be\n%q\nbut is\n%q", c.in, got)
			}
		})
	}
}

func TestEditMakesAFile(t *testing.T) {
	f, _, err := Load(filepath.Join(t.TempDir(), "none.json"), model.Global)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Edit(f, model.Layer{}); got != nil || err != nil {
		t.Errorf("nothing wanted makes no file: %q, %v", got, err)
	}
	want := granted(f, "x", "Read").WithVerbs("x", []model.Verb{}).WithLaunch("y", []string{"docs"}).WithEnforced("kilo", true)
	text := `{
  "agent_tools": {
    "x": ["Read"]
  },
  "peer_bridge_verbs": {
    "x": []
  },
  "mcp_allowlist": {
    "y": ["docs"]
  },
  "enforce_tools": ["kilo"]
}
`
	if got := edit(t, f, want); got != text {
		t.Errorf("got\n%s\nwant\n%s", got, text)
	}
	made, _ := load(t, text, model.Global)
	if got := edit(t, made, model.Layer{}); got != "{}\n" {
		t.Errorf("all taken away: got %q", got)
	}
}

func TestEditOfTheOtherKeys(t *testing.T) {
	in := "{\n  \"peer_bridge_verbs\": {\"x\": [\"list_peers\", \"a_later_verb\"], \"odd\": null},\n  \"enforce_tools\": [\"kilo\"] // why\n}\n"
	f, _ := load(t, in, model.Global)
	want := f.Layer.WithVerbs("x", []model.Verb{model.ListPeers, model.DelegateTo}).WithEnforced("kilo", false).WithEnforced("codex", true)
	text := "{\n  \"peer_bridge_verbs\": {\"x\": [\"list_peers\", \"a_later_verb\", \"delegate_to_peer\"], \"odd\": null},\n  \"enforce_tools\": [\"codex\"] // why\n}\n"
	if got := edit(t, f, want); got != text {
		t.Errorf("got\n%s\nwant\n%s", got, text)
	}
}

func TestProjectEditStartsFromTheEffectiveList(t *testing.T) {
	global, _ := load(t, `{"agent_tools": {"x": ["Read", "Grep"]}}`, model.Global)
	project, _ := load(t, "{\n  \"mode\": \"fast\"\n}\n", model.Project)
	sel := model.Selection{Global: global.Layer, Project: project.Layer}
	more := sel.Grant(model.Project, "x", "Write")
	if got, want := edit(t, project, more.Project), "{\n  \"mode\": \"fast\",\n  \"agent_tools\": {\n    \"x\": [\"Read\", \"Grep\", \"Write\"]\n  }\n}\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	none := sel.Revoke(model.Project, "x", "Read").Revoke(model.Project, "x", "Grep")
	if got, want := edit(t, project, none.Project), "{\n  \"mode\": \"fast\",\n  \"agent_tools\": {\n    \"x\": []\n  }\n}\n"; got != want {
		t.Errorf("the last tool taken away hides the global ones: got %s, want %s", got, want)
	}
	back := more.Revoke(model.Project, "x", "Write")
	if got := edit(t, project, back.Project); got != string(project.Data) {
		t.Errorf("granted and revoked: got %s", got)
	}
}

func TestEditRefuses(t *testing.T) {
	for _, c := range []struct {
		name, in string
		change   func(File) model.Layer
		want     string
	}{
		{"a container of another kind", `{"agent_tools": null}`, func(f File) model.Layer { return granted(f, "x", "Read") },
			":1:17: agent_tools is null where an object is expected; it is not replaced"},
		{"a list of another kind", "{\"agent_tools\":\n{\"x\": \"Read\"}}", func(f File) model.Layer { return granted(f, "x", "Read") },
			`:2:7: "x" in agent_tools is a string where a list is expected; it is not replaced`},
		{"verbs that cannot be read", `{"peer_bridge_verbs": {"x": null}}`, func(f File) model.Layer { return f.Layer.WithVerbs("x", []model.Verb{}) },
			`"x" in peer_bridge_verbs is null where a list is expected`},
		{"a selector twice", `{"agent_tools": {"x": [], "x": []}}`, func(f File) model.Layer { return granted(f, "x", "Read") },
			`:1:18: "x" in agent_tools is there twice`},
		{"a key twice", `{"agent_tools": {}, "agent_tools": {}}`, func(f File) model.Layer { return granted(f, "x", "Read") },
			`:1:21: the key "agent_tools" is there twice`},
		{"an entry that could not be read back", `{}`, func(f File) model.Layer { return granted(f, "x", "a b") },
			`"x" in agent_tools: the entry "a b" holds a space outside parentheses`},
		{"blanks around an entry", `{}`, func(f File) model.Layer { return granted(f, "x", " Read") }, "has blanks around it"},
		{"an entry twice", `{}`, func(File) model.Layer { return model.Layer{Enforce: []string{"kilo", "kilo"}} }, "is wanted twice"},
		{"a list that is too long", `{}`, func(File) model.Layer {
			return model.Layer{Launch: map[string][]string{"x": make([]string, MaxEntries+1)}}
		}, `"x" in mcp_allowlist would have 10001 entries, more than the 10000 that are read`},
		{"a selector that is not UTF-8", `{}`, func(f File) model.Layer { return granted(f, "\xff", "Read") }, "not valid UTF-8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, _ := load(t, c.in, model.Global)
			got, err := Edit(f, c.change(f))
			if got != nil || err == nil || !strings.HasPrefix(err.Error(), f.Path) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %q, %v; want %q", got, err, c.want)
			}
		})
	}
}

// A save of the same file by somebody else shows in its hash, by which the installer
// refuses to write (case CF07); the edit itself never reads the file again.
func TestCF07(t *testing.T) {
	f, _ := load(t, `{"theme":"dark"}`, model.Global)
	if err := os.WriteFile(f.Path, []byte(`{"theme":"light","late":1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := edit(t, f, granted(f, "x", "Read")); got != `{"theme":"dark","agent_tools":{"x":["Read"]}}` {
		t.Errorf("got %s", got)
	}
	now, _, err := Load(f.Path, model.Global)
	if err != nil || now.Sum == f.Sum {
		t.Errorf("the hash must differ: %v", err)
	}
}

// What does not parse is never rewritten (case CF08).
func TestCF08(t *testing.T) {
	for _, content := range []string{"", `{"mcpServers":{"docs":{"comm`, `{"a":1}{"b":2}`} {
		path := write(t, content)
		f, _, err := Load(path, model.Global)
		if err == nil {
			t.Errorf("%q must not load", content)
		}
		if got, err := Edit(f, granted(f, "x", "Read")); err == nil {
			t.Errorf("%q must not be edited, got %q", content, got)
		}
	}
}
