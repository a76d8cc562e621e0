package splice

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func parse(t *testing.T, text string) *JSON {
	t.Helper()
	d, err := ParseJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestNodesKnowTheirPlaceAndMeaning(t *testing.T) {
	d := parse(t, "\ufeff{\n  \"\u00e4\": [1, \"\\u0041\", null], \"o\": {\"x\": true, \"y\": 1e400}\n}")
	root := d.Root()
	members := root.Members()
	if len(members) != 2 || members[0].Name != "\u00e4" || root.Items() != nil || root.Len() != 2 {
		t.Fatalf("got %v", members)
	}
	if line, column := members[1].Key.Position(); line != 2 || column != 29 {
		t.Errorf("the second key is at %d:%d, want 2:29", line, column)
	}
	want := map[string]any{"\u00e4": []any{json.Number("1"), "A", nil}, "o": map[string]any{"x": true, "y": json.Number("1e400")}}
	if got := root.Any(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for i, kind := range []JSONKind{JSONNumber, JSONString, JSONNull} {
		if got := members[0].Value.Items()[i].Kind(); got != kind {
			t.Errorf("got %s, want %s", got, kind)
		}
	}
	if got := members[1].Value.Text(); got != `{"x": true, "y": 1e400}` {
		t.Errorf("an object as it is written: got %s", got)
	}
	if node, ok, err := d.Get([]string{"o", "z"}); ok || err != nil || !node.Absent() {
		t.Errorf("what is not there: %v %v", ok, err)
	}
	if _, _, err := d.Get([]string{"\u00e4", "z"}); err == nil {
		t.Error("a path through an array must be an error")
	}
}

func TestTwinsDifferOnlyByCase(t *testing.T) {
	d := parse(t, `{"MCPServers": {}, "mcpServers": {"docs": 1, "Docs": 2, "DOCS": 3, "other": 4}}`)
	var got []string
	for _, m := range d.Twins([]string{"mcpServers", "docs"}) {
		got = append(got, m.Name)
	}
	if strings.Join(got, " ") != "MCPServers Docs DOCS" {
		t.Errorf("got %q", got)
	}
	if twins := d.Twins([]string{"absent", "docs"}); len(twins) != 0 {
		t.Errorf("nothing is like an absent key: %v", twins)
	}
}

func TestStrictNamesTheFirstExtension(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": "// , ]"}`:       "",
		"{\n \"a\": 1, // x\n}": "2:10: holds comments",
		"[1,\n2 , \n]":          "2:3: holds a trailing comma",
		"\ufeff{}":              "1:1: begins with a byte order mark",
	} {
		f, strict := parse(t, text).Strict()
		if got := f.Error(); strict != (want == "") || got != want {
			t.Errorf("%q: got %q, %v; want %q", text, got, strict, want)
		}
	}
}

func TestSyntaxFaultsSayWhatIsExpectedWhere(t *testing.T) {
	for text, want := range map[string]string{
		`{"a" 1}`:          `1:6: is not valid JSON: unexpected '1' where ':' is expected`,
		"{\n\"\u00e4\":x}": `2:5: is not valid JSON: unexpected 'x' where a value is expected`,
		`[1 2]`:            `1:4: is not valid JSON: unexpected '2' where ',' or ']' is expected`,
		`{1:2}`:            `1:2: is not valid JSON: unexpected '1' where a key in quotes is expected`,
		`[01]`:             `1:3: is not valid JSON: unexpected '1' where ',' or ']' is expected`,
		`["\x"]`:           `1:4: is not valid JSON: unexpected 'x' in an escape`,
		"[\"a\nb\"]":       `1:4: is not valid JSON: unexpected '\n' in a string`,
		`[1.]`:             `1:4: is not valid JSON: unexpected ']' in a number`,
		`{} /`:             `1:4: is not valid JSON: unexpected '/' outside a comment`,
		`{} /* `:           `1:7: is not valid JSON: it ends too early`,
		"// \u2028\n{}":    `1:4: is not valid JSON: unexpected '\u2028' in a comment`,
	} {
		if _, err := ParseJSON([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// The proof after each edit is what stands between a fault in the layout rules and a
// person's file, so it must see every other change.
func TestProofSeesEveryOtherChange(t *testing.T) {
	before := `{"a": 1, "s": {"x": [1, {"k": "v"}], "y": 2}}`
	put, err := want([]string{"new"})
	if err != nil {
		t.Fatal(err)
	}
	good := `{"a": 1, "s": {"x": [1, {"k": "v"}], "y": 2, "z": ["new"]}}`
	path := []string{"s", "z"}
	if !proved(parse(t, before).Root(), parse(t, good).Root(), path, &put) {
		t.Fatal("the right edit must pass")
	}
	for _, bad := range []string{
		`{"a": 1.0, "s": {"x": [1, {"k": "v"}], "y": 2, "z": ["new"]}}`,
		`{"s": {"x": [1, {"k": "v"}], "y": 2, "z": ["new"]}}`,
		`{"a": 1, "b": 1, "s": {"x": [1, {"k": "v"}], "y": 2, "z": ["new"]}}`,
		`{"a": 1, "s": {"x": [1, {"k": "w"}], "y": 2, "z": ["new"]}}`,
		`{"a": 1, "s": {"x": [1, {"k": "v"}, 2], "y": 2, "z": ["new"]}}`,
		`{"a": 1, "s": {"y": 2, "x": [1, {"k": "v"}], "z": ["new"]}}`,
		`{"a": 1, "s": {"x": [1, {"k": "v"}], "y": 2, "z": ["other"]}}`,
		`{"a": 1, "s": {"x": [1, {"k": "v"}], "y": 2}}`,
		`{"a": 1, "s": []}`,
		before,
	} {
		if proved(parse(t, before).Root(), parse(t, bad).Root(), path, &put) {
			t.Errorf("%s must not pass", bad)
		}
	}
	if proved(parse(t, good).Root(), parse(t, good).Root(), path, nil) {
		t.Error("a member that was to go is still there")
	}
}

func TestObjectsWithAKeyTwiceAreNotReconciled(t *testing.T) {
	if _, err := PutJSON([]byte(`{"o": {"x": 1, "x": 2}}`), []string{"o"}, Object{{"x", 3}}); err == nil || !strings.Contains(err.Error(), `1:16: the key "x" is there twice`) {
		t.Errorf("got %v", err)
	}
	if _, err := PutJSON([]byte(`{}`), []string{"o"}, Object{{"x", 3}, {"x", 4}}); err == nil {
		t.Error("a key that is wanted twice must be an error")
	}
	if _, err := DropJSON([]byte(`{}`), nil, true); err == nil {
		t.Error("the whole text cannot be dropped")
	}
	got, err := NewJSON([]string{"a"}, Object{{"b", []any{Object{}, []any{}, 1.5}}, {"c", nil}})
	if text := "{\n  \"a\": {\n    \"b\": [\n      {},\n      [],\n      1.5\n    ],\n    \"c\": null\n  }\n}\n"; err != nil || string(got) != text {
		t.Errorf("got %s, %v", got, err)
	}
}
