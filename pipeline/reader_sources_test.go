package pipeline_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"toolgrant/model"
	"toolgrant/pipeline"
)

// everywhere is a selection that enforces every host.
func everywhere(sel model.Selection) model.Selection {
	for _, r := range pipeline.Runtimes() {
		sel.Global = sel.Global.WithEnforced(r.ID, true)
	}
	return sel
}

// knownServers is a catalogue for the servers that the sources name.
func knownServers() model.Catalogue {
	server := func(name string, tools ...string) model.Server {
		s := model.Server{Name: name, Probed: time.Unix(1, 0)}
		for _, t := range tools {
			s.Tools = append(s.Tools, model.ServerTool{Name: t})
		}
		return s
	}
	return model.NewCatalogue(
		server("context7", "resolve", "query-docs"), server("codegraph", "search", "context"),
		server("calendar", "list"), server("remote", "ping", "pong"), server("docs", "search", "get page"),
		server("empty"), model.Server{Name: "unasked"},
	)
}

// readBack renders every source for every host, as it is and enforced, and has the
// host's own reader look at it.
func readBack(t *testing.T, docs []model.Document) {
	t.Helper()
	var plain model.Selection
	granted := plain.Grant(model.Global, "*", "mcp__codegraph__*").Grant(model.Global, "*", "mcp__docs__search")
	for _, row := range pipeline.Runtimes() {
		if row.Convert == nil {
			continue
		}
		t.Run(row.ID, func(t *testing.T) {
			read := 0
			for _, d := range docs {
				for _, sel := range []model.Selection{plain, granted, everywhere(plain), everywhere(granted)} {
					o := render(t, row, d, sel, knownServers())
					if wrong := o.misread(); wrong != "" {
						t.Errorf("%s (enforced %v): %s", d.Stem, o.enforced, wrong)
					}
					if _, ok := o.agentFile(); ok {
						read++
					}
				}
			}
			t.Logf("%d artifacts read", read)
		})
	}
}

// TestGoldenSourcesRead: our own sources, on every host, in both modes.
func TestGoldenSourcesRead(t *testing.T) {
	dir := filepath.Join(sharedGolden, "src")
	if _, err := os.Stat(dir); err != nil {
		dir = filepath.Join("testdata", "sources")
	}
	readBack(t, readDocuments(t, dir))
}

// TestReferenceSourcesRead: the reference's own agents, on every host, in both modes.
func TestReferenceSourcesRead(t *testing.T) {
	root := os.Getenv("TOOLGRANT_REFERENCE")
	if root == "" {
		t.Skip("TOOLGRANT_REFERENCE names no tree of the reference installer: see testdata/reference.sh")
	}
	readBack(t, readDocuments(t, filepath.Join(root, "package", "agents")))
}
