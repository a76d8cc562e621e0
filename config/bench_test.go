package config

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"toolgrant/model"
)

// BenchmarkLoadAndEdit reads a file of 1,000 selectors, changes one and makes the new
// bytes, as one press of a key and a save do. The bytes a second compare with those
// of BenchmarkRead, which only reads the file.
func BenchmarkLoadAndEdit(b *testing.B) {
	path := write(b, manySelectors())
	size, _ := os.Stat(path)
	b.SetBytes(size.Size())
	for b.Loop() {
		f, _, err := Load(path, model.Global)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := Edit(f, granted(f, "agent-500", "mcp__new__*")); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEditEverySelector changes all 1,000 selectors in one save.
func BenchmarkEditEverySelector(b *testing.B) {
	f, _, err := Load(write(b, manySelectors()), model.Global)
	if err != nil {
		b.Fatal(err)
	}
	sel := model.Selection{Global: f.Layer}
	for selector := range f.Layer.Tools {
		sel = sel.Grant(model.Global, selector, "mcp__new__*")
	}
	for b.Loop() {
		if _, err := Edit(f, sel.Global); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	path := write(b, manySelectors())
	size, _ := os.Stat(path)
	b.SetBytes(size.Size())
	for b.Loop() {
		if _, err := os.ReadFile(path); err != nil {
			b.Fatal(err)
		}
	}
}

func manySelectors() string {
	var text strings.Builder
	text.WriteString("{\n  \"agent_tools\": {\n")
	for i := range 1000 {
		fmt.Fprintf(&text, "    \"agent-%d\": [\"mcp__docs__*\", \"Bash(git log:*)\", \"mcp__s%d__search\"],\n", i, i)
	}
	text.WriteString("    \"*\": [\"Read\"]\n  }\n}\n")
	return text.String()
}
