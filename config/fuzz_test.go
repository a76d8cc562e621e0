package config

import (
	"encoding/json"
	"slices"
	"testing"

	"toolgrant/model"
)

func seeds(f *testing.F) {
	for _, text := range []string{
		`{}`, "", `null`, "{\n  \"agent_tools\": {\n    \"*\": [\"Read\", 5, \"a b\"]\n  }\n}\n",
		"\ufeff{\"agent_tools\":{\"x\":[\"Read\",],},}", `{"agent_tools":null,"enforce_tools":["kilo"]}`,
		`{"peer_bridge_verbs":{"x":["list_peers","fly"],"y":null},"mcp_allowlist":{"x":["docs"]}}`,
		`{"agent_tools":{"x":[],"x":[]},"Agent_Tools":{}} // end`,
	} {
		f.Add([]byte(text), "x", "mcp__s__*")
	}
}

// Whatever a file holds, only acceptable entries come out of it, and strict JSON
// objects are always read.
func FuzzLoad(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte, _, _ string) {
		r := reader{file: "f"}
		if err := r.layer(data); err != nil {
			if r.Tools != nil || r.Verbs != nil {
				t.Fatalf("%q: a layer beside the error %v", data, err)
			}
			return
		}
		if err := representable(r.Layer); err != nil {
			t.Fatalf("%q: %v", data, err)
		}
		var strict map[string]any
		if json.Unmarshal(data, &strict) != nil || len(r.notes) > 0 {
			return
		}
		for selector, list := range r.Tools {
			raw, _ := strict[toolsKey].(map[string]any)[selector].([]any)
			if len(raw) != len(list) {
				t.Fatalf("%q: entries of %q were lost without a note", data, selector)
			}
		}
	})
}

// Toggling anything in any file that loads gives a file that loads as wanted, or
// an error and no bytes; toggling again from there loads as before.
func FuzzEdit(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte, selector, tool string) {
		r := reader{file: "f"}
		if r.layer(data) != nil {
			return
		}
		file := File{Path: "f", Exists: true, Data: data, Origin: model.Global, Layer: r.Layer}
		before := slices.Clone(data)
		sel := model.Selection{Global: r.Layer}.Toggle(model.Global, selector, tool)
		got, err := Edit(file, sel.Global)
		if !slices.Equal(before, data) {
			t.Fatal("the file's bytes changed in place")
		}
		if err != nil {
			if got != nil {
				t.Fatalf("bytes beside the error %v", err)
			}
			return
		}
		next := reader{file: "f"}
		if err := next.layer(got); err != nil || !same(next.Layer, sel.Global, model.Global) {
			t.Fatalf("%q became %q, %v", data, got, err)
		}
		file.Data, file.Layer = got, next.Layer
		back, err := Edit(file, model.Selection{Global: next.Layer}.Toggle(model.Global, selector, tool).Global)
		if err != nil {
			t.Fatalf("%q cannot be toggled back: %v", got, err)
		}
		last := reader{file: "f"}
		if err := last.layer(back); err != nil || !same(last.Layer, sorted(r.Layer, last.Layer), model.Global) {
			t.Fatalf("%q became %q, then %q", data, got, back)
		}
	})
}

// sorted is a layer with the lists of another where both hold the same tools: a tool
// that was taken away and given back after a save stands at the end.
func sorted(l, like model.Layer) model.Layer {
	tools := map[string][]string{}
	for selector, list := range l.Tools {
		a, b := slices.Sorted(slices.Values(list)), slices.Sorted(slices.Values(like.Tools[selector]))
		if tools[selector] = list; slices.Equal(a, b) {
			tools[selector] = like.Tools[selector]
		}
	}
	l.Tools = tools
	return l
}
