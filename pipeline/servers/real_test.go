package servers

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"toolgrant/model"
)

// The reference servers of the protocol, where somebody has installed them: the
// variable names a folder with node_modules in it.
func TestProbeRealServers(t *testing.T) {
	dir := os.Getenv("TOOLGRANT_MCP_SERVERS")
	node, err := exec.LookPath("node")
	if dir == "" || err != nil {
		t.Skip("TOOLGRANT_MCP_SERVERS names no folder, or there is no node")
	}
	bin := func(name string) string {
		return filepath.Join(dir, "node_modules", "@modelcontextprotocol", "server-"+name, "dist", "index.js")
	}
	home := t.TempDir()
	memory := filepath.Join(home, "memory.jsonl")
	l := homeWith(t, map[string]any{
		"everything": map[string]any{"command": node, "args": []string{bin("everything"), "stdio"}},
		"filesystem": map[string]any{"command": node, "args": []string{bin("filesystem"), home}},
		"memory":     map[string]any{"command": node, "args": []string{bin("memory")}, "env": map[string]string{"MEMORY_FILE_PATH": memory}},
	})
	want := map[string][]string{
		"everything": {"echo", "get-sum"},
		"filesystem": {"read_text_file", "write_file", "list_directory"},
		"memory":     {"create_entities", "read_graph"},
	}
	servers, notes := l.ProbeAll(t.Context(), Options{Timeout: time.Minute}, nil)
	for _, n := range notes {
		t.Logf("%s: %s", n.Code, n.Problem)
	}
	for _, s := range servers {
		t.Logf("%s: %s, %d tools: %q", s.Name, s.State, len(s.Tools), s.ToolNames())
		if s.State != model.Answered {
			t.Errorf("%s: %s", s.Name, s.Problem)
		}
		for _, tool := range want[s.Name] {
			if !slices.Contains(s.ToolNames(), tool) {
				t.Errorf("%s lists no %s", s.Name, tool)
			}
		}
	}
}
