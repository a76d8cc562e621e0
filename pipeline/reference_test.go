package pipeline_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"

	"toolgrant/model"
	"toolgrant/pipeline"
)

// TestReferenceAgents sets our artifacts of the reference's own 64 agents against what
// its installer wrote, host by host, and prints how many are identical, how many
// deviate in the header only, and how many in the body, each with its reasons. The
// tree is made by testdata/reference.sh and named by TOOLGRANT_REFERENCE.
func TestReferenceAgents(t *testing.T) {
	root := os.Getenv("TOOLGRANT_REFERENCE")
	if root == "" {
		t.Skip("TOOLGRANT_REFERENCE names no tree of the reference installer: see testdata/reference.sh")
	}
	docs := readDocuments(t, filepath.Join(root, "package", "agents"))
	t.Logf("%-12s %-7s %9s %9s %9s %9s  %s", "host", "scope", "identical", "header", "body", "only one", "reasons")
	for _, row := range pipeline.Runtimes() {
		for _, scope := range []model.Scope{model.GlobalScope, model.LocalScope} {
			base := filepath.Join(root, string(scope), row.ID)
			home, project := filepath.Join(base, "home"), filepath.Join(base, "project")
			if _, err := os.Stat(home); err != nil {
				t.Logf("%-12s %-7s not known to the reference", row.ID, scope)
				continue
			}
			ours := artifacts(t, row, scope, home, project, docs, setting{})
			tally(t, row, scope, ours, installed(t, row, scope, home, project), docs)
		}
	}
}

func tally(t *testing.T, row pipeline.Row, scope model.Scope, ours, want map[string]string, docs []model.Document) {
	t.Helper()
	var identical, header, body, single int
	reasons := map[string]int{}
	names := slices.Collect(keys(want))
	for name := range ours {
		if _, ok := want[name]; !ok {
			names = append(names, name)
		}
	}
	for _, name := range names {
		got, mine := ours[name]
		reference, theirs := want[name]
		p := parity{host: row.ID, scope: string(scope), set: "plain", file: name, ours: got, reference: reference, source: sourceOf(name, docs)}
		if mine && theirs && got == reference {
			identical++
			continue
		}
		id := deviation(p, mine && theirs)
		if id == "" {
			t.Errorf("%s %s %s: no reason\n%s", row.ID, scope, name, udiff.Unified("reference", "ours", reference, got))
			continue
		}
		reasons[id]++
		oh, ob := cut(name, got)
		rh, rb := cut(name, reference)
		switch {
		case !mine || !theirs:
			single++
		case ob != rb:
			body++
		case oh != rh:
			header++
		}
	}
	var why []string
	for id, n := range reasons {
		why = append(why, fmt.Sprintf("%s %d", id, n))
	}
	slices.Sort(why)
	t.Logf("%-12s %-7s %9d %9d %9d %9d  %s", row.ID, scope, identical, header, body, single, strings.Join(why, ", "))
}

// installed reads the agents folder that the reference filled.
func installed(t *testing.T, row pipeline.Row, scope model.Scope, home, project string) map[string]string {
	t.Helper()
	root := home
	if scope == model.LocalScope {
		root = project
	}
	around := pipeline.Surroundings{Home: home, Project: project, Env: func(string) string { return "" }, Exists: func(p string) bool { _, err := os.Stat(p); return err == nil }}
	files := map[string]string{}
	for _, dir := range []string{pipeline.ArtifactDir(row.Runtime, scope, around), filepath.Join(project, "agents")} {
		if dir == "" {
			continue
		}
		_ = filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			rel, _ := filepath.Rel(root, path)
			files[filepath.ToSlash(rel)] = string(data)
			return nil
		})
	}
	return files
}
