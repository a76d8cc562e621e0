package servers

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"toolgrant/model"
)

func asked(name string, tools ...string) model.Server {
	s := model.Server{Name: name, State: model.Answered, Probed: time.Unix(1, 0), Found: []model.Place{{Host: "claude"}}}
	for _, t := range tools {
		s.Tools = append(s.Tools, model.ServerTool{Name: t})
	}
	return s
}

func catalogue() model.Catalogue {
	kit := asked("plugin_kit_docs", "search")
	kit.Found[0].Plugin = "kit"
	return model.NewCatalogue(
		asked("serena", "find_symbol", "find_file", "replace"),
		asked("github", "get_issue", "get_pull", "create_issue"),
		asked("My Docs (EU)", "do.it now"),
		asked("a/b", "c"),
		asked("文档", "t"),
		asked("x__y", "t"),
		kit,
		model.Server{Name: "asleep"},
		asked("Grep", "t"),
		asked(strings.Repeat("n", 60), "tool", strings.Repeat("t", 70)),
	)
}

func TestResolve(t *testing.T) {
	n60 := strings.Repeat("n", 60)
	tests := []struct {
		words string // separated by |
		want  []string
		codes string // of the notes
	}{
		{"Read|Bash(git log:*)|Edit(src/**)", []string{"Read", "Bash(git log:*)", "Edit(src/**)"}, ""},
		{"serena|serena/*|mcp__serena__*|Read|Read", []string{"mcp__serena__*", "Read"}, ""},
		{"serena/find_symbol", []string{"mcp__serena__find_symbol"}, ""},
		{"github/get_*", []string{"mcp__github__get_issue", "mcp__github__get_pull"}, "expanded"},
		{"serena/find_?i*", []string{"mcp__serena__find_file"}, "expanded"},
		{"My Docs (EU)|My Docs (EU)/do.it now", []string{"mcp__My_Docs__EU___*", "mcp__My_Docs__EU___do_it_now"}, ""},
		{"My Docs (EU)/do_it_now", []string{"mcp__My_Docs__EU___do_it_now"}, ""},
		{"a/b/c|a/b", []string{"mcp__a_b__c", "mcp__a_b__*"}, ""},
		{"x__y/t", []string{"mcp__x__y__t"}, ""},
		{"plugin_kit_docs", []string{"mcp__plugin_kit_docs__*"}, ""},
		{"Grep", []string{"Grep"}, "ambiguous"},
		{"Grep/*", []string{"mcp__Grep__*"}, ""},
		{"asleep|asleep/anything", []string{"mcp__asleep__*", "mcp__asleep__anything"}, "unchecked-tool"},
		{"mcp__github__get_issue|mcp__github", []string{"mcp__github__get_issue", "mcp__github"}, ""},
		{"mcp__github__nothing", []string{"mcp__github__nothing"}, "unknown-tool"},
		{"mcp__absent__x|absent/y|absent/*", []string{"mcp__absent__x", "mcp__absent__y", "mcp__absent__*"},
			"unconfigured-server unconfigured-server unconfigured-server"},
		{"mcp__docs__search", []string{"mcp__docs__search"}, "unconfigured-server"},
		{n60 + "/tool", []string{"mcp__" + n60 + "__tool"}, "long-name"},
		{"  Read ", []string{"Read"}, ""},
	}
	builtIns := []string{"Read", "Bash", "Edit", "Grep", "WebFetch"}
	for _, tt := range tests {
		got, notes, err := Resolve(strings.Split(tt.words, "|"), catalogue(), builtIns)
		var codes []string
		for _, n := range notes {
			codes = append(codes, n.Code)
		}
		if err != nil || !slices.Equal(got, tt.want) || strings.Join(codes, " ") != tt.codes {
			t.Errorf("Resolve(%s) = %q, notes %q, error %v\nwant %q, %q", tt.words, got, codes, err, tt.want, tt.codes)
		}
	}
}

func TestResolveRefuses(t *testing.T) {
	tests := []struct{ word, problem, suggestions string }{
		{"", "is empty", ""},
		{"Raed", "neither a built-in tool nor a known server", "Read"},
		{"read", "neither a built-in tool nor a known server", "Read"},
		{"Bsah(git:*)", "neither a built-in tool nor a known server", "Bash"},
		{"serna", "neither a built-in tool nor a known server", "serena"},
		{"find_symbol", "neither a built-in tool nor a known server", "serena/find_symbol"},
		{"quite-something-else", "neither a built-in tool nor a known server", ""},
		{"serna/find_symbol", "no host has configured", "serena/find_symbol"},
		{"serena/find_symbl", "names a tool that serena does not list", "serena/find_symbol"},
		{"serena/zzz", "names a tool that serena does not list", ""},
		{"github/zzz_*", "matches none of the 3 tools", ""},
		{"github/[", "matches none of the 3 tools", ""},
		{"asleep/get_*", "the tools of asleep are not known", ""},
		{"absent/get_*", "the tools of absent are not known", ""},
		{"docs", "neither a built-in tool nor a known server", "plugin_kit_docs"},
		{"文档", "of which hosts keep no letter", ""},
		{"文档/t", "of which hosts keep no letter", ""},
		{"mcp__*__search", "must be literal", ""},
		{"s*/search", "must be literal", ""},
		{"mcp__My Docs (EU)__*", "cannot stand in a tool list", "mcp__My_Docs__EU___*"},
		{"mcp__x\nmodel: opus", "cannot stand in a tool list", ""},
		{"a, b", "neither", ""},
		{"#c", "neither", ""},
		{strings.Repeat("n", 60) + "/" + strings.Repeat("t", 70), "no host takes a tool's name longer than 128", ""},
	}
	for _, tt := range tests {
		got, _, err := Resolve([]string{"Read", tt.word}, catalogue(), []string{"Read", "Bash"})
		r, ok := errors.AsType[Refused](err)
		if got != nil || !ok || !strings.Contains(r.Problem, tt.problem) {
			t.Errorf("Resolve(%q) = %q, %v, want a refusal: %s", tt.word, got, err, tt.problem)
			continue
		}
		if tt.suggestions != "" && !slices.Contains(r.Suggestions, tt.suggestions) {
			t.Errorf("Resolve(%q) suggests %q, want %s", tt.word, r.Suggestions, tt.suggestions)
		}
		if tt.word == "quite-something-else" && len(r.Suggestions) > 0 {
			t.Errorf("Resolve(%q) suggests %q", tt.word, r.Suggestions)
		}
	}
}

func TestResolveNamesEveryProblem(t *testing.T) {
	_, _, err := Resolve([]string{"Raed", "Read", "serna"}, catalogue(), []string{"Read"})
	want := "\"Raed\" is neither a built-in tool nor a known server; did you mean Read?\n" +
		"\"serna\" is neither a built-in tool nor a known server; did you mean serena?"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestPluginHint(t *testing.T) {
	_, notes, _ := Resolve([]string{"mcp__docs__*"}, catalogue(), nil)
	if len(notes) != 1 || !strings.Contains(notes[0].Hint, "mcp__plugin_kit_docs__*") {
		t.Errorf("notes %+v do not name the plugin's server", notes)
	}
}

func FuzzResolve(f *testing.F) {
	for _, w := range []string{"serena/find_*", "mcp__a__b", "x\n", "a/b/c", "文档/*", "Bash(a, b)"} {
		f.Add(w)
	}
	c := catalogue()
	f.Fuzz(func(t *testing.T, word string) {
		tools, _, err := Resolve([]string{word}, c, []string{"Bash", "Read"})
		if err != nil {
			return
		}
		for _, tool := range tools {
			if clean, err := model.AcceptGrant(tool); err != nil || clean != tool {
				t.Errorf("Resolve(%q) gives %q, which cannot be written: %v", word, tool, err)
			}
		}
	})
}
