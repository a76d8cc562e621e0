package rewrite

import (
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
import sys
try:
    from jinja2 import Environment, StrictUndefined
except ImportError:
    sys.exit(9)
env = Environment(keep_trailing_newline=True, lstrip_blocks=True, trim_blocks=True,
                  variable_start_string="${", variable_end_string="}", undefined=StrictUndefined)
sys.stdout.write(env.from_string(sys.stdin.read()).render(KIMI_NOW="now"))
`
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	body := bodyOf(read(t, filepath.Join("testdata", "bodies", "source.md"))) +
		"  {% raw %}\n${KIMI_NOW} ${a[@]} {{ x }} {#\n${'${'} ${{ {{% $${x}}\n"
	cmd := exec.Command(python, "-c", render)
	cmd.Stdin = strings.NewReader(KimiTemplate().Apply(body))
	out, err := cmd.Output()
	if cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == 9 {
		t.Skip("jinja2 is not installed")
	}
	if err != nil {
		t.Fatalf("the prompt does not render: %v", err)
	}
	if string(out) != body {
		t.Errorf("the model reads another text\n%s", firstDifference(body, string(out)))
	}
}
