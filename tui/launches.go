package tui

import (
	"strings"

	"toolgrant/tui/diff"
)

// launch appends what an agent's allowlist does to its command lines. Nothing of it
// is written to disk.
func (c *content) launch(l look) {
	if l.key.plan != l.key.gen {
		c.add(infoLine, "the plan is still being made")
		return
	}
	for _, p := range l.launches {
		if p.Agent != l.key.agent {
			continue
		}
		if len(c.lines) > 0 {
			c.add(contextLine, "")
		}
		c.files = append(c.files, len(c.lines))
		c.add(fileLine, diff.Display(p.Vendor)+"  unattended launch, nothing is written")
		if !p.Changed() {
			c.add(infoLine, "the allowlist changes nothing of its command line")
		}
		for line := range strings.Lines(p.Diff) {
			c.argument(strings.TrimSuffix(line, "\n"))
		}
		c.addNotes(p.Warnings)
	}
	if len(c.lines) == 0 {
		c.add(infoLine, "no launch of this agent is previewed: tick a server of its launch allowlist")
	}
}

// argument is one line of a unified diff of arguments.
func (c *content) argument(line string) {
	kind := contextLine
	switch {
	case strings.HasPrefix(line, "---"), strings.HasPrefix(line, "+++"):
		return
	case strings.HasPrefix(line, "@@"):
		kind = hunkLine
	case strings.HasPrefix(line, "+"):
		kind = addedLine
	case strings.HasPrefix(line, "-"):
		kind = removedLine
	}
	c.add(kind, diff.Display(line))
}
