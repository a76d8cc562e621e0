package pipeline

import (
	"strings"

	"toolgrant/model"
	"toolgrant/pipeline/rewrite"
)

// A headerForm is how a host wants the header written anew: the keys it knows, each
// in the host's own syntax, and nothing else (spec/pipeline.md 8.4, 8.8 to 8.10).
type headerForm struct {
	Name        func(string) string
	Description func(string) string
	// Rename makes another name of one that the host would not load; nil when the name
	// stays the author's.
	Rename func(*Job, string) string
	// Plain spells name and description of a plain pack, where the reference's way,
	// which the gsd pack keeps, is not the host's.
	Plain func(string) string
	// List writes the tools lines for the names of the host; it is called with no
	// names only when Empty is "".
	List func(names []string) string
	// Empty stands for a list with nothing in it. Hosts that read an empty list as
	// "all" get a name that no tool has (hosts-b.md 15).
	Empty string
	// Deny writes what an agent without a list has taken away; nil when no file of the
	// host can say that.
	Deny func(names []string) string
	// Color writes the color line's value; nil when the host knows no such key.
	Color func(string) string
	// Foreign is set when the host was not seen to know the color key, which only the
	// reference writes there.
	Foreign bool
	// Needs writes a stand-in where the host refuses a file without description.
	Needs bool
	// Knob writes further lines under enforce_tools, from what the agent may do.
	Knob func(*Job) string
}

func (f headerForm) convert(j *Job) {
	if j.refuseUnsafe() {
		return
	}
	j.Image = j.image()
	d := j.Doc
	if !d.Fenced() {
		j.file(j.name(), "", d.BOM+j.Body(), "")
		return
	}
	name := nameOr(d, "unknown")
	if !j.gsd() {
		name = d.Name
	}
	if f.Rename != nil {
		name = f.Rename(j, name)
	}
	description := j.Say(d.Description)
	if f.Needs && strings.TrimSpace(description) == "" {
		description = nameOr(d, d.Stem)
	}
	spellName, say := f.Name, f.Description
	if f.Plain != nil && !j.gsd() {
		spellName, say = f.Plain, f.Plain
	}
	var b strings.Builder
	b.WriteString("---\nname: " + spellName(name) + "\n")
	b.WriteString("description: " + say(description) + "\n")
	b.WriteString(f.list(j))
	b.WriteString(f.color(j))
	if f.Knob != nil && j.Enforced {
		b.WriteString(f.Knob(j))
		j.noteKnob()
	}
	b.WriteString("---\n")
	if j.gsd() {
		b.WriteString(lineEnd(d.Close)) // the reference keeps the old fence's line end as an empty line
	}
	j.noteDropped(f.takes)
	j.noteBounds(name, j.Body())
	j.file(j.name(), b.String(), j.Body(), "")
}

// list writes the tools lines, or what is taken away, or nothing where the list is not
// the file's to hold.
func (f headerForm) list(j *Job) string {
	if denied := j.denials(); f.Deny != nil && len(denied) > 0 {
		return f.Deny(denied)
	}
	if f.List == nil || !j.listed() || j.Image.Inherits {
		return ""
	}
	names := j.Image.Written()
	if len(names) == 0 && f.Empty != "" {
		return f.Empty
	}
	return f.List(names)
}

// color is the color line. A plain pack gets it only in words that hosts share: hex
// and other values are refused by some and mean nothing to others (case CV01).
func (f headerForm) color(j *Job) string {
	c, ok := j.Doc.Field("color")
	if f.Color == nil || !ok || c.Value == "" || !j.gsd() && !f.takes(c) {
		return ""
	}
	return "color: " + f.Color(c.Value) + "\n"
}

// takes reports whether a key of a plain pack goes into the host's header.
func (f headerForm) takes(key model.Field) bool {
	switch key.Key {
	case "color":
		return f.Color != nil && !f.Foreign && strings.Trim(key.Value, "abcdefghijklmnopqrstuvwxyz") == ""
	case "name", "description", "tools", "disallowedTools":
		return true
	}
	return false
}

// listed reports whether the host's file carries the list: always where the host
// restricts by default, else only under enforce_tools.
func (j *Job) listed() bool {
	return j.Enforced || j.Row.Tools.BuiltIn != model.Inherits && j.Row.Tools.Key != ""
}

// blockList is a YAML list, an item a line.
func blockList(names []string) string { return blockOf("tools", names) }

// denyBlock is blockList for what is taken away.
func denyBlock(key string) func([]string) string {
	return func(names []string) string { return blockOf(key, names) }
}

func blockOf(key string, names []string) string {
	var b strings.Builder
	b.WriteString(key + ":\n")
	for _, n := range names {
		b.WriteString("  - " + bareName(n) + "\n")
	}
	return b.String()
}

// quotedFlow is a YAML list on one line, in single quotes.
func quotedFlow(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = "'" + strings.ReplaceAll(n, "'", "''") + "'"
	}
	return "tools: [" + strings.Join(quoted, ", ") + "]\n"
}

// oneLineQuoted is a description as most hosts get it.
func oneLineQuoted(s string) string { return rewrite.JSONQuote(rewrite.OneLine(s)) }

// bareName writes a name bare where YAML reads it back as that text.
func bareName(s string) string {
	if rewrite.Scalar(s) == s {
		return s
	}
	return rewrite.JSONQuote(s)
}
