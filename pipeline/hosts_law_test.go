package pipeline_test

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolgrant/model"
	"toolgrant/pipeline"
	"toolgrant/pipeline/rewrite"
)

// allHosts is a pipeline over every host for some documents.
func allHosts(docs []model.Document, c model.Catalogue) *pipeline.Pipeline {
	around := pipeline.Surroundings{Home: "/home/u", Project: "/p", Env: func(string) string { return "" }, Exists: func(string) bool { return false }}
	loaded, _ := pipeline.Load(docs)
	in := pipeline.Input{Snapshot: nothing{}, Catalogue: c, Workers: 2}
	for _, row := range pipeline.Runtimes() {
		if row.Convert == nil {
			continue
		}
		in.Targets = append(in.Targets, &pipeline.Target{
			Row: &row, Scope: model.GlobalScope, Documents: loaded,
			Dir:   pipeline.ArtifactDir(row.Runtime, model.GlobalScope, around),
			Place: rewrite.Place{Home: "/home/u", Target: pipeline.TextTarget(row.Runtime, model.GlobalScope, around), Scope: model.GlobalScope, Absolute: row.AbsolutePaths},
		})
	}
	return pipeline.New(in)
}

// written is every artifact of a plan by its path.
func written(t *testing.T, p *pipeline.Pipeline, sel model.Selection) map[string]string {
	t.Helper()
	plan, err := p.Plan(t.Context(), sel)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, c := range plan.Changes {
		files[c.Runtime+" "+c.Path] = string(c.After)
	}
	return files
}

func same(t *rapid.T, what string, got, want map[string]string) {
	for _, k := range slices.Sorted(maps.Keys(want)) {
		if got[k] != want[k] {
			t.Fatalf("%s: %s\nwas:\n%s\nis:\n%s", what, k, want[k], got[k])
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%s: %d artifacts, was %d", what, len(got), len(want))
	}
}

// TestGrantAndRevokeLeaveNoTrace is law 4 over all hosts: grants that were toggled on and
// off again, in whatever order and however often, leave every artifact as it was, also in
// a pipeline that remembers what it made in between.
func TestGrantAndRevokeLeaveNoTrace(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		docs := []model.Document{source(r)}
		base := selection(r)
		if rapid.Bool().Draw(r, "enforced") {
			base = everywhere(base)
		}
		p := allHosts(docs, wild())
		before := written(t, p, base)
		sel := base
		toggles := rapid.SliceOfN(rapid.Custom(func(r *rapid.T) model.Grant {
			return model.Grant{
				Selector: rapid.SampledFrom([]string{model.Everyone, "worker"}).Draw(r, "selector"),
				Tool:     rapid.SampledFrom(pool).Draw(r, "tool"),
			}
		}), 1, 4).Draw(r, "toggles")
		for _, g := range toggles {
			sel = sel.Toggle(model.Global, g.Selector, g.Tool)
			written(t, p, sel)
		}
		for _, g := range rapid.Permutation(toggles).Draw(r, "back") {
			sel = sel.Toggle(model.Global, g.Selector, g.Tool)
		}
		same(r, "toggled back", written(t, p, sel), before)
		same(r, "afresh", written(t, allHosts(docs, wild()), base), before)
	})
}

// TestOrderOfGrantsNeverShows is law 1 over all hosts.
func TestOrderOfGrantsNeverShows(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		docs := []model.Document{source(r)}
		grants := rapid.SliceOfNDistinct(rapid.SampledFrom(pool), 2, 5, rapid.ID[string]).Draw(r, "grants")
		in := func(order []string) model.Selection {
			sel := everywhere(model.Selection{})
			for _, tool := range order {
				sel = sel.Grant(model.Global, model.Everyone, tool).Grant(model.Global, "worker", tool)
			}
			return sel
		}
		first := written(t, allHosts(docs, wild()), in(grants))
		second := written(t, allHosts(docs, wild()), in(rapid.Permutation(grants).Draw(r, "order")))
		same(r, "another order", second, first)
	})
}

// TestNoGrantNoDifference is law 10: without a grant, Claude Code's artifact of a plain
// pack is the source, byte for byte, whatever the source is.
func TestNoGrantNoDifference(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := source(r).Text()
		switch rapid.SampledFrom([]string{"", "bom", "crlf", "cut", "bytes", "broken"}).Draw(r, "odd") {
		case "bom":
			text = "\ufeff" + text
		case "crlf":
			text = strings.ReplaceAll(text, "\n", "\r\n")
		case "cut":
			text = strings.TrimRight(text, "\n")
		case "bytes":
			text += "\xff\xfe ~/.claude/x gsd:help Co-Authored-By: A <a@b>"
		case "broken":
			text = strings.Replace(text, "Does the work.", "a: b: c", 1)
		}
		var row pipeline.Row
		for _, x := range pipeline.Runtimes() {
			if x.ID == "claude" {
				row = x
			}
		}
		o := render(t, row, document("worker", text), model.Selection{}, wild())
		if got := o.files["worker.md"]; !bytes.Equal([]byte(got), []byte(text)) {
			r.Fatalf("the artifact is not the source\nwant %q\ngot  %q", text, got)
		}
	})
}
