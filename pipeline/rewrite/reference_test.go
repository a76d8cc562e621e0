package rewrite

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"toolgrant/model"
)

// TestReference compares the bodies of every agent of a package with what the
// reference's installer made of them. testdata/reference.sh makes the tree;
// TOOLGRANT_REFERENCE names it, and its package folder holds the sources.
func TestReference(t *testing.T) {
	root := os.Getenv("TOOLGRANT_REFERENCE")
	if root == "" {
		t.Skip("TOOLGRANT_REFERENCE is not set; testdata/reference.sh makes the tree it names")
	}
	sources, err := filepath.Glob(filepath.Join(root, "package", "agents", "*.md"))
	if err != nil || len(sources) == 0 {
		t.Fatalf("no sources in %s/package/agents: %v", root, err)
	}
	for _, scope := range []model.Scope{model.GlobalScope, model.LocalScope} {
		for _, h := range hosts() {
			if h.news || scope == model.LocalScope && h.local == "-" {
				continue
			}
			t.Run(string(scope)+"/"+h.id, func(t *testing.T) {
				dir := filepath.Join(root, string(scope), h.id)
				home, project := filepath.Join(dir, "home"), filepath.Join(dir, "project")
				place, agents := h.place(home, project, scope)
				base := home
				if scope == model.LocalScope {
					base = project
				}
				compareAll(t, h, place, sources, filepath.Join(base, agents))
			})
		}
	}
}

func compareAll(t *testing.T, h host, place Place, sources []string, agents string) {
	pass, toml := h.pass(place), CodexTOML(place)
	same, compared := 0, 0
	check := func(stem, artifact, want, got string) {
		compared++
		if h.same(artifact, got, place) {
			same++
			return
		}
		want = strings.NewReplacer(h.deviations(place)...).Replace(want)
		t.Errorf("%s: body differs\n%s", stem, firstDifference(want, got))
	}
	for _, source := range sources {
		stem, text := strings.TrimSuffix(filepath.Base(source), ".md"), bodyOf(read(t, source))
		if h.id == "kimi" && strings.HasSuffix(stem, ".compact") {
			continue // one prompt for both, made of the long form
		}
		ext := h.ext
		if ext == "" {
			ext = ".md"
		}
		artifact := read(t, filepath.Join(agents, stem+ext))
		check(stem, artifact, bodyOf(artifact), pass.Apply(text))
		if h.id == "codex" && !strings.HasSuffix(stem, ".compact") {
			want := instructionsOf(read(t, filepath.Join(agents, stem+".toml")))
			check(stem+".toml", want, want, Trim(toml.Apply(text)))
		}
	}
	t.Logf("%d of %d bodies identical", same, compared)
}
