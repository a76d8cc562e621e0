package agents

import (
	"fmt"
	"slices"
	"strings"

	"toolgrant/model"
)

// conditions are the values that a section's "when" may have. They are not
// evaluated, but a word that is none of them is a slip that must not pass.
func conditions() []string {
	return []string{
		"always",
		"flag:--auto", "flag:--discuss", "flag:--fix", "flag:--forensic", "flag:--ingest", "flag:--prd",
		"flag:--research", "flag:--research-phase", "flag:--reset-phase-numbers", "flag:--reviews",
		"flag:--validate", "flag:--wave",
		"state:auto-advance-active", "state:chunked-mode", "state:fallow-enabled", "state:flat-mode",
		"state:gap-closure-phase", "state:git-create-tag", "state:has-prior-phases", "state:is-monorepo",
		"state:needs-codebase-map", "state:next-channel", "state:phase-mvp-mode", "state:plan-strategy-converge",
		"state:reviewer-instances-configured", "state:ui-phase-active", "state:workstream-active",
		"state:worktrees-enabled",
	}
}

// openSection checks an opening marker. It counts as open even when it is at fault,
// so that its closing marker is not reported too.
func (c *composing) openSection(attributes string) {
	line := c.line
	if c.open != "" {
		c.fault(line, "nested-section", "a section opens inside the section "+c.open)
	}
	c.open, c.opened = "?", line
	values, problem := readAttributes(attributes)
	if problem != "" {
		c.fault(line, "malformed-section", "the section marker "+problem)
		return
	}
	id, hasID := values["id"]
	when, hasWhen := values["when"]
	switch {
	case !hasID:
		c.fault(line, "malformed-section", "the section marker has no id")
	case !sectionID(id):
		c.fault(line, "malformed-section", fmt.Sprintf("the section id %q is not lower-case letters, digits and inner hyphens", id))
	case c.ids[id] > 0:
		c.fault(line, "duplicate-section", fmt.Sprintf("the section id %s is taken by line %d", id, c.ids[id]))
	case !hasWhen:
		c.fault(line, "malformed-section", "the section marker has no when")
	case !slices.Contains(conditions(), when):
		c.fault(line, "malformed-section", fmt.Sprintf("the section's when is %q, which is no known condition", when))
	case len(values) > 2:
		c.fault(line, "malformed-section", "the section marker has attributes beside id and when")
	}
	if hasID && sectionID(id) {
		c.open, c.ids[id] = id, line
	}
}

func (c *composing) closeSection(rest string) {
	switch {
	case rest != "":
		c.fault(c.line, "malformed-section", "the closing marker of a section has attributes")
	case c.open == "":
		c.fault(c.line, "unmatched-section", "a section is closed that was never opened")
	}
	c.open = ""
}

// readAttributes reads key="value" pairs, in any order and with any spacing. The
// problem is empty when all of the text is such pairs.
func readAttributes(s string) (values map[string]string, problem string) {
	values = map[string]string{}
	for s != "" {
		key, rest, ok := strings.Cut(s, "=")
		key = strings.TrimRightFunc(key, model.ECMASpace)
		rest, quoted := strings.CutPrefix(strings.TrimLeftFunc(rest, model.ECMASpace), `"`)
		value, after, closed := strings.Cut(rest, `"`)
		if !ok || !quoted || !closed || !attributeName(key) {
			return nil, `has something that is no key="value"`
		}
		if _, twice := values[key]; twice {
			return nil, "has the attribute " + key + " twice"
		}
		values[key] = value
		s = strings.TrimLeftFunc(after, model.ECMASpace)
	}
	return values, ""
}

func attributeName(s string) bool {
	for i, r := range s {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || !(r >= '0' && r <= '9' || r == '_' || r == '-')) {
			return false
		}
	}
	return s != ""
}

func sectionID(s string) bool {
	for _, r := range s {
		if !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-') {
			return false
		}
	}
	return s != "" && s[0] != '-' && s[len(s)-1] != '-'
}
