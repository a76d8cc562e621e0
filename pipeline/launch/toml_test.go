package launch

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"pgregory.net/rapid"
)

// parse reads a value as Codex would, with a library that is not ours.
func parse[T any](t interface{ Fatalf(string, ...any) }, value string) T {
	var doc struct{ V T }
	if strings.ContainsAny(value, "\n\r") {
		t.Fatalf("more than one line: %q", value)
	}
	if err := toml.Unmarshal([]byte("V="+value), &doc); err != nil {
		t.Fatalf("%s: %v", value, err)
	}
	return doc.V
}

// hostile draws text that is likely to break out of a quoted value.
func hostile() *rapid.Generator[string] {
	piece := rapid.OneOf(rapid.SampledFrom([]string{
		`"`, `\`, `"""`, "'", "\n", "\r\n", "\t", "\x00", "\x1b", "\x7f", "\u0085", "\u2028", "]", "}", "=", ",", "#", ".", `\u0041`,
		"sandbox_mode=\"danger-full-access\"", "é", "😀", " ", "${HOME}", "$(x)",
	}), rapid.String())
	return rapid.Map(rapid.SliceOfN(piece, 0, 6), func(p []string) string { return strings.Join(p, "") })
}

func TestTOMLParsesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := hostile().Draw(t, "string")
		if got := parse[string](t, tomlString(s)); got != s {
			t.Fatalf("string: got %q, want %q", got, s)
		}
		list := rapid.SliceOf(hostile()).Draw(t, "list")
		if got := parse[[]string](t, tomlArray(list)); !slices.Equal(got, list) {
			t.Fatalf("array: got %q, want %q", got, list)
		}
		value := hostile().Draw(t, "value")
		env := parse[map[string]string](t, tomlEnv([]Variable{{envURL, value}, {envChannel, s}}))
		if want := map[string]string{envURL: value, envChannel: s}; !maps.Equal(env, want) {
			t.Fatalf("env: got %q, want %q", env, want)
		}
		type entry struct {
			Enabled bool
			Command string
			URL     string
		}
		off, err := switchedOff(Server{Name: s, URL: value})
		if err != nil {
			t.Fatal(err)
		}
		table := parse[map[string]entry](t, "{"+off+"}")
		want := entry{Command: inert}
		if value != "" {
			want = entry{URL: value}
		}
		if len(table) != 1 || table[s] != want {
			t.Fatalf("table: got %+v, want %q = %+v", table, s, want)
		}
	})
}

func TestTOMLSpelling(t *testing.T) {
	tests := map[string]string{
		``:                 `""`,
		`C:\dir\new`:       `"C:\\dir\\new"`,
		"\b\t\n\f\r":       `"\b\t\n\f\r"`,
		"\x00\x1f\x7f":     `"\u0000\u001F\u007F"`,
		"it's é \u0085 😀":  `"it's é ` + "\u0085" + ` 😀"`,
		`"=" # not a note`: `"\"=\" # not a note"`,
	}
	for in, want := range tests {
		if got := tomlString(in); got != want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
	}
}

// A value that was taken from somewhere else and tries to add keys of its own.
func TestValuesDoNotInjectKeys(t *testing.T) {
	data, err := os.ReadFile("testdata/cx07.json")
	if err != nil {
		t.Fatal(err)
	}
	var file map[string]struct {
		Command string
		Args    []string
		Env     map[string]string
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	docs := file["docs"]
	overrides := define(attached{ID: "docs", Command: docs.Command, Args: docs.Args, Env: []Variable{{"K", docs.Env["K"]}}})
	if len(overrides) != 6 {
		t.Fatalf("%d arguments, want one -c and one value for command, args and env: %q", len(overrides), overrides)
	}
	var got []string
	for i := 1; i < len(overrides); i += 2 {
		key, value, _ := strings.Cut(overrides[i], "=")
		got = append(got, key)
		parse[any](t, value)
	}
	if want := []string{"mcp_servers.docs.command", "mcp_servers.docs.args", "mcp_servers.docs.env"}; !slices.Equal(got, want) {
		t.Errorf("keys %q, want %q", got, want)
	}
	_, command, _ := strings.Cut(overrides[1], "=")
	if got := parse[string](t, command); got != docs.Command {
		t.Errorf("command %q, want %q", got, docs.Command)
	}
	_, args, _ := strings.Cut(overrides[3], "=")
	if got := parse[[]string](t, args); !slices.Equal(got, docs.Args) {
		t.Errorf("args %q, want %q", got, docs.Args)
	}
}
