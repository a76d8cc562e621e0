package splice

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tailscale/hujson"
)

// FuzzParseJSON holds the parser against hujson: both accept the same texts and read
// the same values, but for a line comment at the very end, which hujson wants closed,
// and what ParseJSON documents that it refuses.
func FuzzParseJSON(f *testing.F) {
	seeds(f)
	for _, text := range []string{
		`[01]`, `[1.]`, `[-]`, `[1e]`, `[1E+2,-0.0]`, `"\u12g4"`, `"\x"`, "\"\t\"", `[1,,2]`, `{"a" 1}`, `{1:2}`, `{,}`, `nul`, `truee`,
		"// \u2028\n{}", "/*/ {}", "/**/{}", "{}/", "{} x", `["\ud800"]`, "[\"\u2028\"]", "{\"a\":1,\"a\":2}",
	} {
		f.Add([]byte(text), "a", "b")
	}
	f.Fuzz(func(t *testing.T, data []byte, _, _ string) {
		d, err := ParseJSON(data)
		v, oracle := hujson.Parse(slices.Clone(data))
		if err != nil {
			f, _ := errors.AsType[Fault](err)
			ours := strings.Contains(f.Problem, "nested more than") || strings.Contains(f.Problem, "not valid UTF-8")
			if oracle == nil && !ours {
				t.Fatalf("%q: only we refuse it: %v", data, err)
			}
			return
		}
		body := d.body
		if oracle != nil || d.bom != "" {
			if v, oracle = hujson.Parse(append(slices.Clone(body), '\n')); oracle != nil {
				t.Fatalf("%q: only we accept it: %v", data, oracle)
			}
		}
		v.Standardize()
		var want, got any
		if err := json.Unmarshal(v.Pack(), &want); err != nil {
			return // a number out of range
		}
		text, err := json.Marshal(d.Root().Any())
		if err != nil {
			t.Fatalf("%q: %v", data, err)
		}
		wanted, _ := json.Marshal(want)
		if json.Unmarshal(text, &got) != nil {
			return
		}
		if again, _ := json.Marshal(got); string(again) != string(wanted) {
			t.Fatalf("%q: got %s, want %s", data, again, wanted)
		}
	})
}
