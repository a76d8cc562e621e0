// Package toolgrant_test holds what is true of the whole tree: who may import whom.
package toolgrant_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A rule is what one package, and those below it that have no row of their own, may
// import. A package without a rule fails the test: a new one needs a decision.
type rule struct {
	ours   string // packages of this module, blank separated
	others string // modules of others, by prefix
	pure   bool   // no os, io/fs, net, os/exec, syscall
	clean  bool   // standard library only
}

// rules is the picture of ARCHITECTURE.md as data.
func rules() map[string]rule {
	return map[string]rule{
		"model":             {clean: true, pure: true},
		"model/splice":      {ours: "model", others: "gopkg.in/yaml.v3 github.com/tailscale/hujson", pure: true},
		"config":            {ours: "model model/splice"},
		"agents":            {ours: "model model/splice", others: "gopkg.in/yaml.v3"},
		"agents/manifest":   {ours: "model model/splice agents"},
		"agents/peerbridge": {ours: "model model/splice agents agents/manifest agents/peerbridge/*", others: "github.com/gofrs/flock golang.org/x/sys golang.org/x/text github.com/modelcontextprotocol/go-sdk"},
		"pipeline":          {ours: "model agents agents/manifest pipeline/rewrite", others: "golang.org/x/sync golang.org/x/text", pure: true},
		"pipeline/rewrite":  {ours: "model", pure: true},
		"pipeline/install":  {ours: "model", others: "github.com/gofrs/flock golang.org/x/sys golang.org/x/text"},
		"pipeline/launch":   {ours: "model", others: "github.com/pelletier/go-toml/v2 github.com/aymanbagabas/go-udiff golang.org/x/sys"},
		"pipeline/servers":  {ours: "model model/splice", others: "github.com/modelcontextprotocol/go-sdk github.com/pelletier/go-toml/v2 github.com/tailscale/hujson gopkg.in/yaml.v3 golang.org/x/sync golang.org/x/sys github.com/sahilm/fuzzy github.com/google/renameio/v2 github.com/gofrs/flock"},
		"tui":               {ours: "model tui/*", others: "github.com/charmbracelet github.com/aymanbagabas/go-udiff github.com/sahilm/fuzzy github.com/muesli/termenv github.com/mattn/go-runewidth github.com/rivo/uniseg", pure: true},
		"cmd/toolgrant":     {ours: "*", others: "github.com/spf13 golang.org/x github.com/aymanbagabas/go-udiff github.com/charmbracelet github.com/modelcontextprotocol/go-sdk"},
	}
}

func TestImports(t *testing.T) {
	table := rules()
	fset := token.NewFileSet()
	err := filepath.WalkDir(".", func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := e.Name(); e.IsDir() && (name == "testdata" || strings.HasPrefix(name, ".") && name != ".") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		pkg := path.Dir(filepath.ToSlash(file))
		r, ok := ruleOf(table, pkg)
		if !ok {
			t.Errorf("%s: the package has no row in rules(); decide what it may import", pkg)
			return nil
		}
		f, err := parser.ParseFile(fset, file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range f.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if why := r.forbids(pkg, imported); why != "" {
				t.Errorf("%s: %s", fset.Position(spec.Pos()), why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// ruleOf is the row of a package or of the nearest package above it.
func ruleOf(table map[string]rule, pkg string) (rule, bool) {
	for p := pkg; p != "."; p = path.Dir(p) {
		if r, ok := table[p]; ok {
			return r, true
		}
	}
	return rule{}, false
}

func (r rule) forbids(pkg, imported string) string {
	first, _, _ := strings.Cut(imported, "/")
	switch {
	case first == "toolgrant":
		rel := strings.TrimPrefix(imported, "toolgrant/")
		if r.clean || !matches(strings.Fields(r.ours), rel) && !strings.HasPrefix(rel, pkg+"/") {
			return pkg + " may not import " + rel
		}
	case strings.Contains(first, "."):
		if r.clean || !matches(strings.Fields(r.others), imported) {
			return pkg + " may not import " + imported
		}
	case r.pure && slices.Contains([]string{"os", "io/fs", "net", "os/exec", "syscall", "net/http"}, imported):
		return pkg + " does no I/O, so it may not import " + imported
	}
	return ""
}

func matches(allowed []string, name string) bool {
	return slices.ContainsFunc(allowed, func(a string) bool {
		base, wild := strings.CutSuffix(a, "*")
		return a == name || wild && strings.HasPrefix(name, base) || strings.Contains(a, ".") && strings.HasPrefix(name, a+"/")
	})
}
