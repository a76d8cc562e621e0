package pipeline_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aymanbagabas/go-udiff"
	"github.com/rogpeppe/go-internal/txtar"

	"toolgrant/model"
	"toolgrant/pipeline"
)

var update = flag.Bool("update", false, "write the expected files anew; read them before you keep them")

// TestGoldenRows shows what each host makes of a dozen small documents, as it is and
// enforced, with what a person is told. The expected files were held against the pages
// about the hosts by eye: what changes there is a decision.
func TestGoldenRows(t *testing.T) {
	cases := archive(t, filepath.Join("testdata", "rows", "cases.txtar"))
	for _, row := range pipeline.Runtimes() {
		t.Run(row.ID, func(t *testing.T) {
			file := filepath.Join("testdata", "rows", row.ID+".txtar")
			got := txtar.Format(rowArchive(t, row, cases))
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if string(want) != string(got) {
				t.Errorf("%s is not what the host gets:\n%s", file, udiff.Unified("expected", "is", string(want), string(got)))
			}
		})
	}
}

func archive(t *testing.T, file string) *txtar.Archive {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// rowArchive is one host's file: for each case what went in, what came out and what is
// said of it. Enforced output stands there only where it differs.
func rowArchive(t *testing.T, row pipeline.Row, cases *txtar.Archive) *txtar.Archive {
	out := &txtar.Archive{Comment: []byte(row.Name + ": what becomes of the documents of cases.txtar.\n\n")}
	if row.Convert == nil {
		out.Comment = []byte(row.Name + ": " + row.Tools.Refusal + ".\n")
		return out
	}
	add := func(name, data string) {
		out.Files = append(out.Files, txtar.File{Name: name, Data: []byte(data)})
	}
	catalogue := serversOf(cases)
	for i, f := range cases.Files {
		name, isCase := strings.CutSuffix(f.Name, "/before.md")
		if !isCase {
			continue
		}
		grants := string(cases.Files[i+1].Data)
		add(name+"/before.md", string(f.Data))
		add(name+"/grants", grants)
		doc := document("worker", string(f.Data))
		usual := render(t, row, doc, grantsOf(grants), catalogue)
		enforced := render(t, row, doc, everywhere(grantsOf(grants)), catalogue)
		for _, file := range slices.Sorted(maps.Keys(usual.files)) {
			add(path.Join(name, "default", file), usual.files[file])
		}
		notes := said("", usual.notes)
		if row.Tools.Enforceable {
			if !maps.Equal(usual.files, enforced.files) {
				for _, file := range slices.Sorted(maps.Keys(enforced.files)) {
					add(path.Join(name, "enforced", file), enforced.files[file])
				}
			}
			if said("", enforced.notes) != notes {
				notes += said("enforced ", enforced.notes)
			}
		}
		add(name+"/notes", notes)
	}
	return out
}

// serversOf reads the known servers, a line each: name, then its tools.
func serversOf(cases *txtar.Archive) model.Catalogue {
	var servers []model.Server
	for line := range strings.Lines(string(cases.Files[0].Data)) {
		name, tools, _ := strings.Cut(strings.TrimSpace(line), ": ")
		s := model.Server{Name: name, Probed: time.Unix(1, 0)}
		for _, tool := range strings.Split(tools, ", ") {
			s.Tools = append(s.Tools, model.ServerTool{Name: tool})
		}
		servers = append(servers, s)
	}
	return model.NewCatalogue(servers...)
}

func grantsOf(text string) model.Selection {
	var sel model.Selection
	for line := range strings.Lines(text) {
		selector, tool, _ := strings.Cut(strings.TrimSpace(line), " ")
		sel = sel.Grant(model.Global, selector, tool)
	}
	return sel
}

// said is the notes in a stable order, one a line.
func said(prefix string, notes []model.Note) string {
	var lines []string
	for _, n := range notes {
		lines = append(lines, fmt.Sprintf("%s%s %s: %s\n", prefix, n.Severity, n.Code, n.Problem))
	}
	slices.Sort(lines)
	return strings.Join(slices.Compact(lines), "")
}
