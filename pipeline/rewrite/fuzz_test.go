package rewrite

import (
	"path/filepath"
	"slices"
	"testing"
	"unicode/utf8"

	"toolgrant/model"
)

// FuzzPass holds for every host in both scopes: no text makes a pass panic, valid
// UTF-8 stays valid, and two runs over one text agree, so nothing is left over in the
// buffers. The passes that only ever replace are idempotent.
func FuzzPass(f *testing.F) {
	f.Add(read(f, filepath.Join("testdata", "bodies", "source.md")))
	f.Add("<runtime_note runtime='codex'>\n**Copilot (VS Code):** x\n\ny</runtime_note> `/clear`, then: /GSD:a ~/.claude.json\u2028/clear")
	f.Add("./.claude/CLAUDE.md\r\n\r\nCo-Authored-By: x ${a:-b} {% raw %} Bash(Edit( $ARGUMENTS gsd-tools x && gsd-tools y")
	f.Add("<runtime_compatibility>Claude Code<runtime_compatibility></runtime_compatibility>\xff\xfe Claude Code")
	type row struct {
		id   string
		pass Pass
	}
	var rows []row
	for _, h := range hosts() {
		for _, scope := range []model.Scope{model.GlobalScope, model.LocalScope} {
			place, _ := h.place("/home/u", "/srv/project", scope)
			rows = append(rows, row{h.id, h.pass(place)})
		}
	}
	idempotent := []string{"claude", "qwen", "hermes", "kimi-code"}
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range rows {
			got := r.pass.Apply(text)
			if utf8.ValidString(text) && !utf8.ValidString(got) {
				t.Fatalf("%s: %q became invalid: %q", r.id, text, got)
			}
			if again := r.pass.Apply(text); again != got {
				t.Fatalf("%s: %q became %q, then %q", r.id, text, got, again)
			}
			if again := r.pass.Apply(got); again != got && slices.Contains(idempotent, r.id) {
				t.Fatalf("%s: %q became %q, and that %q", r.id, text, got, again)
			}
		}
		for _, mode := range []model.AttributionMode{model.RemoveAttribution, model.ReplaceAttribution} {
			if got := Attribution(text, model.Attribution{Mode: mode, Value: "x"}); utf8.ValidString(text) && !utf8.ValidString(got) {
				t.Fatalf("%q became invalid: %q", text, got)
			}
		}
	})
}
