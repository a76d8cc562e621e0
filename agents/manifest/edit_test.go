package manifest

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolgrant/model"
)

func names(s ...string) *[]string { return &s }

func TestSetVerbs(t *testing.T) {
	const card = "{\n  \"name\": \"alpha\",\n  \"x-agentmesh\": {\n    \"modes\": [\"ask\"],\n    \"role\": \"r\"\n  },\n  \"later\": 1.0\n}\n"
	for _, c := range []struct {
		name, in string
		verbs    *[]string
		want     string
	}{
		{"added", card, names("update_my_task", "list_peers", "list_peers"), strings.Replace(card, `"role": "r"`, "\"role\": \"r\",\n    \"peerBridgeVerbs\": [\"list_peers\", \"update_my_task\"]", 1)},
		{"none", card, names(), strings.Replace(card, `"role": "r"`, "\"role\": \"r\",\n    \"peerBridgeVerbs\": []", 1)},
		{"removed", `{"x-agentmesh":{"modes":[],"peerBridgeVerbs":["x"]}}`, nil, `{"x-agentmesh":{"modes":[]}}`},
		{"removed with its block", `{"name":"a","x-agentmesh":{"peerBridgeVerbs":["x"]}}`, nil, `{"name":"a"}`},
		{"nothing to remove", card, nil, card},
		{"block made", `{"name":"a"}`, names("list_peers"), `{"name":"a","x-agentmesh":{"peerBridgeVerbs":["list_peers"]}}`},
		{"malformed value replaced", `{"x-agentmesh":{"peerBridgeVerbs":null}}`, names("list_peers"), `{"x-agentmesh":{"peerBridgeVerbs":["list_peers"]}}`},
		{"same already", `{"x-agentmesh":{"peerBridgeVerbs":[ "list_peers" ]}}`, names("list_peers"), `{"x-agentmesh":{"peerBridgeVerbs":[ "list_peers" ]}}`},
	} {
		got, err := SetVerbs([]byte(c.in), c.verbs)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v\n got %s\nwant %s", c.name, err, got, c.want)
		}
	}
}

func TestSetVerbsRefuses(t *testing.T) {
	for name, in := range map[string]string{
		"broken": `{"x-agentmesh":`, "empty": "", "comments": "{} // c\n", "mark": "\ufeff{}", "list": `[]`, "null": `null`,
		"block a list": `{"x-agentmesh":[]}`, "block null": `{"x-agentmesh":null}`, "large": "{}" + strings.Repeat(" ", maxCard),
		"twice": `{"x-agentmesh":{},"x-agentmesh":{}}`, "field twice": `{"x-agentmesh":{"peerBridgeVerbs":[],"peerBridgeVerbs":["list_peers"]}}`,
	} {
		if got, err := SetVerbs([]byte(in), names("list_peers")); err == nil {
			t.Errorf("%s: became %s", name, got)
		}
		if got, err := DropVerbs([]byte(in), true); err == nil {
			t.Errorf("%s: drop gave %s", name, got)
		}
	}
	if _, err := SetVerbs([]byte(`{}`), names("List_Peers")); err == nil {
		t.Error("a name that is no verb was written")
	}
}

// TestPutAndDropIsNothing is the law of giving back: whatever stood there before.
func TestPutAndDropIsNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.SampledFrom([]string{
			`{}`, "{ }\n", `{"a":1}`, "{\r\n\t\"a\": 1\r\n}\r\n", "{\n  \"x-agentmesh\": {}\n}", "{\"x-agentmesh\":{ }}",
			"{\n    \"x-agentmesh\": {\n        \"modes\": [\n            \"ask\"\n        ]\n    },\n    \"z\": {\"deep\": [1,  2]}\n}", `{"name":"é\u2028","x-agentmesh":{"b":2}}`,
		}).Draw(t, "card")
		set := model.VerbSetOf(rapid.SliceOf(rapid.SampledFrom(model.Verbs())).Draw(t, "verbs")...)
		list := []string{}
		for v := range set.All() {
			list = append(list, string(v))
		}
		block := HasBlock([]byte(in))
		out, err := SetVerbs([]byte(in), &list)
		if err != nil {
			t.Fatal(err)
		}
		if d := ParseVerbs("f", out); d.State != Listed || d.Verbs != set || len(d.Notes) > 0 {
			t.Fatalf("%s means %s", out, d.Verbs)
		}
		if again, err := SetVerbs(out, &list); err != nil || string(again) != string(out) {
			t.Fatalf("twice is not once: %s, %v", again, err)
		}
		back, err := DropVerbs(out, !block)
		if err != nil || string(back) != in {
			t.Fatalf("%q became %q and came back as %q, %v", in, out, back, err)
		}
	})
}

// FuzzVerbs reads any card. The set is never wider than the names that the card holds,
// and an edit of it means what was asked and changes nothing else.
func FuzzVerbs(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		d := ParseVerbs("agent.json", data)
		var card map[string]json.RawMessage
		var block map[string]json.RawMessage
		declared := json.Unmarshal(data, &card) == nil && json.Unmarshal(card[Block], &block) == nil && block != nil
		raw, has := block[Field]
		for v := range d.Verbs.All() {
			var entries []any
			if declared && has && (json.Unmarshal(raw, &entries) != nil || !slices.Contains(entries, any(string(v)))) {
				t.Fatalf("%s grants %s, which is not declared", data, v)
			}
		}
		if !json.Valid(data) && d.Verbs != 0 {
			t.Fatalf("%q is no JSON and grants %s", data, d.Verbs)
		}
		if (d.State == Closed) != (len(d.Notes) == 1 && d.Notes[0].Severity == model.Error) || d.State == Closed && d.Verbs != 0 {
			t.Fatalf("%q: closed must be loud and closed: %+v", data, d)
		}
		out, err := SetVerbs(data, names("list_my_tasks"))
		if err != nil {
			return
		}
		if d := ParseVerbs("agent.json", out); d.Verbs != model.VerbSetOf(model.ListMyTasks) {
			t.Fatalf("%q became %q, which means %s", data, out, d.Verbs)
		}
	})
}
