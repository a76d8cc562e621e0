package main

import (
	"os"
	"path/filepath"
	"testing"

	"toolgrant/model"
	"toolgrant/tui"
)

// loaded is an engine that has read a house, and what it read.
func (h *house) loaded() (*engine, tui.World) {
	h.t.Helper()
	p := h.program()
	p.flags = flags{runtime: "claude", scope: "global", pack: "auto", color: "never"}
	e := &engine{program: p}
	w, err := e.Load(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	return e, w
}

// What somebody else wrote while the screen stood open is never written over: neither
// a config (case CF07) nor an artifact. Nothing at all is written then.
func TestEngineLosesNoUpdate(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.populate()
	h.run(exitDone, "apply", "--runtime", "claude")
	config := filepath.Join(h.home, ".gsd", "defaults.json")
	artifact := filepath.Join(h.home, ".claude", "agents", "agent-03.md")
	h.write(config, `{"theme": "dark"}`)
	for _, theirs := range []string{config, artifact} {
		e, w := h.loaded()
		sel := w.Selection.Grant(model.Global, "agent-03", "mcp__docs__x")
		plan, err := e.Plan(t.Context(), sel, []string{"claude"})
		if err != nil {
			t.Fatal(err)
		}
		h.write(theirs, "{\n\"by\": \"somebody else\"}\n")
		before := h.listing(true)
		other, _ := os.ReadFile(config)
		if r, err := e.Apply(t.Context(), plan, sel, nil, nil); err == nil && len(r.Left) == 0 {
			t.Errorf("%s changed meanwhile, and the apply says nothing: %+v", filepath.Base(theirs), r)
		}
		if theirs == config {
			if now, _ := os.ReadFile(config); string(now) != string(other) {
				t.Errorf("the config of somebody else was overwritten with %s", now)
			}
			h.same("an apply that was refused", h.listing(true), before)
		}
		if now, _ := os.ReadFile(theirs); string(now) != "{\n\"by\": \"somebody else\"}\n" {
			t.Errorf("%s was overwritten with %s", filepath.Base(theirs), now)
		}
	}
}

// A plan that was applied on the screen is what the commands find in place, and the
// screen's undo takes config and artifacts back together.
func TestEngineAndCommandsAgree(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.populate()
	before := h.listing(false)
	e, w := h.loaded()
	sel := w.Selection.Grant(model.Global, model.Everyone, "mcp__docs__*")
	plan, err := e.Plan(t.Context(), sel, []string{"claude"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := e.Apply(t.Context(), plan, sel, nil, nil)
	if err != nil || r.Written == 0 {
		t.Fatalf("wrote %d files: %v", r.Written, err)
	}
	h.run(exitDone, "diff", "--runtime", "claude", "--exit-code")
	if _, err := e.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Undo(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.same("undo", h.listing(false), before)
	if _, err := os.Stat(filepath.Join(h.home, ".gsd", "defaults.json")); err == nil {
		t.Error("undo left the config that the apply had made")
	}
}
