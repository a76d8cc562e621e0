package agents

import (
	"slices"
	"testing"
)

func TestServers(t *testing.T) {
	for _, c := range []struct {
		header string
		want   []string
	}{
		{"mcpServers: [docs, my-server]\n", []string{"docs", "my-server"}},
		{"mcpServers:\n  - docs\n  - inl: {command: run}\n", []string{"docs", "inl"}},
		{"mcpServers: {docs: {command: run}}\n", nil},
		{"mcpServers:\n", nil},
		{"mcpServers: docs\n", nil},
		{"mcpServers: [{a: {}, b: {}}, 3]\n", []string{"3"}},
	} {
		d := Parse("x.md", "x", "---\nname: x\ndescription: d\n"+c.header+"---\nWork.\n")
		if !slices.Equal(d.Servers, c.want) {
			t.Errorf("%q names %q, want %q", c.header, d.Servers, c.want)
		}
	}
}
