package pipeline_test

import (
	"slices"
	"testing"
	"time"

	"toolgrant/agents"
	"toolgrant/model"
	"toolgrant/pipeline"
	"toolgrant/pipeline/rewrite"
)

// leftThere is a disk on which everything is as we left it.
type leftThere map[string]string

func (l leftThere) Read(path string) ([]byte, bool, error) {
	text, ok := l[path]
	return []byte(text), ok, nil
}
func (l leftThere) Own(string, []byte, bool) model.Ownership { return model.Ours }
func (l leftThere) Owned() []model.Entry                     { return nil }

// TestMissingCatalogueKeepsWhatWasKnown: a host that wants exact names keeps those of
// the last apply when the catalogue is gone, of the servers that are still granted.
func TestMissingCatalogueKeepsWhatWasKnown(t *testing.T) {
	known := model.NewCatalogue(
		model.Server{Name: "docs", Tools: []model.ServerTool{{Name: "get"}, {Name: "find"}}, State: model.Answered, Probed: time.Unix(1, 0)},
		model.Server{Name: "tickets", Tools: []model.ServerTool{{Name: "close"}}, State: model.Answered, Probed: time.Unix(1, 0)},
	)
	d := agents.Parse("demo.md", "demo", "---\nname: demo\ndescription: Shows things to people.\ntools: Read\n---\n\nShow what you were asked to show.\n")
	d.Pack = model.Plain
	for _, id := range []string{"qwen", "augment", "codebuddy"} {
		t.Run(id, func(t *testing.T) {
			rows := pipeline.Runtimes()
			row := &rows[slices.IndexFunc(rows, func(r pipeline.Row) bool { return r.ID == id })]
			plan := func(c model.Catalogue, disk pipeline.Snapshot, sel model.Selection) []model.Change {
				target := &pipeline.Target{Row: row, Scope: model.GlobalScope, Dir: "/home/u/agents", Documents: []*model.Document{&d}, Place: rewrite.Place{Home: "/home/u", Target: "/home/u/x"}}
				p, err := pipeline.New(pipeline.Input{Targets: []*pipeline.Target{target}, Catalogue: c, Snapshot: disk}).Plan(t.Context(), sel)
				if err != nil {
					t.Fatal(err)
				}
				return p.Changes
			}
			sel := model.Selection{}.Grant(model.Global, "*", "mcp__docs__*").Grant(model.Global, "demo", "mcp__tickets__*")
			sel = sel.With(model.Global, sel.Global.WithEnforced(id, true))
			first := plan(known, nothing{}, sel)
			disk := leftThere{first[0].Path: string(first[0].After)}
			if again := plan(model.Catalogue{}, disk, sel); again[0].Kind != model.Unchanged {
				t.Errorf("without a catalogue the file becomes\n%s\nwant\n%s", again[0].After, first[0].After)
			}
			less := sel.Revoke(model.Global, "demo", "mcp__tickets__*")
			want := plan(known, nothing{}, less)[0].After
			if got := plan(model.Catalogue{}, disk, less)[0].After; string(got) != string(want) {
				t.Errorf("after a revoke the file becomes\n%s\nwant\n%s", got, want)
			}
		})
	}
}
