package rewrite

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"toolgrant/model"
)

// A host is what these tests know of a row of the pipeline's table: where the
// reference puts the agents and which passes their text goes through.
type host struct {
	id     string
	home   string // config home below the person's home
	local  string // target below the project, "-" when there is none
	agents string // the agents folder of the global scope when not <home>/agents
	ext    string
	pass   func(Place) Pass
	news   bool   // the reference does not know the host
	like   string // how the reference spells a path that looks like Claude's home
}

func hosts() []host {
	known := Commands(KnownCommands())
	commands := func(Place) Pass { return known }
	return []host{
		{id: "claude", home: ".claude", local: ".claude", pass: after(ClaudePaths, commands)},
		{id: "codex", home: ".codex", local: ".codex", pass: after(Paths, Codex), like: "~/.codex"},
		{id: "qwen", home: ".qwen", local: ".qwen", pass: after(Paths, Qwen, commands)},
		{id: "opencode", home: ".config/opencode", local: ".opencode", pass: after(Paths, OpenCode), like: "~/.config/opencode"},
		{id: "copilot", home: ".copilot", local: ".github", ext: ".agent.md", pass: Copilot, like: "~/.copilot"},
		{id: "hermes", home: ".hermes", local: ".hermes", pass: after(Paths, Hermes, commands)},
		{id: "kilo", home: ".config/kilo", local: ".kilo", pass: after(Paths, Kilo), like: "~/.config/kilo"},
		{id: "cline", home: ".cline", local: "", pass: after(Paths, Cline), like: "~/.cline"},
		{id: "kimi", home: ".config/agents", local: "-", agents: ".config/agents/agents/subagents", pass: KimiPrompt},
		{id: "kimi-code", home: ".kimi-code", local: "-", pass: Paths},
		{id: "cursor", home: ".cursor", local: ".cursor", pass: after(Paths, Cursor)},
		{id: "windsurf", home: ".codeium/windsurf", local: ".windsurf", pass: after(Paths, Windsurf)},
		{id: "zcode", home: ".zcode", local: ".zcode", pass: Paths},
		{id: "augment", home: ".augment", local: ".augment", pass: after(Paths, Augment)},
		{id: "trae", home: ".trae", local: ".trae", pass: after(Paths, Trae)},
		{id: "codebuddy", home: ".codebuddy", local: ".codebuddy", pass: after(Paths, CodeBuddy)},
		{id: "gemini", home: ".gemini", local: ".gemini", pass: after(Paths, Gemini), news: true},
		{id: "antigravity", home: ".gemini/antigravity", local: ".agents", agents: ".gemini/config/agents", pass: Antigravity, like: "~/.gemini/antigravity"},
	}
}

func after(passes ...func(Place) Pass) func(Place) Pass {
	return func(p Place) Pass {
		var all Pass
		for _, one := range passes {
			all = all.Then(one(p))
		}
		return all
	}
}

// place returns the host's place and where its artifacts stand below the home or the
// project.
func (h host) place(home, project string, scope model.Scope) (place Place, agents string) {
	if scope == model.LocalScope {
		return Place{Home: home, Target: filepath.Join(project, h.local), Scope: scope}, filepath.Join(h.local, "agents")
	}
	agents = h.agents
	if agents == "" {
		agents = filepath.Join(h.home, "agents")
	}
	return Place{Home: home, Target: filepath.Join(home, h.home), Scope: scope, Absolute: h.id == "opencode"}, agents
}

// deviations turns an artifact of the reference into what it has to be here. Every
// pair is a row of docs/deviations.md.
func (h host) deviations(p Place) []string {
	// What the reference takes for Claude's home, as the demonstration agents name it.
	work, json := "~/.claude", p.Bare()
	if h.like != "" {
		work = h.like
	}
	if h.id == "copilot" || h.id == "antigravity" { // no Paths before their own rules
		if p.Scope == model.LocalScope {
			work = h.local
		}
		json = work
	}
	pairs := []string{
		"look-alike: " + work + "-work/a, " + json + ".json,", "look-alike: ~/.claude-work/a, ~/.claude.json,",
		work + "-plugin, ", "~/.claude-plugin, ",
	}
	switch {
	case h.id == "codex" && p.Scope == model.LocalScope:
		pairs = append(pairs,
			"{CODEX_HOME:-$HOME/.codex}", "{CODEX_HOME:-$HOME/.codex}",
			"$HOME/.codex", p.Bare(),
			"~/.codex", p.Bare())
	case h.id == "kimi":
		pairs = append(pairs,
			"GSD core", p.Bare()+"/gsd-core",
			"${", "${'${'}", "{%", "${'{%'}", "{#", "${'{#'}")
	}
	return pairs
}

// same reports whether an artifact of the reference, deviations applied, consists of a
// header and our body. Some headers end in an empty line, Codex's in a block of its
// own.
func (h host) same(artifact, body string, p Place) bool {
	artifact = strings.NewReplacer(h.deviations(p)...).Replace(artifact)
	if h.id == "qwen" { // row "placeholders"
		artifact = regexp.MustCompile(`\$\{(\w+)\}`).ReplaceAllString(artifact, "${${1}-}")
	}
	header, ok := strings.CutSuffix(artifact, body)
	if !ok {
		return false
	}
	header = strings.TrimRight(header, "\r\n")
	return header == "" || strings.HasSuffix(header, "\n---") || strings.HasSuffix(header, "</codex_agent_role>")
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

// instructionsOf is the text of a role file of Codex, as the reference writes it.
func instructionsOf(toml string) string {
	_, text, _ := strings.Cut(toml, "developer_instructions = '''\n")
	return strings.TrimSuffix(text, "\n'''\n")
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	slices.Reverse(w)
	slices.Reverse(g)
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			return "want " + w[i] + "\ngot  " + g[i]
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
