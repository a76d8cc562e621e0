package pipeline_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pelletier/go-toml/v2"

	"toolgrant/model"
	"toolgrant/pipeline"
)

// TestNothingOpensInSilence: documents whose own words could be read as more than they
// say are refused, or get a form that cannot be.
func TestNothingOpensInSilence(t *testing.T) {
	for _, c := range []struct {
		name, text string
		refusing   string // hosts that must not get the agent
		enforced   bool
	}{
		{"a null list is all tools to some", "---\nname: w\ndescription: d\ntools:\n---\nWork on it now.\n",
			"qwen kimi-code kilo copilot gemini cline kimi zcode hermes antigravity", false},
		{"enforced, everywhere", "---\nname: w\ndescription: d\ntools:\n---\nWork on it now.\n", "opencode augment codebuddy cursor", true},
		{"a header that never ends", "---\nname: w\ndescription: d\ntools: Read\nWork on it now.\n",
			"opencode kilo augment codebuddy qwen gemini copilot cline kimi-code kimi cursor codex", false},
		{"a text without a header", "Work on it now, all of you.\n", "opencode kilo augment codebuddy", false},
		{"a deny list that nobody can read", "---\nname: w\ndescription: d\ntools: Read, Write\ndisallowedTools: {Write: true}\n---\nWork on it now.\n",
			"qwen kimi-code kilo copilot gemini cline", false},
	} {
		for host := range strings.FieldsSeq(c.refusing) {
			sel := model.Selection{}
			if c.enforced {
				sel = everywhere(sel)
			}
			o := render(t, rowOf(t, host), document("worker", c.text), sel, model.Catalogue{})
			if len(o.files) > 0 {
				t.Errorf("%s: %s gets %q", c.name, host, o.files)
			}
			if !slices.ContainsFunc(o.notes, func(n model.Note) bool { return n.Severity == model.Error }) {
				t.Errorf("%s: %s gets nothing and no word says why", c.name, host)
			}
		}
	}
}

// TestKeysThatStandTwice: a plain pack's own mode or permission beside ours would be no
// valid YAML, which OpenCode and Kilo read as every tool.
func TestKeysThatStandTwice(t *testing.T) {
	text := "---\nname: w\ndescription: d\ntools: Read\nmode: primary\npermission:\n  \"*\": allow\nvariant: x\n---\nWork.\n"
	for _, host := range []string{"opencode", "kilo"} {
		for _, pack := range []model.Pack{model.Plain, model.GSD} {
			d := document("worker", text)
			d.Pack = pack
			o := render(t, rowOf(t, host), d, everywhere(model.Selection{}), model.Catalogue{})
			if wrong := o.misread(); wrong != "" {
				t.Errorf("%s: %s", host, wrong)
			}
		}
	}
}

// TestReadOnlyKnob: on Cursor a grant to everybody never lifts readonly, one to a named
// agent does and is said to.
func TestReadOnlyKnob(t *testing.T) {
	reads := agent("name: w\ndescription: d\ntools: Read, Grep\n", "Work.\n")
	for _, c := range []struct {
		selector, tool string
		readonly       bool
		fate           model.Fate
	}{
		{model.Everyone, "mcp__docs__*", true, model.Lost},
		{model.Everyone, "Bash", true, model.Lost},
		{model.Everyone, "Glob", true, model.Inherited},
		{"worker", "mcp__docs__*", false, model.Wider},
		{"worker", "Write", false, model.Wider},
	} {
		o := render(t, rowOf(t, "cursor"), reads, everywhere(model.Selection{}).Grant(model.Global, c.selector, c.tool), model.Catalogue{})
		if got := strings.Contains(o.files["worker.md"], "readonly: true\n"); got != c.readonly {
			t.Errorf("%s to %s: readonly %v, want %v", c.tool, c.selector, got, c.readonly)
		}
		if l := o.image.Lines[2]; l.Fate != c.fate {
			t.Errorf("%s to %s is %s, want %s", c.tool, c.selector, l.Fate, c.fate)
		}
	}
	denied := agent("name: w\ndescription: d\ntools: Read, Write\ndisallowedTools: Write\n", "Work.\n")
	if o := render(t, rowOf(t, "cursor"), denied, everywhere(model.Selection{}), model.Catalogue{}); !strings.Contains(o.files["worker.md"], "readonly: true") {
		t.Error("an agent whose only writing tool is taken away can be held to reading")
	}
}

// TestDenials: what the author takes away is taken from the list, or from the host's own
// deny list, and what cannot be taken without more is not given (law 8).
func TestDenials(t *testing.T) {
	for _, c := range []struct{ host, header, want string }{
		{"qwen", "tools: Read, Write\ndisallowedTools: Write\n", "tools:\n  - read_file\n---"},
		{"qwen", "disallowedTools: Write\n", "disallowedTools:\n  - write_file\n---"},
		{"augment", "disallowedTools: Bash\n", "disabled_tools:\n  - launch-process\n"},
		{"kilo", "tools: Read, Edit\ndisallowedTools: Write\n", "permission:\n  \"*\": deny\n  external_directory: ask\n  doom_loop: ask\n  read:\n"},
		{"opencode", "disallowedTools: Write\n", "permission:\n  edit: deny\n---"},
		{"kimi-code", "disallowedTools: WebFetch\n", "disallowedTools: [\"FetchURL\"]\n---"},
		{"copilot", "tools: mcp__docs__*, Read\ndisallowedTools: mcp__docs__put\n", "tools: ['read']\n"},
		{"kimi", "disallowedTools: Bash\n", "exclude_tools:\n    - \"kimi_cli.tools.shell:Shell\"\n"},
	} {
		o := render(t, rowOf(t, c.host), agent("name: w\ndescription: d\n"+c.header, "Work on it now.\n"), everywhere(model.Selection{}), model.Catalogue{})
		text, _ := o.agentFile()
		if !strings.Contains(text, c.want) {
			t.Errorf("%s: %q lacks %q", c.host, text, c.want)
		}
		if strings.Contains(text, "  edit: allow") {
			t.Errorf("%s: Edit is given although it brings Write, which is denied", c.host)
		}
	}
}

// TestPlainRole: a plain pack's role is the TOML file alone, its body the author's byte
// for byte, and its sandbox what the author lists, whatever is granted (case CV07).
func TestPlainRole(t *testing.T) {
	for _, body := range []string{"Work.\n", "Work.", "\n\n  a '''b''' \\ \"\"\" \t\n", "a\r\nb\r\n", "x\x07\x7f\n"} {
		o := render(t, rowOf(t, "codex"), agent("name: w\ndescription: d\ntools: Read\n", body), model.Selection{}, model.Catalogue{})
		if len(o.files) != 1 {
			t.Fatalf("%d files", len(o.files))
		}
		var r role
		if err := toml.Unmarshal([]byte(o.files["w.toml"]), &r); err != nil || r.Instructions != body {
			t.Errorf("%q reads back as %q: %v", body, r.Instructions, err)
		}
	}
	for header, want := range map[string]string{
		"tools: Read, Grep\n":                               "read-only",
		"tools: Read, Write\n":                              "workspace-write",
		"tools: Bash(git log:*)\n":                          "workspace-write",
		"tools: [\"Read Write\"]\n":                         "workspace-write",
		"tools: Read, Write\ndisallowedTools: Write\n":      "read-only",
		"tools: Read, mcp__exceptions__list\n":              "read-only",
		"tools: []\n":                                       "read-only",
		"color: red\n":                                      "workspace-write",
		"disallowedTools: Write, Edit, Bash\n":              "read-only",
		"tools: All tools except Write, Edit\n":             "read-only",
		"tools: Read, Grep\ndisallowedTools: Write, Edit\n": "read-only",
	} {
		sel := model.Selection{}.Grant(model.Global, "worker", "Write").Grant(model.Global, "worker", "mcp__docs__*")
		o := render(t, rowOf(t, "codex"), agent("name: w\ndescription: d\n"+header, "Work.\n"), sel, model.Catalogue{})
		r, err := parseRole(o.files["w.toml"])
		if err != nil || r.Sandbox != want {
			t.Errorf("%q: sandbox %s, want %s: %v", header, r.Sandbox, want, err)
		}
		for _, l := range o.image.Lines {
			if l.Tool == "Write" && l.Grant != nil && l.Fate != model.Lost {
				t.Errorf("%q: a granted Write is %s", header, l.Fate)
			}
		}
	}
}

// TestConversionCases takes the recorded cases about conversion to every host.
func TestConversionCases(t *testing.T) {
	dir := filepath.Join("..", "..", "shared", "cases")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the recorded cases are not here")
	}
	for _, name := range []string{"CV01/agent", "CV02/agent", "CV07/agent", "CV11/agent", "CV11/agent-list"} {
		text, err := os.ReadFile(filepath.Join(dir, name+".md"))
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range pipeline.Runtimes() {
			if row.Convert == nil {
				continue
			}
			for _, sel := range []model.Selection{{}, everywhere(model.Selection{}.Grant(model.Global, model.Everyone, "mcp__docs__*"))} {
				o := render(t, row, document("worker", string(text)), sel, model.Catalogue{})
				if wrong := o.misread(); wrong != "" {
					t.Errorf("%s on %s: %s", name, row.ID, wrong)
				}
				file, _ := o.agentFile()
				carried := row.Tools.Verbatim && row.Tools.Key == "tools" || row.ID == "kimi-code"
				if !carried && (strings.Contains(file, "model:") || strings.Contains(file, "skills:") || strings.Contains(file, "color: teal") && row.ID != "qwen") {
					t.Errorf("%s on %s carries another host's words:\n%s", name, row.ID, file)
				}
			}
		}
	}
}

// TestPatternsKeepTheirServer: a pattern for a server with a double underscore in its
// name grants that server's tools, not those of the server before the underscore.
func TestPatternsKeepTheirServer(t *testing.T) {
	server := func(name string, tools ...string) model.Server {
		s := model.Server{Name: name, Probed: time.Unix(1, 0)}
		for _, tool := range tools {
			s.Tools = append(s.Tools, model.ServerTool{Name: tool})
		}
		return s
	}
	known := model.NewCatalogue(server("a", "get_all"), server("a__b", "get_x", "put_x"))
	doc := agent("name: w\ndescription: d\ntools: Read\n", "Work.\n")
	for entry, want := range map[string]string{
		"mcp__a__b__get_*": "tools: Read, mcp__a__b__get_x\n", "mcp__a__get_*": "tools: Read, mcp__a__get_all\n", "mcp__a__b__no_*": "tools: Read\n",
	} {
		o := render(t, rowOf(t, "claude"), doc, model.Selection{}.Grant(model.Global, "worker", entry), known)
		if !strings.Contains(o.files["worker.md"], want) {
			t.Errorf("%s: %q lacks %q", entry, o.files["worker.md"], want)
		}
	}
}
