package rewrite

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolgrant/model"
)

var kimiPlace = Place{Home: "/home/u", Target: "/home/u/.config/agents", Scope: model.GlobalScope}

func TestKimi(t *testing.T) {
	for _, c := range [][2]string{
		{"run ~/.claude/gsd-core/bin/x and $HOME/.claude/gsd-core.", "run $HOME/.config/agents/gsd-core/bin/x and $HOME/.config/agents/gsd-core."},
		{"~/.claude/a ./.claude/b ./.claude", "$HOME/.config/agents/a ./.kimi-code/b ./.kimi-code"},
		{"~/.claude.json ./.claude.json", "~/.claude.json ./.claude.json"},
		{`config-get runtime --default claude --raw 2>/dev/null || echo "claude"`, `config-get runtime --default kimi --raw 2>/dev/null || echo "kimi"`},
		{"Claude reads CLAUDE.md", "the agent reads AGENTS.md"},
		{"${VAR:-x} $VAR {{x}} {% raw %} {# c #} ${#a[@]}", "${'${'}VAR:-x} $VAR {{x}} ${'{%'} raw %} ${'{#'} c #} ${'${'}#a[@]}"},
		{" \n\t\n  first\n\nsecond", "  first\n\nsecond"},
		{"first\n", "first\n"},
		{"\n\n<runtime_note runtime=\"codex\">\nx\n</runtime_note>\n\ny", "\n\ny"},
	} {
		if got := KimiPrompt(kimiPlace).Apply(c[0]); got != c[1] {
			t.Errorf("%q became %q, want %q", c[0], got, c[1])
		}
	}
	if got, want := Kimi(kimiPlace).Apply("\n${VAR} of Claude"), "\n${VAR} of the agent"; got != want {
		t.Errorf("a description: %q, want %q", got, want)
	}
}

// TestTemplate is the law of the escapes: what is left over opens nothing, and with
// the expressions replaced by their values the text is what it was.
func TestTemplate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"$", "{", "}", "%", "#", "'", "x", "{{", "${", "\n", "-", "raw"})).Draw(t, "pieces"), "")
		escaped := KimiTemplate().Apply(text)
		values := strings.NewReplacer("${'${'}", "\x00", "${'{%'}", "\x01", "${'{#'}", "\x02").Replace(escaped)
		for _, open := range []string{"${", "{%", "{#"} {
			if strings.Contains(values, open) {
				t.Fatalf("%q leaves %q open: %q", text, open, escaped)
			}
		}
		if got := strings.NewReplacer("\x00", "${", "\x01", "{%", "\x02", "{#").Replace(values); got != text {
			t.Fatalf("%q reads as %q", text, got)
		}
	})
}

// TestRender lets the host's own template language read a prompt, with the settings of
// kimi-cli (src/kimi_cli/soul/agent.py, since pull request 852).
func TestRender(t *testing.T) {
	const render = `
import json, sys
try:
    from jinja2 import Environment, StrictUndefined
except ImportError:
    sys.exit(9)
env = Environment(keep_trailing_newline=True, lstrip_blocks=True, trim_blocks=True,
                  variable_start_string="${", variable_end_string="}", undefined=StrictUndefined)
json.dump([env.from_string(prompt).render(KIMI_NOW="now") for prompt in json.load(sys.stdin)], sys.stdout)
`
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	bodies := []string{bodyOf(read(t, filepath.Join("testdata", "bodies", "source.md"))) +
		"  {% raw %}\n${KIMI_NOW} ${a[@]} {{ x }} {#\n${'${'} ${{ {{% $${x}}\n"}
	if root := os.Getenv("TOOLGRANT_REFERENCE"); root != "" {
		sources, err := filepath.Glob(filepath.Join(root, "package", "agents", "*.md"))
		if err != nil {
			t.Fatal(err)
		}
		for _, source := range sources {
			bodies = append(bodies, bodyOf(read(t, source)))
		}
	}
	prompts := make([]string, len(bodies))
	for i, body := range bodies {
		prompts[i] = KimiTemplate().Apply(body)
	}
	in, err := json.Marshal(prompts)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "-c", render)
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.Output()
	if cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == 9 {
		t.Skip("jinja2 is not installed")
	}
	if err != nil {
		t.Fatalf("a prompt does not render: %v", err)
	}
	var read []string
	if err := json.Unmarshal(out, &read); err != nil {
		t.Fatal(err)
	}
	for i, body := range bodies {
		if i >= len(read) || read[i] != body {
			t.Errorf("the model reads another text in prompt %d of %d", i+1, len(bodies))
		}
	}
	t.Logf("%d prompts render to their text", len(read))
}
