package manifest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"toolgrant/model"
)

func folder(t *testing.T) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestFindMesh(t *testing.T) {
	root := folder(t)
	put(t, filepath.Join(root, MeshName), "{}")
	put(t, filepath.Join(root, "a", "b", "x"), "")
	put(t, filepath.Join(root, "a", MeshName, "x"), "") // a folder of that name is no mesh
	for _, dir := range []string{root, filepath.Join(root, "a"), filepath.Join(root, "a", "b"), filepath.Join(root, "a", "..", "a")} {
		if got, err := FindMesh(dir); err != nil || got != root {
			t.Errorf("from %s: %s, %v", dir, got, err)
		}
	}
	put(t, filepath.Join(root, "a", "b", MeshName), "{}")
	if got, _ := FindMesh(filepath.Join(root, "a", "b")); got != filepath.Join(root, "a", "b") {
		t.Errorf("the nearest counts, got %s", got)
	}
	if _, err := FindMesh(folder(t)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no mesh: %v", err)
	}
}

func TestReadMesh(t *testing.T) {
	root, elsewhere := folder(t), folder(t)
	put(t, filepath.Join(root, "in", "x"), "")
	if err := os.Symlink(elsewhere, filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(root, MeshName), `{"agents":[{"name":"in","root":"in"},{"name":"new","root":"not/yet"},{"name":"out","root":"../x"},
		{"name":"abs","root":"/etc"},{"name":"link","root":"link"},{"name":"in","root":"twice"},{"name":5,"root":"x"},{"name":"noroot"},{"Name":"x","root":"y"},null,{"name":"here","root":"."}]}`)
	m, err := ReadMesh(root)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range m.Agents {
		line := a.Name + " " + strings.TrimPrefix(a.Card(), root+string(filepath.Separator))
		if a.Outside {
			line = a.Name + " outside"
		}
		got = append(got, line)
	}
	want := []string{"in in/agent.json", "new not/yet/agent.json", "out outside", "abs outside", "link outside", "here agent.json"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(m.Notes) != 8 {
		t.Errorf("%d notes: %v", len(m.Notes), m.Notes)
	}
	if a, ok := m.At(filepath.Join(root, "in")); !ok || a.Name != "in" {
		t.Errorf("at its folder: %+v", a)
	}
	if a, ok := m.At(elsewhere); !ok || a.Name != "link" {
		t.Errorf("the bridge knows an agent outside: %+v", a)
	}
	if _, ok := m.At(filepath.Join(root, "nobody")); ok {
		t.Error("nobody was found")
	}
	for _, bad := range []string{"", "{", "[]", "{}", `{"agents":{}}`, `{"Agents":[]}`, "null"} {
		put(t, filepath.Join(root, MeshName), bad)
		if _, err := ReadMesh(root); err == nil || !strings.HasPrefix(err.Error(), filepath.Join(root, MeshName)+": ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestNotesSayWhere(t *testing.T) {
	d := ParseVerbs("f/agent.json", []byte("{\n  \"x-agentmesh\": {\n    \"peerBridgeVerbs\": null\n  }\n}"))
	if len(d.Notes) != 1 || d.Notes[0].Where() != "f/agent.json:3:24" || d.Notes[0].Severity != model.Error {
		t.Errorf("%v at %s", d.Notes, d.Notes[0].Where())
	}
	d = ParseVerbs("f", []byte("{\n  \"a\": 1,\n}"))
	if d.Notes[0].Line != 2 || !strings.Contains(d.Notes[0].Problem, "trailing comma") {
		t.Errorf("%v", d.Notes)
	}
}

func TestBridgeEntry(t *testing.T) {
	b := Bridge{"/bin/toolgrant", "/mesh/alpha", "/mesh"}
	fresh, err := SetBridge(nil, b)
	if err != nil || !slices.Equal(Starts(fresh), []string{"/bin/toolgrant", "bridge", "/mesh/alpha"}) || !strings.HasSuffix(string(fresh), "}\n") {
		t.Fatalf("%v\n%s", err, fresh)
	}
	const node = `{
  "mcpServers": {
    "docs": {"command": "docs"},
    "agentmesh_peerbridge": {
      "command": "node",
      "args": ["/x/bin.js", "serve-peer-bridge", "/mesh/alpha"],
      "disabled": true
    }
  },
  "other": [1,  2]
}
`
	got, err := SetBridge([]byte(node), b)
	if err != nil || !slices.Equal(Starts(got), []string{"/bin/toolgrant", "bridge", "/mesh/alpha"}) {
		t.Fatalf("%v\n%s", err, got)
	}
	for _, kept := range []string{`"docs": {"command": "docs"}`, `"other": [1,  2]`, `"disabled": true`, `"AGENT_MESH_MESH_CEILING": "/mesh"`, `"AGENT_MESH_MESH_ROOT": "/mesh/mesh"`, `"CLAUDE_CODE_OAUTH_TOKEN": "${CLAUDE_CODE_OAUTH_TOKEN}"`} {
		if !strings.Contains(string(got), kept) {
			t.Errorf("%s is missing in\n%s", kept, got)
		}
	}
	if again, err := SetBridge(got, b); err != nil || string(again) != string(got) {
		t.Errorf("twice is not once: %v\n%s", err, again)
	}
	const plain = "{\r\n\t\"mcpServers\": {\r\n\t\t\"docs\": {}\r\n\t}\r\n}\r\n"
	with, err := SetBridge([]byte(plain), b)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := DropBridge(with, false); err != nil || string(back) != plain {
		t.Errorf("put and drop: %v\n%q", err, back)
	}
	for _, bad := range []string{"{", `{"mcpServers":[]}`, `[]`} {
		if _, err := SetBridge([]byte(bad), b); err == nil {
			t.Errorf("%s was edited", bad)
		}
	}
	if _, err := SetBridge(nil, Bridge{"toolgrant", "/a", "/b"}); err == nil {
		t.Error("a relative program was written")
	}
	for _, none := range []string{"", "{}", `{"mcpServers":{"agentmesh_peerbridge":null}}`, `{"mcpServers":{"agentmesh_peerbridge":{"command":5}}}`} {
		if got := Starts([]byte(none)); got != nil {
			t.Errorf("%s starts %q", none, got)
		}
	}
}

func TestACardThatMayNotBeReadIsClosed(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may read everything")
	}
	root := folder(t)
	put(t, filepath.Join(root, CardName), "{}")
	if err := os.Chmod(filepath.Join(root, CardName), 0); err != nil {
		t.Fatal(err)
	}
	if d := ReadVerbs(root); d.State != Closed || d.Verbs != 0 || len(d.Notes) != 1 {
		t.Errorf("%+v", d)
	}
}
