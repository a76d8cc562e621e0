package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"toolgrant/model"
)

// write puts a file into a new folder and returns its path.
func write(t testing.TB, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.json")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// load reads content that must load.
func load(t testing.TB, content string, o model.Origin) (File, []model.Note) {
	t.Helper()
	f, notes, err := Load(write(t, content), o)
	if err != nil {
		t.Fatalf("%s: %v", content, err)
	}
	return f, notes
}

// problems are the notes as line:column: code: problem.
func problems(notes []model.Note) []string {
	var all []string
	for _, n := range notes {
		n.File = "f"
		all = append(all, string(n.Severity)+" "+n.Code+" "+n.String())
	}
	return all
}

func wantProblems(t *testing.T, notes []model.Note, want ...string) {
	t.Helper()
	if got := problems(notes); !slices.Equal(got, want) {
		t.Errorf("notes\n got %q\nwant %q", got, want)
	}
}

func TestLoadReadsTheFourKeysAndLeavesTheRest(t *testing.T) {
	f, notes := load(t, `{
  "runtime": "codex",
  "agent_tools": {"*": ["  mcp__docs__* ", "Read"], "b": []},
  "peer_bridge_verbs": {"x": ["list_peers", "list_peers"], "y": []},
  "mcp_allowlist": {"x": ["docs", "my server"]},
  "enforce_tools": ["kilo"]
}`, model.Global)
	want := model.Layer{
		Tools:   map[string][]string{"*": {"mcp__docs__*", "Read"}, "b": {}},
		Verbs:   map[string][]model.Verb{"x": {model.ListPeers}, "y": {}},
		Launch:  map[string][]string{"x": {"docs", "my server"}},
		Enforce: []string{"kilo"},
	}
	want.Loaded = want.Tools
	if !reflect.DeepEqual(f.Layer, want) {
		t.Errorf("got %+v\nwant %+v", f.Layer, want)
	}
	wantProblems(t, notes, `info config-twice f:4:45: the entry "list_peers" is there twice`)
	if !f.Exists || f.Mode.Perm() != 0o600 || f.Sum != model.SumOf(f.Data) {
		t.Errorf("the file is not as it was written: %v %v", f.Mode, f.Sum)
	}
}

func TestLoadLeavesBadEntriesOutOneByOne(t *testing.T) {
	f, notes := load(t, `{"agent_tools": {
"a": ["Read", 5, null, "", "a b", "x:", "Bash(git log:*)", "mcp__a\u202e", ["Write"], "Read"],
"b": "Read",
"c": null
},
"peer_bridge_verbs": {"v": ["List_Peers", "list_peers", 1], "w": ["fly"]},
"mcp_allowlist": {"l": ["ok", "", "\u0007"], "m": "docs"},
"enforce_tools": ["kilo", "kilo"]}`, model.Project)
	if got, want := f.Layer.Tools, (map[string][]string{"a": {"Read", "Bash(git log:*)"}, "b": {}, "c": {}}); !reflect.DeepEqual(got, want) {
		t.Errorf("tools: got %q, want %q", got, want)
	}
	if got, want := f.Layer.Verbs, (map[string][]model.Verb{"v": {model.ListPeers}, "w": {}}); !reflect.DeepEqual(got, want) {
		t.Errorf("verbs: got %q, want %q", got, want)
	}
	if got, want := f.Layer.Launch, (map[string][]string{"l": {"ok"}, "m": {}}); !reflect.DeepEqual(got, want) {
		t.Errorf("launch: got %q, want %q", got, want)
	}
	if got := f.Layer.Enforce; !slices.Equal(got, []string{"kilo"}) {
		t.Errorf("enforce: got %q", got)
	}
	const verbs = "is no peer verb; there are list_peers,delegate_to_peer,fan_out_to_peers,create_task_for_peer,list_my_tasks,update_my_task; it is left out"
	wantProblems(t, notes,
		`warning config-entry f:2:15: the entry 5 is a number where a string is expected; it is left out`,
		`warning config-entry f:2:18: the entry null is null where a string is expected; it is left out`,
		`warning config-entry f:2:24: the entry "" is empty; it is left out`,
		`warning config-entry f:2:28: the entry "a b" holds a space outside parentheses; it is left out`,
		`warning config-entry f:2:35: the entry "x:" ends in a colon; it is left out`,
		`warning config-entry f:2:60: the entry "mcp__a\u202e" holds the invisible character U+202E; it is left out`,
		`warning config-entry f:2:76: the entry ["Write"] is an array where a string is expected; it is left out`,
		`info config-twice f:2:87: the entry "Read" is there twice`,
		`warning config-type f:3:6: "b" in agent_tools is a string where a list is expected; nothing is granted by it`,
		`warning config-type f:4:6: "c" in agent_tools is null where a list is expected; nothing is granted by it`,
		`warning config-entry f:6:29: the entry "List_Peers" `+verbs,
		`warning config-entry f:6:57: the entry 1 is a number where a string is expected; it is left out`,
		`warning config-entry f:6:67: the entry "fly" `+verbs,
		`warning config-entry f:7:31: the entry "" is empty; it is left out`,
		`warning config-entry f:7:35: the entry "\x07" holds characters that cannot be seen; it is left out`,
		`warning config-type f:7:51: "m" in mcp_allowlist is a string where a list is expected; its launches get no server`,
		`info config-twice f:8:27: the entry "kilo" is there twice`,
	)
}

func TestVerbsThatCannotBeReadLeaveTheAgentAlone(t *testing.T) {
	f, notes := load(t, `{"peer_bridge_verbs": {"a": null, "b": ["list_peers"], "c": {}, "d": [], "d": []}}`, model.Global)
	if got := f.Layer.VerbsUnread; !slices.Equal(got, []string{"a", "c", "d"}) {
		t.Errorf("unread: %q", got)
	}
	if len(f.Layer.Verbs) != 1 || len(notes) != 3 {
		t.Errorf("verbs %q, notes %q", f.Layer.Verbs, problems(notes))
	}
	for _, n := range notes {
		if n.Severity != model.Error || n.Agent == "" {
			t.Errorf("an error for one agent is wanted, got %+v", n)
		}
	}
	f, _ = load(t, `{"peer_bridge_verbs": ["list_peers"]}`, model.Project)
	sel := model.Selection{Project: f.Layer}
	if o, unread := sel.VerbsUnread("any"); !unread || o != model.Project {
		t.Errorf("an unreadable key must hold every agent: %v %v", o, unread)
	}
}

func TestDuplicateAndTwinKeys(t *testing.T) {
	f, notes := load(t, "{\"agent_tools\": {\"x\": [\"Read\"], \"x\": [\"Write\"], \"y\": [\"Grep\"]},\n\"Agent_Tools\": {}}", model.Global)
	if got, want := f.Layer.Tools, (map[string][]string{"x": {}, "y": {"Grep"}}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	wantProblems(t, notes,
		`warning config-case f:2:1: the key "Agent_Tools" differs only by case from agent_tools and is ignored`,
		`error config-duplicate f:1:33: the selector "x" is there twice; neither counts`)
	f, notes = load(t, `{"agent_tools": {"x": ["Read"]}, "agent_tools": {}}`, model.Project)
	if !f.Layer.ToolsInvalid || f.Layer.Tools != nil {
		t.Errorf("a key that is there twice must grant nothing: %+v", f.Layer)
	}
	wantProblems(t, notes, `error config-duplicate f:1:34: the key agent_tools is there twice; neither counts`)
}

func TestExtensionsAreReadWithAWarning(t *testing.T) {
	for content, want := range map[string]string{
		"{\n\"agent_tools\": {} // mine\n}":              `f:2:19: holds comments`,
		"{\"agent_tools\": {},\n}":                       `f:1:19: holds a trailing comma`,
		"\ufeff{\"agent_tools\": {}}\n":                  `f:1:1: begins with a byte order mark`,
		"{\"agent_tools\": {\"*\": [\"//\"]}, /* x */ }": `f:1:32: holds comments`,
	} {
		f, notes := load(t, content, model.Global)
		if f.Layer.Tools == nil || len(notes) != 1 || !strings.HasPrefix(problems(notes)[0], "warning config-not-strict "+want) {
			t.Errorf("%q: %v %q", content, f.Layer.Tools, problems(notes))
		}
	}
}

func TestLoadRefusesWhatItCannotTrust(t *testing.T) {
	deep := `{"a":` + strings.Repeat("[", 5000)
	for content, want := range map[string]string{
		"":                        "is empty, which is no JSON",
		"{\n  \"agent_tools\": {": "2:19: is not valid JSON: it ends too early",
		`{"a":1}{"b":2}`:          "1:8: is not valid JSON",
		"[]":                      "1:1: is an array where an object is expected",
		"null":                    "1:1: is null where an object is expected",
		"{\"a\": \"\xff\"}":       "1:8: holds a byte (0xff) that is not valid UTF-8",
		"\xff\xfe{\x00}\x00":      "1:1: holds a byte (0xff) that is not valid UTF-8",
		deep:                      "is nested more than 1000 levels deep",
	} {
		path := write(t, content)
		f, _, err := Load(path, model.Global)
		n, ok := errors.AsType[model.Note](err)
		if !ok || n.Severity != model.Error || n.Hint == "" || !strings.HasPrefix(err.Error(), path) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: got %v, want %q", content, err, want)
		}
		if f.Layer.Tools != nil {
			t.Errorf("%.40q: a broken file has no layer", content)
		}
	}
}

func TestLoadSizes(t *testing.T) {
	pad := func(size int) string {
		head := `{"agent_tools":{"*":["Read"]},"history":"`
		return head + strings.Repeat("x", size-len(head)-2) + `"}`
	}
	if f, _ := load(t, pad(5<<20), model.Global); len(f.Layer.Tools["*"]) != 1 {
		t.Error("a file of 5 MB must be read")
	}
	_, _, err := Load(write(t, pad(40<<20)), model.Global)
	if err == nil || !strings.Contains(err.Error(), "has 41943040 bytes, more than the 33554432 that are read") {
		t.Errorf("40 MB: %v", err)
	}
	many := `{"agent_tools":{"*":[` + strings.Repeat(`"Read",`, MaxEntries) + `"Write"]}}`
	f, notes := load(t, many, model.Project)
	if got := f.Layer.Tools["*"]; got == nil || len(got) != 0 {
		t.Errorf("a list that is too long must grant nothing: %d entries", len(got))
	}
	wantProblems(t, notes, `warning config-large f:1:21: "*" in agent_tools has 10001 entries, more than the 10000 that are read; nothing is granted by it`)
}

func TestLoadOfWhatIsNotAPlainFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "config.json")
	f, notes, err := Load(path, model.Global)
	if err != nil || f.Exists || len(notes) > 0 || f.Layer.Tools != nil {
		t.Errorf("a missing file is an empty layer: %+v %v %v", f, notes, err)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Load(path, model.Global); err == nil || !strings.Contains(err.Error(), "is not a regular file") {
		t.Errorf("a folder: %v", err)
	}
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	if _, _, err := Load(pipe, model.Global); err == nil || !strings.Contains(err.Error(), "is not a regular file") {
		t.Errorf("a pipe: %v", err)
	}
	if _, _, err := Load(filepath.Join(pipe, "config.json"), model.Global); err == nil {
		t.Error("a file where a folder should be is an error, not an empty layer")
	}
}

func TestLoadWarnsOfFilesOpenToOthers(t *testing.T) {
	path := write(t, `{}`)
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	_, notes, err := Load(path, model.Global)
	if err != nil || len(notes) != 2 || notes[0].Code != "config-open" || notes[1].Code != "config-open" {
		t.Errorf("%v %q", err, problems(notes))
	}
	if err := os.Chmod(filepath.Dir(path), 0o777|fs.ModeSticky); err != nil {
		t.Fatal(err)
	}
	if _, notes, _ = Load(path, model.Global); len(notes) != 1 {
		t.Errorf("a sticky folder is safe: %q", problems(notes))
	}
}

func TestTheOtherKeysNarrowToo(t *testing.T) {
	f, notes := load(t, `{"mcp_allowlist": {"a": ["x"], "a": ["y"], "b": ["z"]}}`, model.Global)
	if want := (map[string][]string{"a": {}, "b": {"z"}}); !reflect.DeepEqual(f.Layer.Launch, want) {
		t.Errorf("got %q, want %q", f.Layer.Launch, want)
	}
	wantProblems(t, notes,
		`error config-duplicate f:1:20: the agent "a" is there twice; neither counts`,
		`error config-duplicate f:1:32: the agent "a" is there twice; neither counts`)
	var many strings.Builder
	for i := range MaxEntries + 1 {
		fmt.Fprintf(&many, `"a%d":[],`, i)
	}
	f, notes = load(t, `{"agent_tools":{`+strings.TrimSuffix(many.String(), ",")+`}}`, model.Project)
	if !f.Layer.ToolsInvalid || len(notes) != 1 || notes[0].Code != "config-large" {
		t.Errorf("too many selectors: %v %q", f.Layer.ToolsInvalid, problems(notes))
	}
}
