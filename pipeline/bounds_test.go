package pipeline_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"toolgrant/model"
	"toolgrant/pipeline"
)

func rowOf(t testing.TB, id string) pipeline.Row {
	t.Helper()
	for _, r := range pipeline.Runtimes() {
		if r.ID == id {
			return r
		}
	}
	t.Fatalf("no row %s", id)
	return pipeline.Row{}
}

// agent is a source of a plain pack with a header and a body.
func agent(header, body string) model.Document {
	return document("worker", "---\n"+header+"---\n"+body)
}

const usual = "name: worker\ndescription: Sorts tickets.\ntools: Read, Grep\n"

// TestBounds: what a host would refuse, cut or pass over is said before it happens.
func TestBounds(t *testing.T) {
	for _, c := range []struct {
		name, host, header, body string
		want                     bool
	}{
		{"copilot takes 30,000 characters", "copilot", usual, strings.Repeat("a", 30000), false},
		{"and no more", "copilot", usual, strings.Repeat("a", 30001), true},
		{"counted as characters, not bytes", "copilot", usual, strings.Repeat("é", 30000), false},
		{"an emoji is two to it", "copilot", usual, strings.Repeat("🙂", 15001), true},
		{"qwen wants 10 characters", "qwen", usual, "123456789\n", true},
		{"which are enough", "qwen", usual, "1234567890\n", false},
		{"qwen wants a name of two letters", "qwen", strings.Replace(usual, "worker", "w", 1), "1234567890\n", true},
		{"and not more than fifty", "qwen", strings.Replace(usual, "worker", strings.Repeat("w", 51), 1), "1234567890\n", true},
		{"kimi code wants small letters and dashes", "kimi-code", strings.Replace(usual, "worker", "Worker_1", 1), "Work.\n", true},
		{"and a body", "kimi-code", usual, "\n", true},
		{"codex wants instructions", "codex", usual, " \n", true},
		{"claude code wants no colon in a name", "claude", strings.Replace(usual, "worker", "my:worker", 1), "Work.\n", true},
		{"other names are fine there", "claude", strings.Replace(usual, "worker", "Bad Name_X", 1), "Work.\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := render(t, rowOf(t, c.host), agent(c.header, c.body), model.Selection{}, model.Catalogue{})
			if got := o.noted("host-bound"); got != c.want {
				t.Errorf("noted %v, want %v: %v", got, c.want, o.notes)
			}
		})
	}
	skipped := document("_draft", "---\n"+usual+"---\nWork.\n")
	if o := render(t, rowOf(t, "gemini"), skipped, model.Selection{}, model.Catalogue{}); !o.noted("host-bound") {
		t.Error("gemini passes over files that begin with an underscore, and no note says so")
	}
}

// TestPatternsCompile: a row's pattern is one.
func TestPatternsCompile(t *testing.T) {
	for _, r := range pipeline.Runtimes() {
		for _, p := range []string{r.Tools.NamePattern, r.Tools.FilePattern} {
			if _, err := regexp.Compile(p); err != nil {
				t.Errorf("%s: %v", r.ID, err)
			}
		}
	}
}

// TestGeminiNames: names become what the loader takes, each its own, whatever the order
// of the documents.
func TestGeminiNames(t *testing.T) {
	named := func(stem, name string) model.Document {
		return document(stem, "---\nname: "+name+"\ndescription: d\ntools: Read\n---\nWork.\n")
	}
	docs := []model.Document{named("a", "My Agent"), named("b", "my-agent"), named("c", "MY.AGENT"), named("d", "fine_1"), named("a.compact", "My Agent")}
	namesOf := func(docs []model.Document) []string {
		var names []string
		for path, text := range written(t, allHosts(docs, model.Catalogue{}), model.Selection{}) {
			if strings.HasPrefix(path, "gemini ") {
				names = append(names, regexp.MustCompile(`(?m)^name: (.*)$`).FindStringSubmatch(text)[1])
			}
		}
		slices.Sort(names)
		return names
	}
	names := namesOf(docs)
	for _, n := range names {
		if !regexp.MustCompile(`^[a-z0-9-_]+$`).MatchString(n) {
			t.Errorf("the loader takes no name %q", n)
		}
	}
	if got := len(slices.Compact(slices.Clone(names))); got != 4 {
		t.Errorf("%d names for four agents: %q", got, names)
	}
	if !slices.Contains(names, "my-agent") || !slices.Contains(names, "fine_1") {
		t.Errorf("names that the loader takes were changed: %q", names)
	}
	slices.Reverse(docs)
	if again := namesOf(docs); !slices.Equal(again, names) {
		t.Errorf("another order gives %q, was %q", again, names)
	}
}

// TestMCPNames: raw names and hashes where a host wants them, and nothing that it could
// read in two ways.
func TestMCPNames(t *testing.T) {
	server := func(name string, tools ...string) model.Server {
		s := model.Server{Name: name, Probed: time.Unix(1, 0)}
		for _, tool := range tools {
			s.Tools = append(s.Tools, model.ServerTool{Name: tool})
		}
		return s
	}
	known := model.NewCatalogue(server("my server", "a", "get it"), server("empty"), server("a b", "x"), server("a.b", "y"),
		server("@scope/x", "run"), server("code", "graph_search"), server("code_graph", "search"), server("plan"))
	for _, c := range []struct{ host, entry, want string }{
		{"copilot", "mcp__my_server__*", "my server/*"},
		{"copilot", "mcp__my_server__get_it", "my server/get it"},
		{"copilot", "mcp__context7__*", "context7/* io.github.upstash/context7/*"},
		{"copilot", "mcp__a_b__*", ""}, // "a b" or "a.b"
		{"kimi-code", "mcp__a_b__*", "mcp__a_b__*"},
		{"qwen", "mcp__my_server__a", "mcp__my_server__a_1jdz39n"}, // hosts-b.md 2
		{"qwen", "mcp__empty__*", ""},
		{"qwen", "mcp__nobody__*", ""},
		{"gemini", "mcp__my_server__*", "mcp_my_server_a mcp_my_server_get_it"},
		{"gemini", "mcp___scope_x__run", ""}, // the loader would refuse the agent
		{"augment", "mcp__my_server__a", "a_my_server"},
		{"codebuddy", "mcp__my_server__*", "mcp__my server__a mcp__my server__get it"},
		{"cline", "mcp__my_server__a", ""},
	} {
		sel := everywhere(model.Selection{}).Grant(model.Global, "worker", c.entry)
		o := render(t, rowOf(t, c.host), agent("name: worker\ndescription: d\ntools: Read\n", "Work on it now.\n"), sel, known)
		var got []string
		for _, l := range o.image.Lines {
			if l.Grant != nil {
				got = append(got, l.Host...)
				if l.Fate == model.Lost && !slices.ContainsFunc(o.notes, func(n model.Note) bool { return n.Tool == c.entry }) {
					t.Errorf("%s: %s is lost without a word", c.host, c.entry)
				}
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %s is %q, want %q", c.host, c.entry, got, c.want)
		}
	}
	for entry, want := range map[string]model.Fate{"mcp__code__graph_search": model.Wider, "mcp__code__*": model.Wider, "mcp__my_server__*": model.Held, "mcp__plan__*": model.Lost, "mcp__board__*": model.Wider} {
		sel := everywhere(model.Selection{}).Grant(model.Global, "worker", entry)
		o := render(t, rowOf(t, "kilo"), agent("name: worker\ndescription: d\ntools: Read\n", "Work.\n"), sel, known)
		if got := o.image.Lines[1].Fate; got != want {
			t.Errorf("kilo: %s is %s, want %s: %s", entry, got, want, o.image.Lines[1].Why)
		}
	}
}
