package model

import (
	"slices"
	"strings"
	"testing"
)

func TestParseTool(t *testing.T) {
	for _, c := range []Tool{
		{Raw: "Read", Name: "Read"},
		{Raw: "Bash(git log:*)", Name: "Bash", Args: "git log:*", Parametrised: true},
		{Raw: "Agent(a, b)", Name: "Agent", Args: "a, b", Parametrised: true},
		{Raw: "Bash()", Name: "Bash", Parametrised: true},
		{Raw: "Bash(x", Name: "Bash(x"},
		{Raw: "(x)", Name: "(x)"},
		{Raw: "mcp__docs__search", Server: "docs", Member: "search"},
		{Raw: "mcp__docs__*", Server: "docs", Member: "*"},
		{Raw: "mcp__docs", Server: "docs", Member: "*"},
		{Raw: "mcp__docs__", Server: "docs", Member: "*"},
		{Raw: "mcp__docs__get_*", Server: "docs", Member: "get_*"},
		{Raw: "mcp__plugin_kit_docs__x", Server: "plugin_kit_docs", Member: "x"},
		{Raw: "mcp__my__docs__x", Server: "my", Member: "docs__x", Ambiguous: true},
		{Raw: "mcp__", Name: "mcp__"},
		{Raw: "edit/editFiles", Name: "edit/editFiles"},
		{Raw: ""},
	} {
		if got := ParseTool(c.Raw); got != c {
			t.Errorf("ParseTool(%q) = %+v, want %+v", c.Raw, got, c)
		}
	}
}

func TestToolKinds(t *testing.T) {
	for _, c := range []struct {
		entry                          string
		mcp, whole, pattern, serverPat bool
	}{
		{"Read", false, false, false, false},
		{"mcp__docs", true, true, false, false},
		{"mcp__docs__*", true, true, false, false},
		{"mcp__docs__get_*", true, false, true, false},
		{"mcp__docs__get", true, false, false, false},
		{"mcp__*__search", true, false, false, true},
		{"mcp__*docs*__*", true, true, false, true},
	} {
		got := ParseTool(c.entry)
		if got.IsMCP() != c.mcp || got.WholeServer() != c.whole || got.Pattern() != c.pattern || got.ServerPattern() != c.serverPat {
			t.Errorf("%s: mcp %v, whole %v, pattern %v, server pattern %v", c.entry, got.IsMCP(), got.WholeServer(), got.Pattern(), got.ServerPattern())
		}
		if got.String() != c.entry {
			t.Errorf("%s is shown as %s", c.entry, got)
		}
	}
}

func TestCovers(t *testing.T) {
	for _, c := range []struct {
		deny, tool string
		want       bool
	}{
		{"Write", "Write", true},
		{"Bash", "Bash(git:*)", true},
		{"Bash(git:*)", "Bash", false},
		{"Bash(git:*)", "Bash(git:*)", true},
		{"mcp__docs__*", "mcp__docs__search", true},
		{"mcp__docs", "mcp__docs__*", true},
		{"mcp__docs__search", "mcp__docs__*", false},
		{"mcp__docs__*", "mcp__other__x", false},
		{"Read", "mcp__docs__*", false},
	} {
		if got := ParseTool(c.deny).Covers(ParseTool(c.tool)); got != c.want {
			t.Errorf("%s covers %s: %v", c.deny, c.tool, got)
		}
	}
}

func TestWrites(t *testing.T) {
	for entry, want := range map[string]bool{
		"Write": true, "Edit": true, "MultiEdit": true, "NotebookEdit": true, "Bash": true, "Bash(git log:*)": true, "*": true,
		"Read Write": true, "Read": false, "Writer": false, "mcp__fs__Write": false, "Agent(a, Writer)": false, "": false,
	} {
		if Writes(entry) != want {
			t.Errorf("Writes(%q) is not %v", entry, want)
		}
	}
}

func TestAcceptGrant(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"Read", "Read"},
		{"  mcp__padded__ok \u00a0\ufeff", "mcp__padded__ok"},
		{"mcp__docs__*", "mcp__docs__*"},
		{"mcp__docs", "mcp__docs"},
		{"Bash(git:*)", "Bash(git:*)"},
		{"Bash(git log:*)", "Bash(git log:*)"},
		{"Agent(worker)", "Agent(worker)"},
		{"Agent(a, b)", "Agent(a, b)"},
		{"Bash(echo $(date), x)", "Bash(echo $(date), x)"},
		{"a(b)c", "a(b)c"},
		{"mcp__文档__x", "mcp__文档__x"},
	} {
		if got, err := AcceptGrant(c.in); err != nil || got != c.want {
			t.Errorf("AcceptGrant(%q) = %q, %v", c.in, got, err)
		}
	}
}

// Case MN10, and what else would break out of a list.
func TestRefusedGrants(t *testing.T) {
	for _, c := range []struct{ in, why string }{
		{"", "empty"}, {"  ", "empty"}, {"a, b", "comma"}, {"mcp__bad,comma", "comma"},
		{"mcp__bad\x00nul", "U+0000"}, {"mcp__x\nmodel: opus", "U+000A"}, {"mcp__bad\u0085nel", "U+0085"},
		{"mcp__bad\u2028line", "U+2028"}, {"mcp__bad\u200bzero", "U+200B"}, {"a\x7fb", "U+007F"}, {"bad\xffutf8", "UTF-8"},
		{"#comment", "'#'"}, {"has#hash", "'#'"}, {"tool:", "colon"}, {"tool: value", "space"}, {"two words", "space"},
		{`"quote"`, `'"'`}, {"'q'", `'\''`}, {"`q`", "'`'"}, {"Bash(a\tb)", "U+0009"}, {"Bash(a\u00a0b)", "U+00A0"},
		{"Bash(git", "unclosed"}, {"Bash)", "too many"}, {"Agent(a, b)Write(c, d)", "after its parentheses"},
		{"Agent(a b)c", "after its parentheses"}, {"(a, b)", "no name"},
		{"*", "'*'"}, {"*x", "'*'"}, {"&a", "'&'"}, {"!t", "'!'"}, {"|x", "'|'"}, {"[Read]", "'['"}, {"{a}", "'{'"}, {"-x", "'-'"}, {"@x", "'@'"},
		{strings.Repeat("x", 1025), "longer than 1024"},
	} {
		got, err := AcceptGrant(c.in)
		if err == nil {
			t.Errorf("%q was accepted as %q", c.in, got)
		} else if !strings.Contains(err.Error(), c.why) {
			t.Errorf("%q is refused because it %v, want %q", c.in, err, c.why)
		}
	}
}

// Case MN01: the refusal names what hosts call the server that was meant.
func TestRefusalNamesTheRegisteredServer(t *testing.T) {
	_, err := AcceptGrant("mcp__My Docs (EU)__*")
	if err == nil || !strings.Contains(err.Error(), "register mcp__My_Docs__EU___*") {
		t.Errorf("refused with %v", err)
	}
	if _, err := AcceptGrant("mcp__bad\nx"); err == nil || strings.Contains(err.Error(), "register") {
		t.Errorf("a hostile entry got a suggestion: %v", err)
	}
}

func TestDoubts(t *testing.T) {
	for _, c := range []struct {
		grant string
		want  []string
	}{
		{"Read", nil},
		{"mcp__docs__*", nil},
		{"mcp__docs", nil},
		{"mcp__docs__get_*", nil},
		{"mcp__my__docs__x", []string{"ambiguous-server"}},
		{"mcp__my.docs__*", []string{"unusual-server"}},
		{"mcp__文档__x", []string{"unusual-server"}},
		{"mcp__*__search", []string{"server-pattern"}},
		{"mcp__" + strings.Repeat("x", 30) + "__" + strings.Repeat("y", 27), nil},
		{"mcp__" + strings.Repeat("x", 30) + "__" + strings.Repeat("y", 28), []string{"long-name"}},
		{"mcp__" + strings.Repeat("x", 70) + "__" + strings.Repeat("y", 70), []string{"long-name"}},
	} {
		var got []string
		for _, n := range Doubts(c.grant) {
			got = append(got, n.Code)
			if n.Problem == "" || n.Hint == "" || n.Tool != c.grant {
				t.Errorf("%s: incomplete note %+v", c.grant, n)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("Doubts(%q) = %q, want %q", c.grant, got, c.want)
		}
	}
}

// An accepted grant is stable, on one line, and in balance: no list form can be
// broken out of with it.
func FuzzAcceptGrant(f *testing.F) {
	for _, s := range []string{"Read", " Bash(git log:*) ", "Agent(a, b)", "mcp__My Docs (EU)__*", "mcp__bad\u2028line", "a(b)c", "*", "\ufeff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := AcceptGrant(s)
		if err != nil {
			if got != "" {
				t.Fatalf("%q refused and returned %q", s, got)
			}
			return
		}
		if again, err := AcceptGrant(got); err != nil || again != got {
			t.Errorf("%q accepted as %q, then %q, %v", s, got, again, err)
		}
		if strings.ContainsAny(got, "\n\r\x00\"'#`\u0085\u2028\u2029") || !strings.Contains(s, got) {
			t.Errorf("%q accepted as %q", s, got)
		}
		if outside, _, _ := strings.Cut(got, "("); strings.ContainsAny(outside, " ,") {
			t.Errorf("%q separates", got)
		}
		if strings.Count(got, "(") != strings.Count(got, ")") {
			t.Errorf("%q is not in balance", got)
		}
		Doubts(got)
	})
}
