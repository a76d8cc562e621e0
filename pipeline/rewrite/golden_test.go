package rewrite

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"toolgrant/model"
)

// The golden artifacts spell the home and the project of the run like this.
const goldenHome, goldenProject = "__HOME__", "__PROJ__"

// TestGolden compares the bodies of the demonstration agents with what the reference
// made of them in all sets and scopes. The data belong to the specification, which may
// be absent; testdata/bodies holds the part that is ours.
func TestGolden(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "golden")
	if _, err := os.Stat(root); err != nil {
		t.Skip("the specification's golden data are not beside the repository")
	}
	total := 0
	for _, scope := range []model.Scope{model.GlobalScope, model.LocalScope} {
		for _, set := range []string{"plain", "granted", "tuned"} {
			for _, h := range hosts() {
				dir := filepath.Join(root, string(scope), set, h.id)
				if _, err := os.Stat(dir); err != nil {
					continue // a set that this host does not take part in
				}
				t.Run(strings.Join([]string{string(scope), set, h.id}, "/"), func(t *testing.T) {
					total += compareGolden(t, h, scope, dir, filepath.Join(root, "src"), set == "tuned")
				})
			}
		}
	}
	t.Logf("%d bodies identical", total)
}

func compareGolden(t *testing.T, h host, scope model.Scope, dir, sources string, tuned bool) (same int) {
	place, agents := h.place(goldenHome, goldenProject, scope)
	pass, toml := h.pass(place), CodexTOML(place)
	artifacts, err := filepath.Glob(filepath.Join(dir, agents, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range artifacts {
		file := filepath.Base(path)
		stem, ext, _ := strings.Cut(file, ".")
		if compact, ok := strings.CutPrefix(ext, "compact."); ok {
			stem, ext = stem+".compact", compact
		}
		source, known := sourceOf(stem, ext, h)
		if !known {
			continue
		}
		text := bodyOf(composed(read(t, filepath.Join(sources, source))))
		artifact := read(t, path)
		want, got := artifact, ""
		if ext == "toml" {
			want = instructionsOf(artifact)
			got = Trim(toml.Apply(text))
			artifact = want
		} else {
			got = pass.Apply(Attribution(text, h.attribution(tuned)))
		}
		ok := h.same(artifact, got, place)
		if stem == "demo-dashes" {
			// The reference ends this header in the middle of the description.
			ok = strings.HasSuffix(artifact, got)
		}
		if !ok {
			want = strings.NewReplacer(h.deviations(place)...).Replace(want)
			t.Errorf("%s: body differs\n%s", file, firstDifference(want, got))
			continue
		}
		same++
	}
	return same
}

// sourceOf names the source of an artifact and whether its body is text.
func sourceOf(stem, ext string, h host) (string, bool) {
	if ext == "yaml" || h.id == "claude" && stem == "demo-nofm" {
		// The reference puts header lines between the rules of the text without header.
		return "", false
	}
	if stem == "gsd-demo-renamed" {
		stem = "gsd-demo-alias" // named by its name, not by its file
	}
	return stem + ".md", true
}

// attribution is what the tuned set's settings ask for.
func (h host) attribution(tuned bool) model.Attribution {
	switch {
	case tuned && h.id == "claude":
		return model.Attribution{Mode: model.ReplaceAttribution, Value: "Custom Author <custom@example.invalid> $1"}
	case tuned && slices.Contains([]string{"opencode", "kilo"}, h.id):
		return model.Attribution{Mode: model.RemoveAttribution}
	}
	return model.Attribution{}
}

// composed leaves out the section markers, the step before the text rules.
func composed(text string) string {
	lines := strings.SplitAfter(text, "\n")
	fenced := false
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		words := strings.Fields(line)
		return !fenced && len(words) > 2 && words[0] == "<!--" && (words[1] == "gsd:section" || words[1] == "/gsd:section")
	}), "")
}
