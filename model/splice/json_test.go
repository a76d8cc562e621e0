package splice

import (
	"errors"
	"strings"
	"testing"
)

func TestPutJSONKeepsTheLayoutItFinds(t *testing.T) {
	for _, c := range []struct {
		name, in string
		path     []string
		value    any
		want     string
	}{
		{"two spaces", "{\n  \"a\": 1\n}\n", []string{"b"}, 2, "{\n  \"a\": 1,\n  \"b\": 2\n}\n"},
		{"tabs and CRLF, no final newline", "{\r\n\t\"a\": 1\r\n}", []string{"b", "c"}, true, "{\r\n\t\"a\": 1,\r\n\t\"b\": {\r\n\t\t\"c\": true\r\n\t}\r\n}"},
		{"one line, compact", `{"a":1,"s":{}}`, []string{"s", "x"}, []string{"p", "q"}, `{"a":1,"s":{"x":["p","q"]}}`},
		{"one line, padded", `{ "a": 1 }`, []string{"b"}, "x", `{ "a": 1, "b": "x" }`},
		{"trailing comma", "{\n  \"a\": 1, // why\n}\n", []string{"b"}, 2, "{\n  \"a\": 1, // why\n  \"b\": 2,\n}\n"},
		{"comment behind the last member", "{\n  \"a\": 1 // why\n  // end\n}\n", []string{"b"}, 2, "{\n  \"a\": 1, // why\n  // end\n  \"b\": 2\n}\n"},
		{"empty object of a spread file", "{\n  \"s\": {}\n}\n", []string{"s", "x"}, 1, "{\n  \"s\": {\n    \"x\": 1\n  }\n}\n"},
		{"empty root", "{}\n", []string{"a", "b"}, []string{"x"}, "{\n  \"a\": {\n    \"b\": [\"x\"]\n  }\n}\n"},
		{"only a comment", "{\n  // none yet\n}\n", []string{"a"}, 1, "{\n  // none yet\n  \"a\": 1\n}\n"},
		{"byte order mark", "\ufeff{\"a\":1}", []string{"b"}, 2, "\ufeff{\"a\":1,\"b\":2}"},
		{"comment that ends the file", "{\"a\": 1} // bye", []string{"b"}, 2, "{\"a\": 1, \"b\": 2} // bye"},
		{"long lists stay long", "{\n  \"l\": [\n    \"x\"\n  ]\n}\n", []string{"m"}, []string{"y"}, "{\n  \"l\": [\n    \"x\"\n  ],\n  \"m\": [\n    \"y\"\n  ]\n}\n"},
		{"dots are part of a key", `{"a.b": 1}`, []string{"a", "b"}, 2, `{"a.b": 1, "a": {"b": 2}}`},
		{"no HTML escapes", `{}`, []string{"c"}, "a && b <c>", "{\n  \"c\": \"a && b <c>\"\n}"},
		{"same meaning is no edit", `{"a": "\u0041"}`, []string{"a"}, "A", `{"a": "\u0041"}`},
		{"object member by member", "{\n  \"d\": { \"x\": 1, /* y */ \"y\": 2 }\n}", []string{"d"}, map[string]any{"y": 3, "z": 4}, "{\n  \"d\": { /* y */ \"y\": 3, \"z\": 4 }\n}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := PutJSON([]byte(c.in), c.path, c.value)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestPutJSONSplicesOnlyTheElementsThatDiffer(t *testing.T) {
	spread := "[\n  \"a\", // first\n  // about b\n  \"b\",\n  \"c\" // last\n]"
	for _, c := range []struct {
		name, in string
		value    []string
		want     string
	}{
		{"one more", spread, []string{"a", "b", "c", "d"}, "[\n  \"a\", // first\n  // about b\n  \"b\",\n  \"c\", // last\n  \"d\"\n]"},
		{"one in the middle", spread, []string{"a", "x", "b", "c"}, "[\n  \"a\", // first\n  \"x\",\n  // about b\n  \"b\",\n  \"c\" // last\n]"},
		{"one in front", spread, []string{"x", "a", "b", "c"}, "[\n  \"x\",\n  \"a\", // first\n  // about b\n  \"b\",\n  \"c\" // last\n]"},
		{"first goes", spread, []string{"b", "c"}, "[ // first\n  // about b\n  \"b\",\n  \"c\" // last\n]"},
		{"last goes", spread, []string{"a", "b"}, "[\n  \"a\", // first\n  // about b\n  \"b\" // last\n]"},
		{"one line, first goes", `["a", "b"]`, []string{"b"}, `["b"]`},
		{"one line, all change", `["a", "b"]`, []string{"c"}, `["c"]`},
		{"one line, in front", `[ "a" ]`, []string{"x", "a"}, `[ "x", "a" ]`},
		{"one line, middle goes", `["a", "b", "c"]`, []string{"a", "c"}, `["a", "c"]`},
		{"all go", "[\n  \"a\"\n]", []string{}, `[]`},
		{"trailing comma", "[\n\t\"a\",\n\t\"b\",\n]", []string{"a"}, "[\n\t\"a\",\n]"},
		{"new order", `["a", "b", "c"]`, []string{"c", "a", "b"}, `["c", "a", "b"]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := PutJSON([]byte(`{"l":`+c.in+`}`), []string{"l"}, c.value)
			if err != nil {
				t.Fatal(err)
			}
			if want := `{"l":` + c.want + `}`; string(got) != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestDropJSON(t *testing.T) {
	for _, c := range []struct {
		name, in string
		path     []string
		prune    bool
		want     string
	}{
		{"last", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", []string{"b"}, false, "{\n  \"a\": 1\n}\n"},
		{"first", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", []string{"a"}, false, "{\n  \"b\": 2\n}\n"},
		{"first on one line", `{"a":1, "b":2}`, []string{"a"}, false, `{"b":2}`},
		{"only one", `{"s": { "a": 1 }}`, []string{"s", "a"}, false, `{"s": { }}`},
		{"with its parents", "{\n  \"x\": 1,\n  \"s\": {\n    \"t\": {\n      \"a\": 1\n    }\n  }\n}", []string{"s", "t", "a"}, true, "{\n  \"x\": 1\n}"},
		{"a comment holds the parent", `{"s": {/* mine */ "a": 1}}`, []string{"s", "a"}, true, `{"s": {/* mine */}}`},
		{"the root stays", "{\n  \"a\": 1\n}\n", []string{"a"}, true, "{}\n"},
		{"not there", `{"a": 1}`, []string{"b", "c"}, true, `{"a": 1}`},
		{"behind a line comment", "{\"a\": 1, // c\n \"b\": 2}", []string{"b"}, false, "{\"a\": 1 // c\n}"},
		{"comment before the comma", "{\"a\": 1 /* x */, \"b\": 2}", []string{"a"}, false, "{ /* x */ \"b\": 2}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := DropJSON([]byte(c.in), c.path, c.prune)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestKeepLeavesWhatIsThere(t *testing.T) {
	in := `{"s": {"a": [ 1.0, {"b" : null} ], "z": 2}}`
	got, err := PutJSON([]byte(in), []string{"s"}, Object{{"a", Keep{}}, {"n", "x"}})
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"s": {"a": [ 1.0, {"b" : null} ], "n": "x"}}`; string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if _, err := PutJSON([]byte(`{}`), []string{"s"}, Object{{"a", Keep{}}}); err == nil {
		t.Error("keeping what is not there must be an error")
	}
}

func TestJSONRefusals(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
	}{
		{"empty", "", "is empty"},
		{"white space", " \n", "is empty"},
		{"byte order mark alone", "\ufeff", "is empty"},
		{"truncated", "{\n  \"a\": {\"b", "2:11: is not valid JSON: it ends too early"},
		{"two values", "{\"a\":1}{\"b\":2}\n", "1:8: is not valid JSON"},
		{"invalid UTF-8", "{\n\"\u00e4\xff\": 1}", "2:3: holds a byte (0xff) that is not valid UTF-8"},
		{"root list", "[]\n", "1:1: the whole text is an array where an object is expected"},
		{"root text", "\"hello\"", "the whole text is a string where an object is expected"},
		{"list on the path", `{"s":[]}`, `1:6: "s" is an array where an object is expected`},
		{"null on the path", `{"s":null}`, `"s" is null where an object is expected`},
		{"key twice", "{\"s\":{},\n\"s\":{}}", `2:1: the key "s" is there twice, first in line 1`},
		{"key twice, escaped", `{"s":{},"\u0073":{}}`, `the key "s" is there twice`},
		{"deep", `{"s":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + "}", "is nested more than 1000 levels deep"},
		{"large", strings.Repeat(" ", 40<<20), "has 41943040 bytes, more than the 33554432 that are read"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for op, edit := range map[string]func() ([]byte, error){
				"put":  func() ([]byte, error) { return PutJSON([]byte(c.in), []string{"s", "x"}, 1) },
				"drop": func() ([]byte, error) { return DropJSON([]byte(c.in), []string{"s", "x"}, true) },
			} {
				got, err := edit()
				var f Fault
				if got != nil || !errors.As(err, &f) || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s: got %q, %v; want a Fault with %q", op, got, err, c.want)
				}
			}
		})
	}
	if _, err := PutJSON([]byte("{}"), []string{"a"}, "\xff"); err == nil {
		t.Error("a value that is not UTF-8 must be refused")
	}
	if _, err := PutJSON([]byte("{}"), []string{"\xff"}, 1); err == nil {
		t.Error("a key that is not UTF-8 must be refused")
	}
}
