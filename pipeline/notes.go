package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"toolgrant/model"
)

// noteFates says what became of each grant that the host does not simply hold, and
// what of the author's own list it widens or loses.
func (j *Job) noteFates() {
	if j.Refused {
		return
	}
	untold := false
	for _, l := range j.Image.Lines {
		// What the author's own list loses or widens was so before us: it is told to
		// those who ask. What a grant of this person's does is told at once.
		n := model.Note{Severity: model.Info, Tool: l.Tool, Line: j.Source.Tools.Line}
		if l.Grant != nil {
			n.Severity = model.Warning
		}
		switch l.Fate {
		case model.Inherited:
			if l.Grant == nil {
				continue // the author's own tools are there either way
			}
			n.Severity, n.Code = model.Info, "inherits"
			n.Problem = fmt.Sprintf("%s: %s", l.Tool, l.Why)
		case model.Wider:
			n.Code = "wider"
			n.Problem = fmt.Sprintf("%s is wider on %s: %s", l.Tool, j.Row.Name, l.Why)
		case model.Lost:
			n.Code = "cannot-express"
			n.Problem = fmt.Sprintf("%s cannot be given on %s: %s", l.Tool, j.Row.Name, l.Why)
		case model.Held:
			if l.Why == "" {
				continue
			}
			n.Severity, n.Code = model.Info, "remembered"
			n.Problem = fmt.Sprintf("%s on %s is %s", l.Tool, j.Row.Name, l.Why)
		case model.Untold:
			if untold = true; l.Grant == nil {
				continue
			}
			n.Severity, n.Code = model.Info, "unverified"
			n.Problem = fmt.Sprintf("%s is written for %s, where nobody has seen what it does: %s", l.Tool, j.Row.Name, l.Why)
		default:
			continue
		}
		j.note(n)
	}
	if j.nothingLeft() {
		j.note(model.Note{
			Severity: model.Warning, Code: "nothing-left", Line: j.Source.Tools.Line,
			Problem: j.Row.Name + " knows no tool of this agent's list, and does not start an agent without tools",
			Hint:    "write names that it knows, or tools: [] if that is meant",
		})
	}
	if untold && !j.Image.Inherits {
		j.note(model.Note{
			Severity: model.Info, Code: "unverified", Line: j.Source.Tools.Line,
			Problem: "the tool list is written for " + j.Row.Name + ", where nobody has seen whether it holds",
		})
	}
	if j.restrictionLost() {
		j.note(model.Note{
			Severity: model.Info, Code: "not-enforced", Line: j.Source.Tools.Line,
			Problem: j.Row.Name + " gives this agent more than its list: " + strings.Join(j.openKinds(), " and "),
			Hint:    j.enforceHint(),
		})
	}
}

// nothingLeft reports whether a list that was meant to give something gives nothing.
func (j *Job) nothingLeft() bool {
	return j.Row.Tools.Vocabulary != nil && len(j.Doc.Tools.Entries) > 0 &&
		!slices.ContainsFunc(j.Image.Lines, func(l model.ImageLine) bool { return l.Fate != model.Lost })
}

// restrictionLost reports whether the agent has a list that the host does not hold.
func (j *Job) restrictionLost() bool {
	return j.Doc.Tools.Form != model.Absent && !j.Image.Inherits && !j.Enforced && len(j.openKinds()) > 0
}

// openKinds names the kinds of tools that the host gives whatever the list says.
func (j *Job) openKinds() []string {
	var kinds []string
	if j.Row.Tools.BuiltIn == model.Inherits {
		kinds = append(kinds, "all built-in tools")
	}
	if j.Row.Tools.MCP == model.Inherits {
		kinds = append(kinds, "all MCP servers")
	}
	if j.Row.Tools.Extras != "" {
		kinds = append(kinds, j.Row.Tools.Extras)
	}
	return kinds
}

func (j *Job) enforceHint() string {
	if j.Row.Tools.Enforceable {
		return "toolgrant enforce " + j.Row.ID + " makes the host hold the list"
	}
	return j.Row.Tools.Refusal
}

// refusedEnforcing says where enforce_tools asks for what a host cannot do.
func refusedEnforcing(sel model.Selection, targets []*Target) []model.Note {
	var notes []model.Note
	for _, t := range targets {
		if sel.Enforced(t.Row.ID) && !t.Row.Tools.Enforceable {
			notes = append(notes, model.Note{
				Severity: model.Error, Code: "not-enforceable", Runtime: t.Row.ID,
				Problem: "lists cannot be enforced on " + t.Row.Name + ": " + t.Row.Tools.Refusal,
				Hint:    "toolgrant enforce " + t.Row.ID + " --off",
			})
		}
	}
	return notes
}

// Group joins notes that say the same of many documents, agents or hosts into one
// each, with counts, in the order of their first appearance (DECISIONS 21).
func Group(notes []model.Note) []model.Note {
	type tally struct {
		at, count     int
		agents, hosts map[string]bool
	}
	at := map[string]*tally{}
	var grouped []model.Note
	for _, n := range notes {
		key := groupKey(n)
		t, ok := at[key]
		if !ok {
			t = &tally{at: len(grouped), agents: map[string]bool{}, hosts: map[string]bool{}}
			at[key] = t
			grouped = append(grouped, n)
		}
		t.count++
		t.agents[n.Agent], t.hosts[n.Runtime] = true, true
	}
	for _, t := range at {
		if t.count < 2 {
			continue
		}
		n := &grouped[t.at]
		n.Problem = fmt.Sprintf("%s (%d documents of %s%s)", n.Problem, t.count, counted(len(t.agents), "agent"), onHosts(t.hosts))
		n.File, n.Line, n.Column, n.Agent = "", 0, 0, ""
		if len(t.hosts) > 1 {
			n.Runtime = ""
		}
	}
	return grouped
}

// groupKey is what two notes share when they say the same thing. Errors stay single:
// each of them is somebody's work.
func groupKey(n model.Note) string {
	if n.Severity == model.Error {
		return n.Where() + n.Code + n.Agent + n.Runtime + n.Problem
	}
	return string(n.Severity) + "\x00" + n.Code + "\x00" + n.Tool + "\x00" + n.Problem + "\x00" + n.Hint
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func onHosts(hosts map[string]bool) string {
	if len(hosts) < 2 {
		return ""
	}
	return " on " + counted(len(hosts), "host")
}
