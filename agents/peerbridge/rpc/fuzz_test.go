package rpc

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// FuzzSession feeds any bytes. The session lives to the end, every line that goes out
// is a message, and the tool has run only for lines that named it with an id.
func FuzzSession(f *testing.F) {
	f.Fuzz(func(t *testing.T, in []byte) {
		s := newSession()
		var out bytes.Buffer
		if err := s.Serve(t.Context(), bytes.NewReader(in), &out); err != nil {
			t.Fatalf("%q ended the session: %v", in, err)
		}
		for line := range strings.Lines(out.String()) {
			var m map[string]json.RawMessage
			if err := json.Unmarshal([]byte(line), &m); err != nil || string(m["jsonrpc"]) != `"2.0"` || m["id"] == nil || (m["result"] == nil) == (m["error"] == nil) {
				t.Fatalf("%q was answered with %q", in, line)
			}
		}
		if most := bytes.Count(in, []byte("\n")); strings.Count(out.String(), "\n") > most {
			t.Fatalf("more answers than lines: %q", out.String())
		}
		granted := 0
		for line := range bytes.Lines(in) {
			// An escape may spell either name; then this counts a line too many at worst.
			if bytes.Contains(bytes.ToLower(line), []byte(`"id"`)) && bytes.Contains(line, []byte("search")) || bytes.Contains(line, []byte(`\u`)) {
				granted++
			}
		}
		if s.calls > granted {
			t.Fatalf("%q ran the tool %d times", in, s.calls)
		}
	})
}
