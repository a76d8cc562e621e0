package pipeline_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"toolgrant/model"
	"toolgrant/pipeline"
)

// pool is what lists are drawn from: every kind of entry, and those that were traps.
var pool = []string{
	"Read", "Write", "Edit", "MultiEdit", "NotebookEdit", "Bash", "Grep", "Glob", "LS", "Task", "Agent", "WebFetch", "WebSearch",
	"TodoWrite", "Skill", "SlashCommand", "AskUserQuestion", "Bash(git log:*)", "Agent(worker)", "Frobnicate", "read", "true", "none",
	"mcp__docs__search", "mcp__docs__*", "mcp__docs", "mcp__docs__get_*", "mcp__code__*", "mcp__code__graph_search", "mcp__code_graph__*",
	"mcp__my_server__*", "mcp__my_server__do_it", "mcp__plan__exit", "mcp__plan__*", "mcp__tasks__add", "mcp___scope_x__*",
	"mcp__empty__*", "mcp__unasked__*", "mcp__unasked__tool", "mcp__unknown__*", "mcp__two_names__*", "mcp__Docs__search", "mcp__a__b__c", "mcp__a__b__*",
}

// wild is a catalogue with names that hosts write in different ways, that fall together
// or that overlap.
func wild() model.Catalogue {
	server := func(name string, tools ...string) model.Server {
		s := model.Server{Name: name, Probed: time.Unix(1, 0)}
		for _, t := range tools {
			s.Tools = append(s.Tools, model.ServerTool{Name: t})
		}
		return s
	}
	return model.NewCatalogue(
		server("docs", "search", "get_page", "get page", "put"), server("Docs", "search"), server("code", "graph_search", "list"),
		server("code_graph", "search"), server("my server", "do.it", "other"), server("plan", "exit", "write"), server("tasks", "add"),
		server("@scope/x", "run"), server("empty"), model.Server{Name: "unasked"}, server("two names", "a"), server("two.names", "b"), server("a__b", "c"),
	)
}

// source draws a document of a plain pack.
func source(t *rapid.T) model.Document {
	entries := rapid.SliceOfN(rapid.SampledFrom(pool), 0, 7).Draw(t, "entries")
	var b strings.Builder
	b.WriteString("---\nname: worker\ndescription: Does the work.\n")
	switch form := rapid.SampledFrom([]string{"absent", "inline", "flow", "block", "quoted", "star"}).Draw(t, "form"); {
	case form == "absent":
	case form == "star":
		b.WriteString("tools: [\"*\", Read]\n")
	case len(entries) == 0:
		b.WriteString("tools: []\n")
	case form == "inline":
		b.WriteString("tools: Read, " + strings.Join(entries, ", ") + "\n")
	case form == "quoted":
		b.WriteString("tools: \"" + strings.Join(entries, ",") + "\"\n")
	case form == "flow":
		b.WriteString("tools: [\"" + strings.Join(entries, "\", \"") + "\"]\n")
	default:
		b.WriteString("tools:\n")
		for _, e := range entries {
			b.WriteString("  - \"" + e + "\"\n")
		}
	}
	if denied := rapid.SliceOfN(rapid.SampledFrom([]string{"Write", "Edit", "Bash", "Glob", "WebFetch", "mcp__docs__put", "mcp__code__*", "mcp__docs"}), 0, 3).Draw(t, "denied"); len(denied) > 0 {
		b.WriteString("disallowedTools: " + strings.Join(denied, ", ") + "\n")
	}
	for _, extra := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"model: opus", "color: red", "permission: allow", "mode: primary", "hooks: {}"}), 0, 3, rapid.ID[string]).Draw(t, "extra") {
		b.WriteString(extra + "\n")
	}
	b.WriteString("---\nLook at the change and report what you find.\n")
	return document("worker", b.String())
}

// selection draws grants to everyone and to the agent.
func selection(t *rapid.T) model.Selection {
	var sel model.Selection
	for _, selector := range []string{model.Everyone, "worker"} {
		for _, tool := range rapid.SliceOfNDistinct(rapid.SampledFrom(pool), 0, 3, rapid.ID[string]).Draw(t, "grants to "+selector) {
			sel = sel.Grant(model.Global, selector, tool)
		}
	}
	return sel
}

// TestReadersFindTheImage: whatever is listed, granted and taken away, every host finds
// what the image says, and nothing that nobody asked for.
func TestReadersFindTheImage(t *testing.T) {
	for _, row := range pipeline.Runtimes() {
		if row.Convert == nil {
			continue
		}
		t.Run(row.ID, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				catalogue := model.Catalogue{}
				if rapid.Bool().Draw(r, "catalogue") {
					catalogue = wild()
				}
				sel := selection(r)
				if rapid.Bool().Draw(r, "enforced") {
					sel = everywhere(sel)
				}
				o := render(t, row, source(r), sel, catalogue)
				if wrong := o.misread(); wrong != "" {
					r.Fatalf("%s\nsource:\n%s", wrong, o.doc.Text())
				}
				if extra := o.extra(catalogue); len(extra) > 0 {
					r.Fatalf("nobody asked for %q\nsource:\n%s", extra, o.doc.Text())
				}
				if silent := o.silent(); silent != "" {
					r.Fatalf("%s\nsource:\n%s", silent, o.doc.Text())
				}
			})
		})
	}
}

// extra is what the host's reader finds in a listed artifact and nobody asked for.
func (o outcome) extra(c model.Catalogue) []string {
	text, ok := o.agentFile()
	if !ok || o.image.Inherits {
		return nil
	}
	r, err := readers()[o.row.ID](text)
	if err != nil || r.open {
		return nil
	}
	return o.unasked(r.names, c)
}

// silent is a loss or a widening of a grant that no note speaks of (law 8).
func (o outcome) silent() string {
	for _, l := range o.image.Lines {
		if l.Grant == nil || l.Fate == model.Held || l.Fate == model.Added {
			continue
		}
		if !slices.ContainsFunc(o.notes, func(n model.Note) bool { return n.Tool == l.Tool }) {
			return fmt.Sprintf("%s is %s on %s and no note says so", l.Tool, l.Fate, o.row.ID)
		}
	}
	return ""
}
