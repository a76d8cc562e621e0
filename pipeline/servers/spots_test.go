package servers

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"toolgrant/model"
)

// Variables that hosts let their folders be moved by; each wins over the default.
func TestSpotsMoveWithVariables(t *testing.T) {
	const claude = `{"mcpServers":{"s":{"command":"x"}}}`
	const open = `{"mcp":{"s":{"type":"local","command":["x"]}}}`
	tests := []struct{ variable, value, file, text, host string }{
		{"CLAUDE_CONFIG_DIR", "m", "m/.claude.json", claude, "claude"},
		{"CODEX_HOME", "m", "m/config.toml", "[mcp_servers.s]\ncommand='x'\n", "codex"},
		{"XDG_CONFIG_HOME", "m", "m/opencode/opencode.json", open, "opencode"},
		{"XDG_CONFIG_HOME", "m", "m/kilo/kilo.jsonc", open, "kilo"},
		{"XDG_CONFIG_HOME", "m", "m/crush/crush.json", `{"mcp":{"s":{"command":"x"}}}`, "crush"},
		{"XDG_CONFIG_HOME", "m", "m/Code/User/mcp.json", `{"servers":{"s":{"command":"x"}}}`, "vscode"},
		{"OPENCODE_CONFIG", "m/any.jsonc", "m/any.jsonc", open, "opencode"},
		{"OPENCODE_CONFIG_DIR", "m", "m/opencode.json", open, "opencode"},
		{"COPILOT_HOME", "m", "m/mcp-config.json", claude, "copilot"},
		{"GEMINI_CLI_HOME", "m", "m/.gemini/settings.json", claude, "gemini"},
		{"QWEN_HOME", "m", "m/settings.json", claude, "qwen"},
		{"KIMI_CODE_HOME", "m", "m/mcp.json", claude, "kimi-code"},
		{"CRUSH_GLOBAL_CONFIG", "m", "m/crush.json", `{"mcp":{"s":{"command":"x"}}}`, "crush"},
		{"PI_CODING_AGENT_DIR", "m", "m/mcp.json", claude, "pi"},
		{"HERMES_HOME", "m", "m/config.yaml", "mcp_servers:\n  s: {command: x}\n", "hermes"},
	}
	for _, tt := range tests {
		root := t.TempDir()
		write(t, filepath.Join(root, tt.file), tt.text)
		w := Where{Home: filepath.Join(root, "home"), OS: "linux", Env: func(name string) string {
			if name == tt.variable {
				return filepath.Join(root, tt.value)
			}
			return ""
		}}
		l, notes := Discover(w)
		s := l.Servers()
		if len(s) != 1 || s[0].Asked().Host != tt.host || s[0].Asked().File != filepath.Join(root, tt.file) || len(notes) > 0 {
			t.Errorf("%s=%s: found %+v, notes %v", tt.variable, tt.file, s, notes)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Shapes that are no maps of servers, and files that are no files: each is said with
// its place, and the good servers beside it are still found (case CF04).
func TestOddFiles(t *testing.T) {
	tests := []struct{ name, file, text, said string }{
		{"null", ".claude.json", `{"mcpServers":null}`, "mcpServers is null where an object is expected"},
		{"array", ".claude.json", `{"mcpServers":[]}`, "mcpServers is an array where an object is expected"},
		{"string", ".claude.json", `"hello"`, "the file is a string where an object is expected"},
		{"root", ".claude.json", `[]`, "the file is an array where an object is expected"},
		{"empty", ".claude.json", ``, "is empty"},
		{"blank", ".claude.json", "  \n", "is empty"},
		{"entry", ".claude.json", `{"mcpServers":{"docs":null}}`, "docs is null where an object is expected"},
		{"deep", ".claude.json", strings.Repeat("[", 100_000), "nested"},
		{"bytes", ".claude.json", "{\"mcpServers\":{\"a\xff\":{}}}", "not valid UTF-8"},
		{"toml twice", ".codex/config.toml", "[mcp_servers.docs]\ncommand='x'\n[mcp_servers.\"docs\"]\ncommand='y'\n", "config.toml:3:2: is not valid TOML"},
		{"toml kind", ".codex/config.toml", "mcp_servers = 3\n", "mcp_servers is a number where an object is expected"},
		{"toml deep", ".codex/config.toml", "a = " + strings.Repeat("[\n", 100_000), "nested"},
		{"yaml", ".hermes/config.yaml", "mcp_servers: {a: \"s3cr3t\n", "is not valid YAML"},
		{"yaml bomb", ".hermes/config.yaml", bomb(), "unfolds into too many values"},
		{"control", ".claude.json", `{"mcpServers":{"a\u001b[31m":{"command":"x"}}}`, "holds characters that cannot be shown"},
		{"long", ".claude.json", `{"mcpServers":{"` + strings.Repeat("a", 300) + `":{"command":"x"}}}`, "is longer than 256 bytes"},
		{"args", ".claude.json", `{"mcpServers":{"a":{"command":"x","args":"s3cr3t"}}}`, "a: the arguments are no list of words"},
		{"blank command", ".claude.json", `{"mcpServers":{"a":{"command":" "}}}`, "a: the command is blank"},
		{"NUL", ".claude.json", `{"mcpServers":{"a":{"command":"x\u0000"}}}`, "a: the command holds a NUL byte"},
		{"folder", ".claude.json/x", "", "is a folder where a file is expected"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := Where{Home: t.TempDir(), OS: "linux"}
			write(t, filepath.Join(w.Home, tt.file), tt.text)
			write(t, filepath.Join(w.Home, ".cursor", "mcp.json"), `{"mcpServers":{"ok":{"command":"x"}}}`)
			l, notes := Discover(w)
			if s := l.Servers(); len(s) != 1 || s[0].Name != "ok" {
				t.Errorf("found %+v", s)
			}
			var said strings.Builder
			for _, n := range notes {
				fmt.Fprintln(&said, n)
				if n.Severity != model.Warning {
					t.Errorf("%s is %s", n, n.Severity)
				}
			}
			if !strings.Contains(said.String(), tt.said) || strings.Contains(said.String(), "s3cr3t") {
				t.Errorf("said %q, want %q", said.String(), tt.said)
			}
		})
	}
}

// bomb is a small YAML text that aliases make huge.
func bomb() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n")
	for i := 1; i < 9; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d]\n", i, i, i-1, i-1, i-1, i-1, i-1, i-1, i-1, i-1)
	}
	return b.String()
}

func TestUnreadable(t *testing.T) {
	w := Where{Home: t.TempDir(), OS: "linux"}
	if err := os.Symlink("/dev/zero", filepath.Join(w.Home, ".claude.json")); err != nil {
		t.Skip(err)
	}
	_, notes := Discover(w)
	if len(notes) != 1 || !strings.Contains(notes[0].Problem, "is no regular file") {
		t.Errorf("notes %v", notes)
	}
}

func TestNothingIsFoundInNothing(t *testing.T) {
	for _, w := range []Where{{}, {Home: t.TempDir()}, {Home: "relative", Project: "relative"}} {
		if l, notes := Discover(w); len(l.Servers()) > 0 || len(notes) > 0 {
			t.Errorf("%+v: found %v, %v", w, l.Servers(), notes)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("json", []byte(`{"mcpServers":{"a":{"command":"x","args":[1,true]}}}`))
	f.Add("toml", []byte("[mcp_servers.a]\ncommand='x'\n[[b]]\nc={d=1}\n"))
	f.Add("yaml", []byte("a: &x [1, {b: *x}]\n"))
	f.Fuzz(func(t *testing.T, lang string, data []byte) {
		n, err := parse(language(lang), data)
		if err != nil {
			return
		}
		for _, m := range n.members {
			readEntry(claudeShape(), m)
		}
	})
}
