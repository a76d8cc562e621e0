package model

import (
	"strings"
	"testing"
)

// The expected names of Qwen, Kimi Code, Gemini and Cline were computed by the
// functions of the packages that the docstrings name; the others are the ones of
// the hosts' runs.
func TestMCPNames(t *testing.T) {
	x70, y70 := strings.Repeat("x", 70), strings.Repeat("y", 70)
	const ghe = "github-enterprise-server-production"
	const long = "find_symbol_with_a_really_long_name_that_goes_on_and_on_and"
	tests := []struct {
		host         string
		name         func(server, tool string) string
		server, tool string
		want         string
	}{
		{"claude", ClaudeMCPName, "other.srv x", "do.it now", "mcp__other_srv_x__do_it_now"},
		{"claude keeps hyphen and runs", ClaudeMCPName, "my-srv", "a__b", "mcp__my-srv__a__b"},
		{"claude plugin", ClaudeMCPName, ClaudePluginServer("kit", "docs"), "search", "mcp__plugin_kit_docs__search"},
		{"claude CJK", ClaudeMCPName, "文档", "t", "mcp______t"},
		{"claude emoji is two units", ClaudeMCPName, "😀", "t", "mcp______t"},
		{"codebuddy", CodeBuddyMCPName, "odd srv.x", "do.it now", "mcp__odd srv.x__do.it now"},
		{"codex", CodexMCPName, "a/b-c", "do.it now", "mcp__a_b_c::do_it_now"},
		{"codex emoji is one character", CodexMCPName, "😀", "t", "mcp___::t"},
		{"opencode", OpenCodeMCPName, "other.srv x", "alpha", "other_srv_x_alpha"},
		{"crush", CrushMCPName, "other.srv x", "alpha", "mcp_other.srv x_alpha"},
		{"pi", PiMCPName, "other-srv", "be-ta x", "mcp__other_srv__be_ta_x"},
		{"copilot", CopilotMCPName, "my server", "a", "my server/a"},
		{"auggie", AuggieMCPName, "my server", "a", "a_my_server"},
		{"auggie is cut", AuggieMCPName, "srv", x70, strings.Repeat("x", 64)},

		{"gemini", GeminiMCPName, "under_score", "u1", "mcp_under_score_u1"},
		{"gemini keeps dots", GeminiMCPName, "My Docs (EU)", "do.it now", "mcp_My_Docs__EU__do.it_now"},
		{"gemini one prefix", GeminiMCPName, "mcp_x", "tool", "mcp_x_tool"},
		{"gemini is folded", GeminiMCPName, "serena", long, "mcp_serena_find_symbol_with_a_...g_name_that_goes_on_and_on_and"},
		{"gemini long", GeminiMCPName, ghe, "create_pull_request_review_thread", "mcp_github-enterprise-server-p...ate_pull_request_review_thread"},

		{"qwen", QwenMCPName, "docs", "search", "mcp__docs__search"},
		{"qwen space", QwenMCPName, "my server", "a", "mcp__my_server__a_1jdz39n"},
		{"qwen padded hash", QwenMCPName, "My Docs (EU)", "do.it now", "mcp__My_Docs__EU___do_it_now_0tbu73b"},
		{"qwen CJK", QwenMCPName, "文档", "搜索", "mcp_________1555xy7"},
		{"qwen emoji", QwenMCPName, "emo😀ji", "t", "mcp__emo__ji__t_1wch0xq"},
		{"qwen long", QwenMCPName, "serena", long, "mcp__serena__find_symbol_with_a_really_long_name_that_g_06rlrf4"},
		{"qwen longer", QwenMCPName, x70, y70, "mcp__" + x70[:50] + "_1l8w6f1"},

		{"kimi", KimiMCPName, "a__b", "x.y", "mcp__a_b__x_y"},
		{"kimi runs", KimiMCPName, "My Docs (EU)", "do.it now", "mcp__My_Docs_EU___do_it_now"},
		{"kimi long", KimiMCPName, "serena", long, "mcp__serena__find_symbol_with_a_really_long_name_that_g_18635110"},
		{"kimi negative hash", KimiMCPName, x70, y70, "mcp__" + x70[:49] + "_-31ad8b83"},
		{"kimi negative", KimiMCPName, ghe, "create_pull_request_review_thread", "mcp__github-enterprise-server-production__create_pull__-7a228d06"},

		{"cline", ClineMCPName, "docs", "search", "docs__search"},
		{"cline space", ClineMCPName, "my server", "a", "my_server__a_b096d4b5"},
		{"cline runs", ClineMCPName, "文档", "搜索", "_____29334fd5"},
		{"cline long", ClineMCPName, ghe, "create_pull_request_review_thread", "github-enterprise-server-production__create_pull_reques_15377ffc"},
		{"cline 64", ClineMCPName, "s", strings.Repeat("z", 61), "s__" + strings.Repeat("z", 61)},
	}
	for _, tt := range tests {
		if got := tt.name(tt.server, tt.tool); got != tt.want {
			t.Errorf("%s: name of %q, %q = %q, want %q", tt.host, tt.server, tt.tool, got, tt.want)
		}
	}
}

func TestMCPWildcards(t *testing.T) {
	tests := []struct{ got, want string }{
		{ClaudeMCPWildcard("my docs"), "mcp__my_docs__*"},
		{OpenCodeMCPWildcard("my docs"), "my_docs_*"},
		{PiMCPWildcard("my-docs"), "mcp__my_docs__*"},
		{CopilotMCPWildcard("my docs"), "my docs/*"},
		{KimiMCPWildcard("a__b"), "mcp__a_b__*"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("wildcard = %q, want %q", tt.got, tt.want)
		}
	}
}

func TestGeminiMCPWildcard(t *testing.T) {
	for server, ok := range map[string]bool{
		"docs": true, "my-server": true, "a.b:c": true,
		"my_server": false, "my server": false, "": false, "文档": false,
	} {
		got, accepted := GeminiMCPWildcard(server)
		if want := "mcp_" + server + "_*"; got != want || accepted != ok {
			t.Errorf("GeminiMCPWildcard(%q) = %q, %v, want %q, %v", server, got, accepted, want, ok)
		}
	}
}

func TestOpenCodeMCPOverlap(t *testing.T) {
	tests := []struct {
		server, other string
		want          bool
	}{
		{"code", "code_graph", true},
		{"code_graph", "code", false},
		{"code", "codegraph", false},
		{"code", "code", false},
		{"my.docs", "my docs", true},
	}
	for _, tt := range tests {
		if got := OpenCodeMCPOverlap(tt.server, tt.other); got != tt.want {
			t.Errorf("OpenCodeMCPOverlap(%q, %q) = %v", tt.server, tt.other, got)
		}
	}
}

func TestMCPSafe(t *testing.T) {
	for name, want := range map[string]bool{
		"docs": true, "find_symbol": true, "Docs2": true,
		"": false, "my-srv": false, "a__b": false, "a.b": false, "文档": false, "a\n": false,
	} {
		if got := MCPSafe(name); got != want {
			t.Errorf("MCPSafe(%q) = %v, want %v", name, got, want)
		}
	}
}

func FuzzMCPNames(f *testing.F) {
	f.Add("my server", "a")
	f.Add("文档😀", "\xff\n")
	f.Add(strings.Repeat("_", 80), strings.Repeat("-", 80))
	f.Fuzz(func(t *testing.T, server, tool string) {
		for host, bound := range map[string]struct {
			name func(server, tool string) string
			max  int
		}{
			"qwen": {QwenMCPName, 63}, "kimi": {KimiMCPName, 64},
			"auggie": {AuggieMCPName, 64}, "cline": {ClineMCPName, 64},
		} {
			got := bound.name(server, tool)
			if len(got) > bound.max || sanitize(got, isNameUnit) != got {
				t.Errorf("%s: name %q of %q, %q cannot be registered", host, got, server, tool)
			}
		}
		if got := GeminiMCPName(server, tool); len(got) > 63 || sanitize(got, isGeminiUnit) != got {
			t.Errorf("gemini: name %q of %q, %q cannot be registered", got, server, tool)
		}
	})
}
