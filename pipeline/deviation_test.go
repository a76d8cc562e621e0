package pipeline_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"toolgrant/model"
)

// A reason is a row of docs/deviations.md: on these hosts, in this part of the
// artifact, when the source is like this, ours differs from the reference's.
type reason struct {
	id    string
	hosts string // blank separated; empty means every host
	part  string // "header", "body" or "file" for one that only one of us writes
	when  func(p parity) bool
}

// reemit are the hosts whose header is written anew from the decoded description.
const reemit = "codex copilot qwen cursor cline augment codebuddy windsurf trae antigravity kimi"

var plainEntry = regexp.MustCompile(`^[A-Za-z_*-]+[A-Za-z0-9_*-]*$`)

// reasons is in the order in which they are looked for.
func reasons() []reason {
	form := func(p parity) bool { return p.source.Tools.Form != model.InlineList || listComment(p) }
	description := func(p parity) bool {
		f, ok := p.source.Field("description")
		raw := p.source.Header[f.Start:f.End]
		return !ok || strings.TrimSpace(strings.TrimPrefix(raw, "description:")) != f.Value || strings.Contains(f.Value, "---")
	}
	return []reason{
		{"cline-extension", "cline", "file", always},
		{"kimi-code-local", "kimi-code", "file", func(p parity) bool { return p.scope == "local" }},
		{"gemini-new", "gemini", "file", always},
		{"header-end", "", "header", func(p parity) bool { return strings.Contains(p.source.Header, " --- ") }},
		{"header-end", "", "body", func(p parity) bool { return strings.Contains(p.source.Header, " --- ") }},
		{"no-header", "claude", "body", func(p parity) bool { return !p.source.Fenced() }},
		{"list-forms", "codex kilo", "header", form},
		{"list-forms", "claude hermes kimi-code zcode", "header", func(p parity) bool { return p.set == "granted" && form(p) }},
		{"description", reemit, "header", description},
		{"line-ends", "opencode kilo", "header", func(p parity) bool { return strings.HasSuffix(p.source.Open, "\r\n") }},
		{"kilo-names", "kilo", "header", lists("Skill", "Agent", "MultiEdit", "AskUserQuestion", "TodoWrite", "SlashCommand", "NotebookEdit")},
		{"absent-list", "kilo copilot antigravity kimi", "header", func(p parity) bool { return p.source.Tools.Form == model.Absent }},
		{"allowed-tools", "kilo qwen kimi", "header", func(p parity) bool { _, ok := p.source.Field("allowed-tools"); return ok }},
		{"kilo-servers", "kilo", "header", mcp},
		{"copilot-servers", "copilot", "header", mcp},
		{"copilot-names", "copilot", "header", func(p parity) bool { return listsOne(p, "Grep", "Glob", "MultiEdit") || unknownTool(p) || form(p) }},
		{"qwen-names", "qwen", "header", listed},
		{"kimi-code-names", "kimi-code", "header", lists("Task", "MultiEdit", "WebFetch", "TodoWrite", "SlashCommand")},
		{"kimi-code-names", "kimi-code", "header", unknownTool},
		{"kimi-lists", "kimi", "header", form},
		{"zcode-servers", "zcode", "header", mcp},
		{"antigravity-list", "antigravity", "header", listed},
		{"look-alikes", "", "body", lookAlike},
		{"home-spelled", "codex copilot windsurf antigravity cline trae", "body", func(p parity) bool { return p.scope == "local" || p.host == "windsurf" }},
		{"placeholders", "qwen", "body", func(p parity) bool { return strings.Contains(p.source.Body, "${") }},
		{"kimi-prompts", "kimi", "body", always},
		{"toml-text", "codex", "body", func(p parity) bool { return strings.Contains(p.source.Body, "'''") }},
		{"twin", "", "header", func(p parity) bool {
			return strings.HasSuffix(p.source.Stem, ".compact") && (p.host == "claude" || p.set != "plain")
		}},
	}
}

func always(parity) bool { return true }

// listed: the source has a list, whose names the host spells otherwise.
func listed(p parity) bool { return p.source.Tools.Form != model.Absent }

// mcp: the list has a server's tools in it, the author's or granted ones.
func mcp(p parity) bool { return strings.Contains(p.source.Header, "mcp__") || p.set == "granted" }

func listComment(p parity) bool {
	f, ok := p.source.Field("tools")
	return ok && strings.ContainsAny(p.source.Header[f.Start:f.End], "#\"'")
}

func lists(names ...string) func(parity) bool {
	return func(p parity) bool { return listsOne(p, names...) }
}

func listsOne(p parity, names ...string) bool {
	return slices.ContainsFunc(p.source.Tools.Entries, func(e string) bool { return slices.Contains(names, e) })
}

func unknownTool(p parity) bool {
	return slices.ContainsFunc(p.source.Tools.Entries, func(e string) bool { return !plainEntry.MatchString(e) || strings.HasPrefix(e, "mcp__") })
}

// lookAlike: the source names a folder that only begins like Claude Code's home.
func lookAlike(p parity) bool {
	return regexp.MustCompile(`(~|\$HOME)/\.claude[-.]`).MatchString(p.source.Body)
}

// deviation is the id of the first row that explains every part in which an artifact
// differs, or "" when a part differs for no reason.
func deviation(p parity, exists bool) string {
	parts := []string{"file"}
	if exists && p.reference != "" {
		parts = nil
		oursHead, oursBody := cut(p.file, p.ours)
		head, body := cut(p.file, p.reference)
		if oursHead != head {
			parts = append(parts, "header")
		}
		if oursBody != body {
			parts = append(parts, "body")
		}
	}
	id := ""
	for _, part := range parts {
		r := reasonFor(p, part)
		if r == "" {
			return ""
		}
		id = r
	}
	return id
}

func reasonFor(p parity, part string) string {
	for _, r := range reasons() {
		if r.part == part && (r.hosts == "" || slices.Contains(strings.Fields(r.hosts), p.host)) && r.when(p) {
			return r.id
		}
	}
	return ""
}

// cut parts an artifact into what stands before the prompt and the prompt.
func cut(file, text string) (head, body string) {
	switch {
	case strings.HasSuffix(file, ".toml"):
		head, body, _ = strings.Cut(text, "developer_instructions = ")
	case strings.HasSuffix(file, ".yaml"):
		head = text
	default:
		fence := regexp.MustCompile(`\n---\r?\n`).FindStringIndex(text)
		if fence == nil || !strings.HasPrefix(text, "---") {
			return "", text
		}
		head, body = text[:fence[0]], text[fence[0]:]
		if role := strings.Index(body, "</codex_agent_role>"); role >= 0 {
			head, body = head+body[:role], body[role:]
		}
	}
	return head, body
}

// TestDeviationsAreListed: every reason the comparison accepts is one that people can
// read about.
func TestDeviationsAreListed(t *testing.T) {
	page, err := os.ReadFile("../docs/deviations.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reasons() {
		if !strings.Contains(string(page), "| "+r.id+" |") {
			t.Errorf("docs/deviations.md has no row %q", r.id)
		}
	}
}
