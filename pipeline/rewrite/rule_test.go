package rewrite

import (
	"strings"
	"testing"

	"toolgrant/model"
)

// TestSteps holds what each shared step does, by the shapes that are easy to get
// wrong. The expected texts were read from files that the reference wrote.
func TestSteps(t *testing.T) {
	codex := Codex(Place{Home: "/home/u", Target: "/home/u/.codex", Scope: model.GlobalScope})
	cursor := Cursor(Place{})
	for _, c := range []struct {
		pass     Pass
		in, want string
	}{
		{codex, "/gsd: x /gsd:A-b /GSD:Foo_bar /gsd:foo/x", "/gsd: x $gsd-a-b $gsd-foo_bar $gsd-foo/x"},
		{codex, "/gsd-foo/x (/gsd-foo) x/gsd-foo '/GSD-foo' /gsd- b é/gsd-x \u00a0/gsd-y <t>/gsd-z", "/gsd-foo/x ($gsd-foo) x/gsd-foo '$gsd-foo' /gsd- b é/gsd-x \u00a0$gsd-y <t>/gsd-z"},
		{codex, "x `/clear` , then : /gsd:a", "x : $gsd-a"},
		{codex, "y /clear then\n\nz\n\n\n  `/clear` \n\n\nnext", "y z\n\nnext"},
		{codex, "foo `/clear` then\n/clear\n\nbar", "foo /clear\n\nbar"},
		{codex, "/CLEAR\n/clear\n", "/CLEAR\n"},
		{codex, "/cleared\n/clear /clear", "/cleared\n/clear /clear"},
		{codex, "gsd-tools x; gsd-tools y & gsd-tools z", "node \"$HOME/.codex/gsd-core/bin/gsd-tools.cjs\" x; node \"$HOME/.codex/gsd-core/bin/gsd-tools.cjs\" y & gsd-tools z"},
		{codex, "- gsd-tools a\ngsd-tools.cjs b", "- gsd-tools a\ngsd-tools.cjs b"},
		{codex, "éClaude Claudeé Claude_ Claude. Claude-x Claude Code CLAUDE.mdx", "éthe agent the agenté Claude_ the agent. Claude-x Claude Code AGENTS.mdx"},
		{codex, "x Do NOT load full `CLAUDE.md` files there\r\nz", "x \nz"},
		{codex, "$ARGUMENTS $ARGUMENTS2 x$ARGUMENTS-y", "{{GSD_ARGS}} $ARGUMENTS2 x{{GSD_ARGS}}-y"},
		{codex, "x.claudeignore .claudeignores", "x.codexignore .claudeignores"},
		{cursor, "Claude Code <runtime_compatibility>Claude Code</runtime_compatibility> Claude Codex Claude Code", "Cursor <runtime_compatibility>Claude Code</runtime_compatibility> Claude Codex Cursor"},
		{cursor, "<runtime_compatibility>Claude Code", "<runtime_compatibility>Cursor"},
		{cursor, "x **Known Claude Code bug (classifyHandoffIfNeeded):** a\r\nb", "x b"},
		{cursor, "Bash( MyBash( éBash( MultiEdit( Edit(", "Shell( MyBash( éShell( MultiEdit( StrReplace("},
		{cursor, "`./CLAUDE.md` ./CLAUDE.mdx xCLAUDE.md CLAUDE.md", "`.cursor/rules/` .cursor/rules/x xCLAUDE.md .cursor/rules/"},
		{cursor, "GSD:help agsd:x", "gsd-help agsd-x"},
	} {
		if got := c.pass.Apply(c.in); got != c.want {
			t.Errorf("%q\n got %q\nwant %q", c.in, got, c.want)
		}
	}
}

func TestNotes(t *testing.T) {
	pass := Pass{notes("codex")}
	for _, c := range []struct{ in, want string }{
		{"a<runtime_note  runtime='CODEX'>\n x \n</runtime_note>b", "a<runtime_note>\nx\n</runtime_note>b"},
		{"a<runtime_note\nruntime='kilo'>\n x \n</runtime_note>b", "ab"},
		{"a<runtime_note>\n\n</runtime_note>b", "ab"},
		{"a<runtime_note >x</runtime_note>b", "a<runtime_note >x</runtime_note>b"},
		{`a<runtime_note runtime="">x</runtime_note>b`, `a<runtime_note runtime="">x</runtime_note>b`},
		{`a<runtime_note runtime = "codex">x</runtime_note>b`, `a<runtime_note runtime = "codex">x</runtime_note>b`},
		{"a<runtime_note>never closed", "a<runtime_note>never closed"},
		{"<runtime_note>\nA\n**Copilot (VS Code):** b\nc\n\nD\n</runtime_note>", "<runtime_note>\nA\n\nD\n</runtime_note>"},
		{"<runtime_note>A\n**copilot (vs code)  :** b\n \t\nD</runtime_note>", "<runtime_note>\nA\n \t\nD\n</runtime_note>"},
		{"<runtime_note>**Copilot (VS Code)**: A\n\n**Copilot (VS Code): ** B</runtime_note>", "<runtime_note>\n**Copilot (VS Code)**: A\n\n**Copilot (VS Code): ** B\n</runtime_note>"},
		{"<runtime_note>**Copilot (VS Code):** only</runtime_note>", ""},
	} {
		if got := pass.Apply(c.in); got != c.want {
			t.Errorf("%q\n got %q\nwant %q", c.in, got, c.want)
		}
	}
}

func TestCommands(t *testing.T) {
	pass := Commands(KnownCommands())
	const in = "gsd:help xgsd:help gsd:helpx gsd:help-x gsd:plan-phase gsd:plan -gsd:help /gsd:help: gsd:help.md GSD:help gsd:gsd:help /gsd:diagnose-issues"
	const want = "gsd-help xgsd:help gsd:helpx gsd:help-x gsd-plan-phase gsd:plan -gsd:help /gsd-help: gsd-help.md GSD:help gsd:gsd-help /gsd:diagnose-issues"
	if got := pass.Apply(in); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if n := len(KnownCommands()); n != 72 {
		t.Errorf("%d commands, want 72", n)
	}
	if got := Commands(nil).Apply(in); got != in {
		t.Errorf("no names changed the text: %s", got)
	}
}

func TestAttribution(t *testing.T) {
	const text = "a\n\nCo-Authored-By: x\n b\n\n Co-Authored-By: y\nco-authored-by: z\r\n\r\nCO-AUTHORED-BY: w\r\nend"
	for _, c := range []struct {
		a        model.Attribution
		in, want string
	}{
		{model.Attribution{}, text, text},
		{model.Attribution{Mode: model.RemoveAttribution}, text, "a\n b\n\n Co-Authored-By: y\nco-authored-by: z\r\nend"},
		{model.Attribution{Mode: model.ReplaceAttribution, Value: "N $1 <n@x>"}, text,
			strings.NewReplacer("Co-Authored-By: x", "Co-Authored-By: N $1 <n@x>", "Co-Authored-By: y", "Co-Authored-By: N $1 <n@x>",
				"co-authored-by: z", "Co-Authored-By: N $1 <n@x>", "CO-AUTHORED-BY: w", "Co-Authored-By: N $1 <n@x>").Replace(text)},
		{model.Attribution{Mode: model.RemoveAttribution}, "\nCo-Authored-By: x\nend", "end"},
		{model.Attribution{Mode: model.RemoveAttribution}, "Co-Authored-By: x\nend", "Co-Authored-By: x\nend"},
	} {
		if got := Attribution(c.in, c.a); got != c.want {
			t.Errorf("%+v\n got %q\nwant %q", c.a, got, c.want)
		}
	}
}

// TestUntouched shows that text in which nothing is found is not copied.
func TestUntouched(t *testing.T) {
	text := strings.Repeat("Read the plan, then write what was asked for.\n", 100)
	for _, h := range hosts() {
		place, _ := h.place("/home/u", "/srv/project", model.GlobalScope)
		pass := h.pass(place)
		if n := testing.AllocsPerRun(10, func() { pass.Apply(text) }); n != 0 {
			t.Errorf("%s: %v allocations", h.id, n)
		}
	}
}

// TestLongInput keeps the cost linear where openings are never closed and where one
// stop lies behind the other: a quadratic rule would take minutes here.
func TestLongInput(t *testing.T) {
	for _, piece := range []string{
		"<runtime_note>", "<runtime_note >", "<runtime_note runtime='", "<runtime_compatibility>Claude Code", "/clear ", " \n",
		"gsd-tools ", "**Copilot (VS Code):**", "~/.claude", "CLAUDE.md.trae/", "{", "(", "\n\n",
	} {
		text := strings.Repeat(piece, 1<<19/len(piece)) + "end</runtime_note>"
		for _, h := range hosts() {
			place, _ := h.place("/home/u", "/srv/project", model.GlobalScope)
			if got := h.pass(place).Apply(text); got == "" && piece != "<runtime_note>" {
				t.Errorf("%s: %q became nothing", h.id, piece)
			}
		}
	}
}
