package agents

import (
	"fmt"
	"slices"
	"strings"

	"toolgrant/model"
)

// An appending decides, grant by grant, what goes into a list.
type appending struct {
	doc   *model.Document
	notes []model.Note
}

func (a *appending) note(severity model.Severity, code, tool, problem, hint string) {
	a.notes = append(a.notes, model.Note{
		Severity: severity, Code: code, File: a.doc.Path, Line: a.doc.Tools.Line,
		Agent: model.Family(a.doc.Stem), Tool: tool, Problem: problem, Hint: hint,
	})
}

// choose returns the tools to add, in the order of the grants.
func (a *appending) choose(grants []model.Grant) []string {
	d := a.doc
	switch {
	case d.Tools.Form == model.Absent && !d.Fenced():
		a.note(model.Warning, "not-applied", "", "nothing is granted: the file has no frontmatter", "")
		return nil
	case d.Tools.Form == model.Absent:
		a.note(model.Info, "inherits", "", "the agent has no tools key, so it inherits all tools and there is nothing to grant",
			"a tools key would take every other tool away")
		return nil
	case d.Tools.Form == model.Unreadable:
		a.note(model.Error, "not-applied", "", "nothing is granted: "+whyUnreadable(d), "mend the list, then apply again")
		return nil
	case slices.Contains(d.Tools.Entries, "*"):
		a.note(model.Info, "already-granted", "", `the list has "*", which is every tool already`, "")
		return nil
	}
	var wanted []string
	for _, g := range grants {
		if a.wants(g) && !slices.Contains(wanted, g.Tool) {
			wanted = append(wanted, g.Tool)
		}
	}
	if len(wanted) > 0 {
		a.remark(wanted)
	}
	return wanted
}

// wants reports whether one grant goes into the list, and says so where it does not.
func (a *appending) wants(g model.Grant) bool {
	d := a.doc
	accepted, err := model.AcceptGrant(g.Tool)
	if err == nil && accepted != g.Tool {
		err = fmt.Errorf("has white space around it")
	}
	switch {
	case err != nil:
		a.note(model.Error, "not-applied", g.Tool, fmt.Sprintf("%q is not granted: it %v", g.Tool, err), "mend the entry in agent_tools")
		return false
	case model.ParseTool(g.Tool).ServerPattern():
		a.note(model.Error, "not-applied", g.Tool, g.Tool+" is not granted: the server part must be literal, no host matches a pattern there",
			"name the server, as in mcp__docs__*")
		return false
	case slices.Contains(d.Tools.Entries, g.Tool):
		a.note(model.Info, "already-granted", g.Tool, g.Tool+" is in the list already", "")
		return false
	case len(d.Tools.Entries) == 0 && g.Selector == model.Everyone:
		a.note(model.Warning, "not-applied", g.Tool,
			fmt.Sprintf("%s is not granted: the list is empty on purpose, and %q does not open it", g.Tool, model.Everyone),
			fmt.Sprintf("grant it to %q by name", model.Family(d.Stem)))
		return false
	}
	return true
}

// remark says what a person should know about tools that do go into the list.
func (a *appending) remark(wanted []string) {
	entries := a.doc.Tools.Entries
	if len(entries) == 0 {
		a.note(model.Warning, "widening", "", "the agent had no tool at all and gets "+strings.Join(wanted, ", "), "")
	}
	listed := a.doc.Tools.Form == model.BlockList || a.doc.Tools.Form == model.FlowList
	if i := slices.IndexFunc(entries, func(e string) bool { return !listed && spaced(e) }); i >= 0 {
		a.note(model.Warning, "mixed-separators", "",
			fmt.Sprintf("beside a comma, %q is one odd name to hosts that split at commas only", entries[i]),
			"separate the tools with commas")
	}
	foreign := slices.IndexFunc(entries, copilotName)
	for _, tool := range wanted {
		t := model.ParseTool(tool)
		for _, n := range model.Doubts(tool) {
			a.note(n.Severity, n.Code, tool, n.Problem, n.Hint)
		}
		if i := slices.IndexFunc(a.doc.Denied, func(e string) bool { return model.ParseTool(e).Covers(t) }); i >= 0 {
			a.note(model.Warning, "denied", tool, fmt.Sprintf("%s is granted, but disallowedTools has %s, and denying wins", tool, a.doc.Denied[i]),
				"take it out of one of the two")
		}
		if i := slices.IndexFunc(entries, func(e string) bool { return strings.EqualFold(e, tool) }); i >= 0 {
			a.note(model.Info, "case-twin", tool, fmt.Sprintf("%s and %s differ only in case; hosts take them for two tools", tool, entries[i]),
				"take the one that is misspelt away")
		}
		if foreign >= 0 && t.IsMCP() {
			a.note(model.Warning, "copilot-names", tool,
				fmt.Sprintf("%s is in Claude Code's spelling, beside %q in Copilot's", tool, entries[foreign]),
				fmt.Sprintf("Copilot spells it %s/%s", t.Server, t.Member))
		}
	}
}

// spaced reports whether an entry has a space outside its parentheses.
func spaced(entry string) bool {
	name, _, _ := strings.Cut(entry, "(")
	return strings.Contains(strings.TrimSpace(name), " ")
}

// copilotName reports whether an entry is in Copilot's vocabulary: server/tool, or a
// tool of a tool set.
func copilotName(entry string) bool {
	name, _, _ := strings.Cut(entry, "(")
	return strings.Contains(name, "/") && !strings.HasPrefix(entry, "mcp__")
}

// whyUnreadable is the problem that the document's notes give for its list.
func whyUnreadable(d *model.Document) string {
	for _, n := range d.Notes {
		if n.Severity == model.Error && !slices.Contains([]string{"name-not-text", "description-not-text", "denied-unreadable"}, n.Code) {
			return n.Problem
		}
	}
	return "the list has no safe reading"
}
