package registry

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"toolgrant/agents/peerbridge/js"
)

// folder makes an agent's folder with the given files in it.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func peers(text string) map[string]string {
	return map[string]string{"registry.json": `{"x-agentmesh-generated":true,"peers":` + text + `}`}
}

func TestFaults(t *testing.T) {
	for text, want := range map[string]string{
		`{"x-agentmesh-generated":true,"peers":{}}`: "",
		`{nope`:        Absent,
		``:             Absent,
		`null`:         Stale,
		`[]`:           Stale,
		`{"peers":{}}`: Stale,
		`{"x-agentmesh-generated":"true","peers":{}}`: Stale,
		`{"X-AgentMesh-Generated":true,"peers":{}}`:   Stale,
		`{"x-agentmesh-generated":true,"peers":[]}`:   Stale,
		`{"x-agentmesh-generated":true,"peers":null}`: Stale,
	} {
		if got := Read(folder(t, map[string]string{"registry.json": text})).Fault; got != want {
			t.Errorf("%s: fault %q, want %q", text, got, want)
		}
	}
	if got := Read(t.TempDir()).Fault; got != Absent {
		t.Errorf("no file: %q", got)
	}
}

func TestNamesArePlainKeysInJavaScriptsOrder(t *testing.T) {
	r := Read(folder(t, peers(`{"beta":{},"10":{},"9":{},"alpha":{},"nullpeer":null,"off":false}`)))
	if got := r.Names(); !slices.Equal(got, []string{"9", "10", "beta", "alpha", "nullpeer", "off"}) {
		t.Errorf("names: %q", got)
	}
	for _, name := range []string{"constructor", "__proto__", "toString", "nullpeer", "off", "Beta", "", "beta "} {
		if r.Has(name) {
			t.Errorf("%q must be unknown", name)
		}
	}
}

func TestPeer(t *testing.T) {
	root := folder(t, peers(`{
		"stdio":{"root":"sub","command":"run","args":["a",5,true],"cwd":"/etc","env":{"A":"b","N":1},"thinking_effort":"max"},
		"nested":{"root":"sub","spawn":{"command":"run","args":["x"]}},
		"http":{"url":"HTTPS://host/x","root":"sub"},
		"argless":{"command":"run","args":"x","env":[]},
		"str":"x","gone":{"root":"missing","command":"run"},"file":{"root":"registry.json","command":"run"},
		"ftp":{"url":"ftp://host"},"hostless":{"url":"http://"},"empty":{"root":"sub"},"number":{"command":5}}`))
	sub := filepath.Join(root, "sub")
	if err := os.Mkdir(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	r := Read(root)
	p, err := r.Peer("stdio")
	if err != nil || p.Root != sub || p.Command != "run" || !slices.Equal(p.Args, []string{"a", "5", "true"}) ||
		!slices.Equal(p.Env, []Variable{{"A", "b"}, {"N", "1"}}) || string(p.Effort) != `"max"` {
		t.Errorf("stdio: %+v, %v", p, err)
	}
	if p, err = r.Peer("nested"); err != nil || p.Command != "run" || !slices.Equal(p.Args, []string{"x"}) {
		t.Errorf("nested: %+v, %v", p, err)
	}
	if p, err = r.Peer("http"); err != nil || p.URL != "HTTPS://host/x" || p.Command != "" || p.Root != sub {
		t.Errorf("http: %+v, %v", p, err)
	}
	if p, err = r.Peer("argless"); err != nil || p.Args != nil || p.Env != nil || p.Root != "" {
		t.Errorf("argless: %+v, %v", p, err)
	}
	for _, bad := range []string{"str", "gone", "file", "ftp", "hostless", "empty", "number", "constructor"} {
		if _, err := r.Peer(bad); err == nil || !strings.Contains(err.Error(), bad) {
			t.Errorf("%s: an error with the name is wanted, got %v", bad, err)
		}
	}
}

// TestDescriptions holds the rows of the recorded listing (spec/bridge.md, chapter 10).
func TestDescriptions(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string
		caps  []string
	}{
		{"long", map[string]string{"AGENT.md": "# beta\n\nAgent beta of the test mesh, long enough to be used as is by the\n description reader.\n\nCapabilities: beta-one, beta-two | x.\n"},
			"# beta Agent beta of the test mesh, long enough to be used as is by the description reader. Capabilities: beta-one, beta-two | x.", []string{"beta-one", "beta-two", "x"}},
		{"caps", map[string]string{"AGENT.md": x(80) + " CAPABILITIES : one , two|three ,, four; rest"}, x(80) + " CAPABILITIES : one , two|three ,, four; rest", []string{"one", "two", "three", "four"}},
		{"none", nil, "[auto] name: none", nil},
		{"thin", map[string]string{"AGENT.md": "Short.\n"}, "Short. [auto] name: thin · .md:1", nil},
		{"empty", map[string]string{"AGENT.md": " \n"}, "[auto] name: empty · .md:1", nil},
		{"pkg", map[string]string{"package.json": `{"name":"my-lib","description":"A validator","main":"src/i.js"}`, "a.js": "", "b.js": "", "c.md": "", ".hidden": "", "zdir/x": "", "src/x": "", ".git/x": "", "node_modules/x": ""},
			"[auto] name: my-lib · A validator · entry: src/i.js · dirs: src,zdir · .js:2,.json:1,.md:1", nil},
		{"bin", map[string]string{"package.json": `{"bin":{"b":"bin/x.js","a":"y"}}`}, "[auto] name: bin · entry: bin/x.js · .json:1", nil},
		{"exports", map[string]string{"package.json": `{"exports":{".":"./e.js"}}`}, "[auto] name: exports · entry: ./e.js · .json:1", nil},
		{"badpkg", map[string]string{"package.json": `{nope`}, "[auto] name: badpkg · .json:1", nil},
		{"agentmddir", map[string]string{"AGENT.md/x": ""}, "[auto] name: agentmddir · dirs: AGENT.md", nil},
		{"exact80", map[string]string{"AGENT.md": x(80)}, x(80), nil},
		{"exact79", map[string]string{"AGENT.md": x(79)}, x(79) + " [auto] name: exact79 · .md:1", nil},
		{"exact1200", map[string]string{"AGENT.md": x(1200)}, x(1200), nil},
		{"cut", map[string]string{"AGENT.md": strings.Repeat("word ", 300)}, strings.TrimSpace(strings.Repeat("word ", 237)) + truncated, nil},
		{"emoji", map[string]string{"AGENT.md": strings.Repeat("😀", 601)}, strings.Repeat("😀", 592) + truncated, nil},
	} {
		root := folder(t, nil)
		r := Registry{root: root, peers: js.Object{{Key: c.name, Value: []byte(`{"root":"peer"}`)}}}
		if err := os.Rename(folder(t, c.files), filepath.Join(root, "peer")); err != nil {
			t.Fatal(err)
		}
		card := r.Cards()[0]
		if card.Description == nil || *card.Description != c.want || !slices.Equal(card.Capabilities, c.caps) {
			t.Errorf("%s:\n got %s %q\nwant %s %q", c.name, *card.Description, card.Capabilities, c.want, c.caps)
		}
	}
}

func TestPeersWithoutAFolder(t *testing.T) {
	r := Read(folder(t, peers(`{"missing":{"root":"missing"},"noroot":{},"num":{"root":5},"null":null,"str":"x"}`)))
	for i, c := range r.Cards() {
		if i == 0 && (c.Description == nil || *c.Description != "[auto] name: missing") || i > 0 && c.Description != nil {
			t.Errorf("%s: %v", c.Name, c.Description)
		}
	}
	if got := Read(t.TempDir()).Cards(); got == nil || len(got) != 0 {
		t.Errorf("no registry lists nobody: %v", got)
	}
}
