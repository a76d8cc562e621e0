package rewrite

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"toolgrant/model"
)

var update = flag.Bool("update", false, "write testdata/bodies anew")

// TestBodies holds, per host, what becomes of a document with every construct that a
// rule looks at, in both scopes. TestGolden shows that these are the reference's
// bodies but for the listed deviations; the files here need nothing from outside.
func TestBodies(t *testing.T) {
	source := bodyOf(read(t, filepath.Join("testdata", "bodies", "source.md")))
	for _, h := range hosts() {
		t.Run(h.id, func(t *testing.T) {
			got := new(txtar.Archive)
			for _, scope := range []model.Scope{model.GlobalScope, model.LocalScope} {
				if scope == model.LocalScope && h.local == "-" {
					continue
				}
				place, _ := h.place("/home/u", "/srv/project", scope)
				body := h.pass(place).Apply(source)
				got.Files = append(got.Files, txtar.File{Name: string(scope), Data: []byte(body)})
				if h.id == "codex" {
					toml := CodexTOML(place).Apply(source)
					got.Files = append(got.Files, txtar.File{Name: string(scope) + ".toml", Data: []byte(toml)})
				}
			}
			path := filepath.Join("testdata", "bodies", h.id+".txtar")
			if *update {
				if err := os.WriteFile(path, txtar.Format(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want := read(t, path); want != string(txtar.Format(got)) {
				t.Errorf("%s\n%s", path, firstDifference(want, string(txtar.Format(got))))
			}
		})
	}
}

// benchBody is a body of some 20 kB: the document with every construct, and prose that
// is as full of punctuation as instructions for an agent are.
func benchBody(t testing.TB) string {
	const prose = "2. **Verify (again):** run `go test ./...` in each package, note: failures of step 1 come first;\n" +
		"   read {phase_dir}/PLAN.md and the files it names. See [the list](docs/list.md) — \"none\" is an answer.\n"
	body := bodyOf(read(t, filepath.Join("testdata", "bodies", "source.md")))
	return body + strings.Repeat(prose, (20_000-len(body))/len(prose))
}
