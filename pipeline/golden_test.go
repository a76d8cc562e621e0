package pipeline_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"

	"toolgrant/model"
	"toolgrant/pipeline"
)

const sharedGolden = "../../shared/golden"

// TestGoldenAgents holds the artifacts of our own 26 sources against what the
// reference installer makes of them: identical, or different for a reason that
// docs/deviations.md gives.
func TestGoldenAgents(t *testing.T) {
	if _, err := os.Stat(sharedGolden); err != nil {
		t.Skip("the reference's golden files are not here")
	}
	docs := readDocuments(t, filepath.Join(sharedGolden, "src"))
	for i := range docs {
		docs[i].Source = "src"
	}
	sets := goldenSets(t, sharedGolden)
	for _, row := range pipeline.Runtimes() {
		for _, scope := range []model.Scope{model.GlobalScope, model.LocalScope} {
			for _, set := range []string{"plain", "granted", "tuned"} {
				root := filepath.Join(sharedGolden, string(scope), set, row.ID)
				if _, err := os.Stat(root); err != nil {
					continue
				}
				t.Run(row.ID+"/"+string(scope)+"/"+set, func(t *testing.T) {
					ours := artifacts(t, row, scope, "/home/u", "/p", docs, sets[set])
					compare(t, root, set, row, scope, ours, docs)
				})
			}
		}
	}
}

func compare(t *testing.T, root, set string, row pipeline.Row, scope model.Scope, ours map[string]string, docs []model.Document) {
	t.Helper()
	want := referenceFiles(t, root)
	var identical, deviating int
	for _, rel := range slices.Sorted(keys(want)) {
		p := parity{host: row.ID, scope: string(scope), set: set, file: rel, reference: want[rel]}
		got, ok := ours[rel]
		p.ours = got
		p.source = sourceOf(rel, docs)
		switch reason := deviation(p, ok); {
		case ok && got == want[rel]:
			identical++
		case reason != "":
			deviating++
		case !ok:
			t.Errorf("%s: the reference writes it, we do not", rel)
		default:
			t.Errorf("%s deviates without a reason:\n%s", rel, udiff.Unified("reference", "ours", want[rel], got))
		}
	}
	for _, rel := range slices.Sorted(keys(ours)) {
		if _, ok := want[rel]; !ok && deviation(parity{host: row.ID, scope: string(scope), set: set, file: rel, ours: ours[rel], source: sourceOf(rel, docs)}, true) == "" {
			t.Errorf("%s: we write it, the reference does not", rel)
		}
	}
	t.Logf("%d identical, %d deviating with a reason", identical, deviating)
}

func keys(m map[string]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// referenceFiles reads one golden folder, with its placeholders filled in.
func referenceFiles(t *testing.T, root string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		rel = filepath.ToSlash(rel)
		if strings.Contains(rel, ".gsd/") || e.Name() == "config.toml" || e.Name() == "EMPTY" {
			return nil // the installer's own files, not agent artifacts
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text := strings.ReplaceAll(string(data), "__HOME__", "/home/u")
		files[rel] = strings.ReplaceAll(text, "__PROJ__", "/p")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// sourceOf finds the document behind an artifact, by its file name.
func sourceOf(rel string, docs []model.Document) model.Document {
	base := filepath.Base(rel)
	for _, ext := range []string{".agent.md", ".md", ".toml", ".yaml", ".yml"} {
		stem, ok := strings.CutSuffix(base, ext)
		if !ok {
			continue
		}
		for _, named := range []bool{false, true} { // a role file bears the agent's name
			for _, d := range docs {
				if d.Stem == stem || named && d.Name == stem && !strings.HasSuffix(d.Stem, ".compact") {
					return d
				}
			}
		}
	}
	return model.Document{Stem: base}
}
