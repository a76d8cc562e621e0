package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolgrant/model"
)

// forms are the ways in which people write a tool list.
func forms() []string {
	return []string{
		"", "tools: []\n", "tools: Read\n", "tools: Read, Grep\n", "tools: Read, Grep # keep\n", "tools:\n  - Read\n  - Grep\n",
		"tools:\n- Read\n- Edit\n", "tools:\n  # core\n  - Read  # note\n\n  - Grep\n", "tools: [Read, Grep]\n", "tools: ['Read', \"Write\"]\n",
		"tools:\n  [ Read, Grep ]\n", "tools: [\n  Read,\n  Bash,\n]\n", "tools: \"Read, Grep\"\n", "tools: Read,\n  Grep\n", "tools: >-\n  Read, Grep\n",
		"tools: Agent(scan, fix), Read\n", "\"tools\": Read\n", "tools : Read\n", "tools:\tRead\n", "tools: &t Read\n", "tools: mcp__docs__search, Read\n",
		"tools: {read: true}\n", "tools: *\n",
	}
}

// populate writes one agent for each form.
func (h *house) populate() []string {
	h.t.Helper()
	var stems []string
	for i, form := range forms() {
		stem := fmt.Sprintf("agent-%02d", i)
		stems = append(stems, stem)
		end := []string{"\n", "\r\n"}[i%2]
		text := "---\nname: " + stem + "\ndescription: Does the work of form " + fmt.Sprint(i) + "\n" + form + "---\nDo the work, whatever it is.\n"
		h.write(filepath.Join(h.agents, stem+".md"), strings.ReplaceAll(text, "\n", end))
	}
	return stems
}

// drawGrants is a few grants for some agents and for all.
func drawGrants(t *rapid.T, stems []string) map[string][]string {
	tools := []string{"mcp__docs__*", "mcp__docs__search", "mcp__tickets__close", "Bash", "Edit", "WebFetch", "Bash(git log:*)"}
	grants := map[string][]string{}
	for range rapid.IntRange(1, 4).Draw(t, "selectors") {
		selector := rapid.SampledFrom(append([]string{model.Everyone}, stems...)).Draw(t, "selector")
		grants[selector] = rapid.SliceOfNDistinct(rapid.SampledFrom(tools), 1, 3, rapid.ID[string]).Draw(t, "tools")
	}
	return grants
}

func (h *house) grant(verb string, grants map[string][]string) {
	h.t.Helper()
	for selector, tools := range grants {
		h.run(exitDone, append([]string{verb, selector}, tools...)...)
	}
}

// Laws 2 and 4 over every form of a list and every host: after an apply the plan is
// empty and a second one writes nothing; grant, apply, revoke, apply is the tree from
// before, and files that the grants did not reach were not written in between.
func TestLawGrantsComeAndGo(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	stems := h.populate()
	h.run(exitError, "apply", "--runtime", "all")
	h.age()
	before, timed := h.listing(false), h.listing(true)
	rapid.Check(t, func(rt *rapid.T) {
		grants := drawGrants(rt, stems)
		h.grant("grant", grants)
		h.run(exitError, "apply", "--runtime", "all")
		h.run(exitDone, "diff", "--exit-code", "--runtime", "all")
		granted := h.listing(true)
		h.run(exitError, "apply", "--runtime", "all")
		h.same("a second apply", h.listing(true), granted)
		touched := h.changed(timed, granted)
		h.grant("revoke", grants)
		h.run(exitError, "apply", "--runtime", "all")
		h.same("grant, apply, revoke, apply", h.listing(false), before)
		for _, path := range h.changed(timed, h.listing(true)) {
			if !slices.Contains(touched, path) {
				rt.Fatalf("%s was written though no grant reached it", path)
			}
		}
		h.age()
		timed = h.listing(true)
	})
}

// changed is the paths whose lines differ.
func (h *house) changed(before, after []string) []string {
	var paths []string
	for _, l := range after {
		if !slices.Contains(before, l) {
			paths = append(paths, l[strings.LastIndexByte(strings.TrimSpace(l), ' ')+1:])
		}
	}
	return paths
}

// Law 5: a drifted file is not written without a word, and with --keep nothing of it
// changes; what needs no decision is written.
func TestLawDriftIsAskedAbout(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	stems := h.populate()
	h.run(exitError, "apply", "--runtime", "all")
	h.run(exitDone, "grant", model.Everyone, "mcp__docs__*")
	rapid.Check(t, func(rt *rapid.T) {
		stem := rapid.SampledFrom(stems[2:]).Draw(rt, "stem")
		path := filepath.Join(h.home, ".claude", "agents", stem+".md")
		saved, err := os.ReadFile(path)
		if err != nil {
			rt.Fatal(err)
		}
		edited := string(saved) + rapid.StringMatching(`[a-z]{1,8}\n`).Draw(rt, "edit")
		h.write(path, edited)
		h.run(exitError, "apply", "--runtime", "all")
		h.run(exitError, "apply", "--runtime", "all", "--keep")
		if now, _ := os.ReadFile(path); string(now) != edited {
			rt.Fatalf("%s was overwritten", path)
		}
		h.run(exitError, "apply", "--runtime", "all", "--yes")
		h.run(exitDone, "diff", "--runtime", "all", "--exit-code")
		h.run(exitDone, "undo")
		if now, _ := os.ReadFile(path); string(now) != edited {
			rt.Fatalf("undo did not give the edit of %s back", path)
		}
		h.run(exitError, "apply", "--runtime", "all", "--yes")
	})
}

// Law 6: the screen and the commands make the same plan of the same selection.
func TestLawOnePlan(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	stems := h.populate()
	rapid.Check(t, func(rt *rapid.T) {
		p := h.program()
		p.flags = flags{runtime: "all", scope: "global", pack: "auto", color: "never"}
		e := &engine{program: p}
		seen, err := e.Load(t.Context())
		if err != nil {
			rt.Fatal(err)
		}
		w, err := p.world(t.Context())
		if err != nil {
			rt.Fatal(err)
		}
		sel := w.selection
		for selector, tools := range drawGrants(rt, stems) {
			for _, tool := range tools {
				sel = sel.Grant(model.Global, selector, tool)
			}
		}
		var ids []string
		for _, host := range seen.Hosts {
			if host.Folder != "" {
				ids = append(ids, host.Runtime.ID)
			}
		}
		screen, err := e.Plan(t.Context(), sel, ids)
		if err != nil {
			rt.Fatal(err)
		}
		command, err := w.plan(t.Context(), sel)
		if err != nil {
			rt.Fatal(err)
		}
		if a, b := fmt.Sprintf("%+v", screen), fmt.Sprintf("%+v", command); a != b {
			rt.Fatalf("the screen plans\n%s\nthe command\n%s", a, b)
		}
	})
}

// Law 10: an empty configuration, and one that speaks of other things only, change not
// a byte of what is written without any.
func TestLawAbsentChangesNothing(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.populate()
	h.run(exitError, "apply", "--runtime", "all")
	before := h.listing(true)
	for _, config := range []string{
		"{}", `{"agent_tools": {}}`, `{"agent_tools": {"*": []}}`, `{"peer_bridge_verbs": {}, "mcp_allowlist": {}, "enforce_tools": []}`,
		`{"theme": "dark", "agents": {"tools": ["Bash"]}}`, `{"mcp_allowlist": {"agent-03": ["kcap-sessions"]}}`,
	} {
		h.write(filepath.Join(h.home, ".gsd", "defaults.json"), config)
		h.run(exitDone, "diff", "--runtime", "all", "--exit-code")
		h.run(exitError, "apply", "--runtime", "all")
		h.same(config, h.listing(true), before)
	}
}
