package rewrite

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"toolgrant/model"
)

// A host is what the tests know of a row of the pipeline's table: where the reference
// puts the agents and which passes their text goes through.
type host struct {
	id       string
	global   string // config home below the person's home
	local    string // target below the project, "-" when there is none
	agents   string // the agents folder of the global scope when not below the config home
	ext      string
	absolute bool
	pass     func(Place) Pass
}

func hosts() []host {
	known := Commands(KnownCommands())
	after := func(passes ...func(Place) Pass) func(Place) Pass {
		return func(p Place) Pass {
			var all Pass
			for _, one := range passes {
				all = all.Then(one(p))
			}
			return all
		}
	}
	commands := func(Place) Pass { return known }
	return []host{
		{id: "claude", global: ".claude", local: ".claude", pass: after(ClaudePaths, commands)},
		{id: "codex", global: ".codex", local: ".codex", pass: after(Paths, Codex)},
		{id: "qwen", global: ".qwen", local: ".qwen", pass: after(Paths, Qwen, commands)},
		{id: "opencode", global: ".config/opencode", local: ".opencode", absolute: true, pass: after(Paths, OpenCode)},
		{id: "copilot", global: ".copilot", local: ".github", ext: ".agent.md", pass: Copilot},
		{id: "hermes", global: ".hermes", local: ".hermes", pass: after(Paths, Hermes, commands)},
		{id: "kilo", global: ".config/kilo", local: ".kilo", pass: after(Paths, Kilo)},
		{id: "cline", global: ".cline", local: "", pass: after(Paths, Cline)},
		{id: "kimi-code", global: ".kimi-code", local: "-", pass: Paths},
		{id: "cursor", global: ".cursor", local: ".cursor", pass: after(Paths, Cursor)},
		{id: "windsurf", global: ".codeium/windsurf", local: ".windsurf", pass: after(Paths, Windsurf)},
		{id: "zcode", global: ".zcode", local: ".zcode", pass: Paths},
		{id: "augment", global: ".augment", local: ".augment", pass: after(Paths, Augment)},
		{id: "trae", global: ".trae", local: ".trae", pass: after(Paths, Trae)},
		{id: "codebuddy", global: ".codebuddy", local: ".codebuddy", pass: after(Paths, CodeBuddy)},
		{id: "antigravity", global: ".gemini/antigravity", local: ".agents", agents: ".gemini/config/agents", pass: Antigravity},
	}
}

// TestReference compares bodies with what the reference's installer wrote. The tree is
// made by testdata/reference.sh; TOOLGRANT_REFERENCE names it.
func TestReference(t *testing.T) {
	root := os.Getenv("TOOLGRANT_REFERENCE")
	if root == "" {
		t.Skip("TOOLGRANT_REFERENCE is not set; testdata/reference.sh makes the tree it names")
	}
	sources, err := filepath.Glob(filepath.Join(root, "package", "agents", "*.md"))
	if err != nil || len(sources) == 0 {
		t.Fatalf("no sources in %s/package/agents: %v", root, err)
	}
	for _, h := range hosts() {
		for _, scope := range []model.Scope{model.GlobalScope, model.LocalScope} {
			if scope == model.LocalScope && h.local == "-" {
				continue
			}
			t.Run(string(scope)+"/"+h.id, func(t *testing.T) {
				dir := filepath.Join(root, string(scope), h.id)
				place, agents := h.place(filepath.Join(dir, "home"), filepath.Join(dir, "project"), scope)
				pass := h.pass(place)
				same := 0
				for _, source := range sources {
					stem := strings.TrimSuffix(filepath.Base(source), ".md")
					got := pass.Apply(bodyOf(read(t, source)))
					want := read(t, filepath.Join(agents, stem+h.extension()))
					if !hasBody(want, got) {
						t.Errorf("%s: body differs\n%s", stem, firstDifference(bodyOf(want), got))
						continue
					}
					same++
				}
				t.Logf("%d of %d bodies identical", same, len(sources))
			})
		}
	}
}

func (h host) place(home, project string, scope model.Scope) (Place, string) {
	p := Place{Home: home, Target: filepath.Join(home, h.global), Scope: scope, Absolute: h.absolute}
	agents := filepath.Join(p.Target, "agents")
	if h.agents != "" {
		agents = filepath.Join(home, h.agents)
	}
	if scope == model.LocalScope {
		p.Target = filepath.Join(project, h.local)
		agents = filepath.Join(p.Target, "agents")
	}
	return p, agents
}

func (h host) extension() string {
	if h.ext != "" {
		return h.ext
	}
	return ".md"
}

// bodyOf is what follows the line break after the closing fence.
func bodyOf(text string) string {
	if first, _, ok := strings.Cut(text, "\n"); !ok || strings.TrimRight(first, "\r") != "---" {
		return text
	}
	for at := 4; ; {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			return text
		}
		line := text[at : at+end]
		at += end + 1
		if strings.TrimRight(line, "\r") == "---" {
			return text[at:]
		}
	}
}

// hasBody reports whether an artifact consists of a header and the body. Some hosts'
// headers end in an empty line, Codex's in a block of its own.
func hasBody(artifact, body string) bool {
	header, ok := strings.CutSuffix(artifact, body)
	if !ok {
		return false
	}
	header = strings.TrimRight(header, "\r\n")
	return header == "" || strings.HasSuffix(header, "---") || strings.HasSuffix(header, "</codex_agent_role>")
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := 1; i <= min(len(w), len(g)); i++ {
		if w[len(w)-i] != g[len(g)-i] {
			return "want " + w[len(w)-i] + "\ngot  " + g[len(g)-i]
		}
	}
	return "one is longer than the other"
}

func read(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
