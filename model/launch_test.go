package model

import (
	"encoding/json"
	"testing"
)

func TestLaunchPreviewChanged(t *testing.T) {
	tests := map[string]struct {
		preview LaunchPreview
		want    bool
	}{
		"nothing":            {LaunchPreview{}, false},
		"same":               {LaunchPreview{Without: []string{"-c", "a={}"}, With: []string{"-c", "a={}"}}, false},
		"one argument more":  {LaunchPreview{Without: []string{"-c"}, With: []string{"-c", "b"}}, true},
		"same set, reversed": {LaunchPreview{Without: []string{"a", "b"}, With: []string{"b", "a"}}, true},
	}
	for name, tt := range tests {
		if got := tt.preview.Changed(); got != tt.want {
			t.Errorf("%s: Changed() = %v, want %v", name, got, tt.want)
		}
	}
}

// The names on the wire are read by scripts; a renamed field must not slip through.
func TestLaunchWireNames(t *testing.T) {
	got, err := json.Marshal(struct {
		O OwnedServer
		P LaunchPreview
	}{
		OwnedServer{ID: "x", StartsFlows: true, Locked: "why"},
		LaunchPreview{Agent: "a", Vendor: "codex", Without: []string{}, With: []string{}, Warnings: []Note{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"O":{"id":"x","does":"","starts_flows":true,"unattended":false,"locked":"why"},` +
		`"P":{"agent":"a","vendor":"codex","without":[],"with":[],"diff":"","warnings":[]}}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
