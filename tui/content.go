package tui

import (
	"fmt"
	"strings"

	"toolgrant/model"
	"toolgrant/tui/cell"
	"toolgrant/tui/diff"
)

// lineKind is what a line of the diff pane is.
type lineKind int

const (
	contextLine lineKind = iota
	addedLine
	removedLine
	hunkLine
	fileLine
	infoLine
	warnLine
	badLine
)

// A textLine is one line of the diff pane, safe to draw.
type textLine struct {
	kind  lineKind
	text  string
	words []diff.Span
}

// A content is what the diff pane shows: computed in a command, never in View.
type content struct {
	lines []textLine
	files []int // where each file begins
	paths []string
	notes []model.Note // what the host makes of it
}

// place shortens paths for people.
type place struct{ home, project string }

// short writes a path with ~ for the home and without the project's own folder.
func (p place) short(path string) string {
	if p.project != "" && p.project != p.home {
		if rest, ok := strings.CutPrefix(path, p.project+"/"); ok {
			return cell.Text(rest)
		}
	}
	if p.home != "" {
		if path == p.home {
			return "~"
		}
		if rest, ok := strings.CutPrefix(path, p.home+"/"); ok {
			return "~/" + cell.Text(rest)
		}
	}
	return cell.Text(path)
}

func (c *content) add(kind lineKind, text string) {
	c.lines = append(c.lines, textLine{kind: kind, text: text})
}

// file appends one file: what happens to it and why, what the host makes of its
// list, then the difference.
func (c *content) file(p place, f Rendered) {
	if len(c.lines) > 0 {
		c.add(contextLine, "")
	}
	c.files = append(c.files, len(c.lines))
	c.paths = append(c.paths, f.Path)
	d := diff.Of(f.Change)
	c.add(fileLine, p.short(f.Path)+"  "+verdict(f.Change, d))
	if f.Ownership.NeedsDecision() {
		c.add(warnLine, "! "+ownership(f.Ownership)+": asks before it is overwritten")
	}
	if b := because(f.Because); b != "" {
		c.add(infoLine, "because "+b)
	}
	c.image(f.Tools)
	for _, l := range d.Lines {
		c.lines = append(c.lines, textLine{kind: kinds(l.Kind), text: prefix(l.Kind) + l.Text, words: shift(l)})
	}
}

func verdict(c model.Change, d diff.File) string {
	if c.Kind == model.Unchanged {
		return "in place"
	}
	return fmt.Sprintf("%s  +%d -%d", c.Kind, d.Added, d.Removed)
}

// ownership says in words why a file needs a decision.
func ownership(o model.Ownership) string {
	switch o {
	case model.Drifted:
		return "changed by somebody since it was written"
	case model.Foreign:
		return "somebody else's file"
	}
	return string(o)
}

func because(grants []model.Grant) string {
	var parts []string
	for _, g := range grants {
		parts = append(parts, cell.Text(fmt.Sprintf("%s (%s, %s)", g.Tool, g.Selector, g.Origin)))
	}
	return strings.Join(parts, ", ")
}

// image says what the host will see of the list, and each loss and widening.
func (c *content) image(img model.Image) {
	if img.Inherits {
		c.add(warnLine, "! no list: it inherits every tool of the host")
	}
	var seen []string
	for _, l := range img.Lines {
		seen = append(seen, l.Host...)
		switch {
		case l.Why == "", l.Fate == model.Inherited && l.Grant == nil:
			// What the author listed is there anyway: nothing to tell.
		case l.Fate == model.Inherited, l.Fate == model.Added, l.Fate == model.Untold:
			c.add(infoLine, cell.Text(strings.TrimPrefix(l.Tool+": "+l.Why, ": ")))
		default:
			c.add(warnLine, "! "+cell.Text(strings.TrimPrefix(l.Tool+": "+l.Why, ": ")))
		}
	}
	if len(seen) > 0 {
		c.add(infoLine, "tools there: "+cell.Text(strings.Join(seen, ", ")))
	}
}

func (c *content) addNotes(notes []model.Note) {
	c.notes = append(c.notes, notes...)
	for _, n := range notes {
		kind, sign := infoLine, "i "
		switch n.Severity {
		case model.Warning:
			kind, sign = warnLine, "! "
		case model.Error:
			kind, sign = badLine, "x "
		}
		c.add(kind, sign+cell.Text(n.Problem))
		if w := n.Where(); w != "" {
			c.add(infoLine, "  "+cell.Text(w))
		}
		if n.Hint != "" {
			c.add(infoLine, "  "+cell.Text(n.Hint))
		}
	}
}

func kinds(k diff.Kind) lineKind {
	switch k {
	case diff.Added:
		return addedLine
	case diff.Removed:
		return removedLine
	case diff.Hunk:
		return hunkLine
	case diff.NoEndl, diff.Remark:
		return infoLine
	}
	return contextLine
}

// prefix is the mark that unified diffs put in front of a line.
func prefix(k diff.Kind) string {
	switch k {
	case diff.Added:
		return "+"
	case diff.Removed:
		return "-"
	case diff.Context:
		return " "
	}
	return ""
}

// shift moves the marked words behind the prefix.
func shift(l diff.Line) []diff.Span {
	n := len(prefix(l.Kind))
	out := make([]diff.Span, len(l.Words))
	for i, w := range l.Words {
		out[i] = diff.Span{From: w.From + n, To: w.To + n}
	}
	return out
}
