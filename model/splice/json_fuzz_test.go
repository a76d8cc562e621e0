package splice

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// seeds are the cases and texts that touch every branch of the layout rules.
func seeds(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("testdata", "json", "*.json"))
	if err != nil || len(files) == 0 {
		f.Fatal("the cases are missing", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, "mcpServers", "ours")
	}
	for _, text := range []string{
		`{}`, `{ }`, "{\n}", "{ // c\n}", "{/* c */}", `{"a":1,}`, "{\"a\": {\"b\": [1, // x\n 2]} , \"c\": 0}",
		"{\"a\":{ // l\r\n\"x\":1 /* y */ , /* z */ }\r\n}\r\n", "{\"a\":{\"b\":1}} // end", "\ufeff{\"a\":{}}",
	} {
		f.Add([]byte(text), "a", "b")
	}
}

func FuzzPutJSON(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte, outer, inner string) {
		path := []string{outer, inner}
		before := slices.Clone(data)
		put, err := PutJSON(data, path, []string{"x", "y"})
		if !slices.Equal(before, data) {
			t.Fatal("the caller's bytes changed")
		}
		if err != nil {
			return
		}
		node, ok, err := GetJSON(put, path)
		if err != nil || !ok || len(node.Items()) != 2 || node.Items()[1].Text() != "y" {
			t.Fatalf("%q put into %q gives %q", path, data, put)
		}
		if json.Valid(data) && !json.Valid(put) {
			t.Fatalf("strict JSON %q became %q", data, put)
		}
		if again, err := PutJSON(put, path, []string{"x", "y"}); err != nil || !slices.Equal(again, put) {
			t.Fatalf("put twice: %q, then %q, %v", put, again, err)
		}
		d, err := ParseJSON(data)
		if err != nil {
			t.Fatal("a broken text was edited")
		}
		trail, err := d.trail(path)
		if err != nil || len(trail) > 2 {
			return // something was there and is replaced
		}
		drop := path[:len(trail)]
		if back, err := DropJSON(put, drop, false); err != nil || !slices.Equal(back, data) {
			t.Fatalf("before %q\nput    %q\nafter  %q, %v", data, put, back, err)
		}
	})
}

func FuzzDropJSON(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte, outer, inner string) {
		for _, prune := range []bool{false, true} {
			got, err := DropJSON(data, []string{outer, inner}, prune)
			if err != nil {
				continue
			}
			if _, ok, err := GetJSON(got, []string{outer, inner}); ok || err != nil {
				t.Fatalf("%q: %q is still in %q, %v", data, inner, got, err)
			}
			if json.Valid(data) && !json.Valid(got) {
				t.Fatalf("strict JSON %q became %q", data, got)
			}
		}
	})
}
