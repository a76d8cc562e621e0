package tui

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// sources is every file of the screen that is no test, with its imports.
func sources(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		out[path] = []string{}
		for _, i := range f.Imports {
			name, _ := strconv.Unquote(i.Path.Value)
			out[path] = append(out[path], name)
		}
		return nil
	})
	if err != nil || len(out) < 20 {
		t.Fatalf("%d files, %v", len(out), err)
	}
	return out
}

// The screen does no I/O of its own, and knows the model and its libraries only.
func TestImports(t *testing.T) {
	allowed := []string{"toolgrant/model", "toolgrant/tui/", "github.com/charmbracelet/bubbletea", "github.com/charmbracelet/bubbles/",
		"github.com/charmbracelet/lipgloss", "github.com/charmbracelet/huh", "github.com/charmbracelet/x/ansi",
		"github.com/aymanbagabas/go-udiff", "github.com/sahilm/fuzzy", "github.com/muesli/termenv"}
	for path, imports := range sources(t) {
		for _, name := range imports {
			if first, _, _ := strings.Cut(name, "/"); !strings.Contains(first, ".") && first != "toolgrant" {
				switch {
				case name == "os", name == "io/fs", name == "net", strings.HasPrefix(name, "os/"), strings.HasPrefix(name, "net/"):
					t.Errorf("%s imports %s: the screen does no I/O", path, name)
				}
				continue
			}
			ok := false
			for _, a := range allowed {
				ok = ok || name == a || strings.HasSuffix(a, "/") && strings.HasPrefix(name, a)
			}
			if !ok {
				t.Errorf("%s imports %s", path, name)
			}
		}
	}
}

// Colours and borders are named in the theme and nowhere else.
func TestColoursAreInTheTheme(t *testing.T) {
	for path := range sources(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"lipgloss.Color", "lipgloss.AdaptiveColor", "lipgloss.NewStyle", "Foreground(", "Background(", "╭", "│"} {
			if strings.Contains(string(text), word) && !strings.HasPrefix(path, "theme/") {
				t.Errorf("%s holds %s: that belongs to the theme", path, word)
			}
		}
		if n := strings.Count(string(text), "\n"); n > 400 {
			t.Errorf("%s has %d lines", path, n)
		}
	}
}
