package splice

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The cases are files that broke other programs. Each server is put where a host
// keeps its servers, and taken away again.
var docsServer = Object{{"command", "docs-server"}, {"args", []string{"--stdio"}}}

func readCase(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "json", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestCasesThatAreEditedAndGivenBack(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		// Comments, trailing commas, big integers, a file without a new line at its end.
		{"CF01.json", "    \"docs\": { \"command\": \"docs-server\" },\n    \"ours\": {\n      \"command\": \"docs-server\",\n      \"args\": [\"--stdio\"]\n    },\n  },\n}\n"},
		{"CF02.json", `{"docs":{"command":"docs-server"},"ours":{"command":"docs-server","args":["--stdio"]}},"theme":"dark"}`},
		{"CF04-entry-null.json", `"ok":{"command":"x"},"ours":{"command":"docs-server","args":["--stdio"]}}}`},
		{"CF05.json", "    \"mcpServers\": {\n        \"ours\": {\n            \"command\": \"docs-server\",\n            \"args\": [\"--stdio\"]\n        }\n    }\n}\n"},
		{"CF10-oneline.json", `{"theme":"dark","mcpServers":{"ours":{"command":"docs-server","args":["--stdio"]}}}`},
		{"CF10-crlf-tabs.json", "\t\t},\r\n\t\t\"ours\": {\r\n\t\t\t\"command\": \"docs-server\",\r\n\t\t\t\"args\": [\"--stdio\"]\r\n\t\t}\r\n\t}\r\n}"},
	} {
		t.Run(strings.TrimSuffix(c.file, ".json"), func(t *testing.T) {
			data := readCase(t, c.file)
			path := []string{"mcpServers", "ours"}
			put, err := PutJSON(data, path, docsServer)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(strings.TrimSuffix(string(put), "\n"), strings.TrimSuffix(c.want, "\n")) {
				t.Errorf("got\n%s\nwhich does not end in\n%s", put, c.want)
			}
			back, err := DropJSON(put, path, false)
			if err != nil || !bytes.Equal(back, data) {
				t.Errorf("the bytes did not come back: %v\n%s", err, back)
			}
		})
	}
}

func TestCasesThatAreRefused(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"CF04-null.json", `1:15: "mcpServers" is null where an object is expected`},
		{"CF04-array.json", `1:15: "mcpServers" is an array where an object is expected`},
		{"CF04-root-array.json", "1:1: the whole text is an array where an object is expected"},
		{"CF04-string.json", "1:1: the whole text is a string where an object is expected"},
		{"CF04-space.json", "is empty"},
		{"CF04-empty.json", "is empty"},
		{"CF08-empty.json", "is empty"},
		{"CF08-truncated.json", "1:29: is not valid JSON: it ends too early"},
		{"CF08-concat.json", "1:8: is not valid JSON"},
	} {
		t.Run(strings.TrimSuffix(c.file, ".json"), func(t *testing.T) {
			got, err := PutJSON(readCase(t, c.file), []string{"mcpServers", "ours"}, docsServer)
			var f Fault
			if got != nil || !errors.As(err, &f) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %q, %v; want a Fault with %q", got, err, c.want)
			}
		})
	}
}

// An entry that is there is changed field by field: what others put into it stays.
func TestCF13(t *testing.T) {
	got, err := PutJSON(readCase(t, "CF13.json"), []string{"mcpServers", "docs", "command"}, "new")
	want := `{"mcpServers":{"docs":{"command":"new","args":["--x"],"env":{"TOKEN":"${DOCS_TOKEN}"},"disabled":false}}}` + "\n"
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
	got, err = PutJSON(got, []string{"mcpServers", "docs"}, Object{{"command", "newer"}, {"args", Keep{}}, {"env", Keep{}}, {"disabled", Keep{}}})
	if want = strings.Replace(want, `"new"`, `"newer"`, 1); err != nil || string(got) != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
}

// Putting again is nothing, and copies of one entry collapse without touching others.
func TestCF16(t *testing.T) {
	data := readCase(t, "CF16.json")
	path := []string{"hooks", "SessionStart"}
	node, _, err := GetJSON(data, path)
	if err != nil {
		t.Fatal(err)
	}
	all := node.Any().([]any)
	got, err := PutJSON(data, path, all)
	if err != nil || !bytes.Equal(got, data) {
		t.Errorf("writing what is there changed it: %v\n%s", err, got)
	}
	got, err = PutJSON(data, path, []any{all[1], all[2]})
	want := strings.Replace(string(data), `{"matcher":"","hooks":[{"type":"command","command":"/old/bin/grants hook"}]},`, "", 1)
	if err != nil || string(got) != want {
		t.Errorf("got\n%s, %v\nwant\n%s", got, err, want)
	}
}

// A file of 20 MB is edited with one parse before and one after. It takes a second on
// a quiet machine; what is checked is that the bytes are intact.
func TestCF14LargeFile(t *testing.T) {
	if testing.Short() {
		t.Skip("20 MB")
	}
	line := `"line 1234567",`
	history := `{"history":[` + strings.Repeat(line, 1_400_000) + `"end"],"mcpServers":{}}` + "\n"
	got, err := PutJSON([]byte(history), []string{"mcpServers", "ours"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.TrimSuffix(history, "{}}\n") + `{"ours":1}}` + "\n"; string(got) != want {
		t.Errorf("the end is %q", got[len(got)-40:])
	}
}
