package tui

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

// talkThrough answers the prompts line by line and returns all that was said.
func talkThrough(t *testing.T, e *fake, answers ...string) string {
	t.Helper()
	var out strings.Builder
	err := RunAccessible(t.Context(), e, Options{In: strings.NewReader(strings.Join(answers, "\n") + "\n"), Out: &out})
	if err != nil {
		t.Errorf("ended with %v", err)
	}
	if strings.Contains(out.String(), "\x1b") {
		t.Error("an escape sequence in plain prompts")
	}
	return out.String()
}

func has(t *testing.T, text string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("lacks %q:\n%s", w, text)
		}
	}
}

// The same walk as on the screen: toggle, type a grant, look, decide, apply, undo.
func TestAccessibleWalk(t *testing.T) {
	e := newFake(3, 4)
	e.foreign[drifted] = true
	out := talkThrough(t, e,
		"1", "3", // grants of reviewer
		"4",                  // tracker
		"14", "docs/search?", // typed and refused
		"WebFetch", // typed again
		"16",       // what changes
		"",         // back by an empty line
		"9",        // apply
		"3", "1",   // show the difference, keep mine
		"1",       // yes
		"11", "1", // undo
		"13",
	)
	has(t, out,
		"gives mcp__tracker__* to reviewer: agent_tools in ~/.gsd/defaults.json",
		"no known tool of docs matches search?", "granted WebFetch",
		"+tools: Read, Edit, Bash, mcp__docs__*, WebFetch, mcp__tracker__*",
		"changed by somebody since it was written", "-tools: Read, Grep",
		"in place: 8 files written, 1 kept", "undone: 1 file put back")
	if got := e.world.Selection.Global.Tools["reviewer"]; len(got) != 2 {
		t.Errorf("reviewer has %q", got)
	}
}

func TestAccessibleRest(t *testing.T) {
	e := newFake(3, 4)
	out := talkThrough(t, e,
		"3", "2", "2", "3", "1", "5", // runtimes: Codex cannot enforce, OpenCode out of the plan
		"4", "2", "1", "", // who may use tracker: the first agent gets it
		"5", "3", "1", // ask browser
		"6",      // the project layer
		"8", "2", // notes about planner
		"7", "2", // config files
		"10",             // save
		"12", "99", "13", // read again; a number there is not; quit
	)
	has(t, out, "Codex cannot be made to enforce lists", "[-] builder", "browser has 2 tools",
		"editing project (.planning/config.json)", "The planner of the team", `+    "builder": [mcp__tracker__*]`,
		"saved:", "Invalid: must be a number between 1 and 13")
	if len(e.did("save")) != 1 {
		t.Error("not saved")
	}
}

// The end of the input ends the conversation, saves nothing and applies nothing.
func TestAccessibleEndOfInput(t *testing.T) {
	for _, answers := range [][]string{{}, {"1"}, {"1", "3"}, {"1", "3", "4"}, {"9"}, {"1", "3", "4", "16", "9"}, {"13"}} {
		e := newFake(3, 3)
		talkThrough(t, e, answers...)
		if len(e.did("apply"))+len(e.did("save")) > 0 {
			t.Errorf("%q wrote something: %q", answers, e.calls)
		}
	}
}

func TestAccessibleAsksBeforeChangesAreLost(t *testing.T) {
	e := newFake(3, 3)
	out := talkThrough(t, e, "1", "3", "4", "", "13", "3", "13", "1")
	has(t, out, "not saved: + reviewer mcp__tracker__* (global)", "saved:")
	if len(e.did("save")) != 1 {
		t.Error("not saved")
	}
}

func TestAccessibleFirstRun(t *testing.T) {
	e := newFake(0, 3)
	e.world.LookedFor = []Looked{{"agents", "/home/kim/agents", false}}
	out := talkThrough(t, e, "2", "/home/kim/a", "13")
	has(t, out, "No agents were found", "[ ] agents  ~/agents", "Folder with agent files", "0 unsaved changes")
	out = talkThrough(t, newFake(0, 3), "3")
	has(t, out, "try it with the sample agents")
}

func TestAccessibleCannotStart(t *testing.T) {
	e := newFake(1, 1)
	broken := errors.New("defaults.json:1: no JSON")
	e.fails["load"] = broken
	if err := RunAccessible(t.Context(), e, Options{In: strings.NewReader(""), Out: &strings.Builder{}}); !errors.Is(err, broken) {
		t.Errorf("ended with %v", err)
	}
}

// Several agents are marked by number; what is toggled is toggled for all of them.
func TestAccessibleSeveralAgents(t *testing.T) {
	e := newFake(6, 3)
	out := talkThrough(t, e, "2", "1 9", "1-2 5", "4", "", "10", "13")
	has(t, out, `"9" is no number from 1 to 6`, "gives mcp__tracker__* to 3 agents", "saved:")
	for _, stem := range []string{"planner", "reviewer", "writer"} {
		if !contains(e.world.Selection.Global.Tools[stem], "mcp__tracker__*") {
			t.Errorf("%s has %q", stem, e.world.Selection.Global.Tools[stem])
		}
	}
}

// A signal is heard while a question waits for its answer.
func TestAccessibleStops(t *testing.T) {
	in, _ := io.Pipe()
	ended := errors.New("interrupted")
	ctx, stop := context.WithCancelCause(t.Context())
	out := &tap{}
	done := make(chan error)
	go func() { done <- RunAccessible(ctx, newFake(2, 2), Options{In: in, Out: out}) }()
	for !strings.Contains(out.String(), "Enter a number") {
		time.Sleep(time.Millisecond)
	}
	stop(ended)
	select {
	case err := <-done:
		if !errors.Is(err, ended) {
			t.Errorf("ended with %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the question waits on")
	}
}
