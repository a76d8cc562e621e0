package config

import (
	"strings"
	"testing"

	"toolgrant/model"
)

// What enforce_tools loses, the next apply would open on disk: a slip in it stops the
// plan, where a slip in a key that gives is left out.
func TestEnforceToolsIsReadWholeOrNotAtAll(t *testing.T) {
	for _, c := range []struct{ name, text, place, why string }{
		{"a word", `{"enforce_tools": "kilo"}`, ":1:19:", "a string where a list"},
		{"nothing", `{"enforce_tools": null}`, ":1:19:", "null where a list"},
		{"a map", `{"enforce_tools": {"kilo": true}}`, ":1:19:", "an object where a list"},
		{"twice", `{"enforce_tools": ["kilo"], "enforce_tools": []}`, ":1:29:", "twice"},
		{"a list in it", `{"enforce_tools": ["kilo", ["qwen"]]}`, ":1:28:", "an array where a string"},
		{"an empty entry", `{"enforce_tools": [""]}`, ":1:20:", "is empty"},
		{"an invisible character", "{\"enforce_tools\": [\"kilo\u200b\"]}", ":1:20:", "cannot be seen"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, o := range []model.Origin{model.Global, model.Project} {
				_, _, err := Load(write(t, c.text), o)
				if err == nil || !strings.Contains(err.Error(), c.why) || !strings.Contains(err.Error(), c.place) {
					t.Errorf("%s: got %v, want a refusal at %s with %q", o, err, c.place, c.why)
				}
			}
		})
	}
}
