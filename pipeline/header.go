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
	// List writes the tools lines for the names of the host; it is called with no
	// names only when Empty is "".
	List func(names []string) string
	// Empty stands for a list with nothing in it. Hosts that read an empty list as
	// "all" get a name that no tool has (hosts-b.md 15).
	Empty string
	// Color writes the color line's value; nil when the host knows no such key.
	Color func(string) string
	// Needs writes a stand-in where the host refuses a file without description.
	Needs bool
	// Knob writes further lines under enforce_tools, from what the agent may do.
	Knob func(*Job) string
}

func (f headerForm) convert(j *Job) {
	j.Image = j.image()
	d := j.Doc
	if !d.Fenced() {
		j.file(j.name(), "", d.BOM+j.Body(), "")
		return
	}
	if f.List != nil && j.listed() && d.Tools.Form == model.Unreadable {
		j.refuseList()
		return
	}
	var b strings.Builder
	b.WriteString("---\nname: " + f.Name(nameOr(d, "unknown")) + "\n")
	description := j.Say(d.Description)
	if f.Needs && strings.TrimSpace(description) == "" {
		description = nameOr(d, d.Stem)
	}
	b.WriteString("description: " + f.Description(description) + "\n")
	b.WriteString(f.list(j))
	if f.Color != nil {
		if c, ok := d.Field("color"); ok && c.Value != "" {
			b.WriteString("color: " + f.Color(c.Value) + "\n")
		}
	}
	if f.Knob != nil && j.Enforced {
		b.WriteString(f.Knob(j))
	}
	b.WriteString("---\n")
	if j.gsd() {
		b.WriteString(lineEnd(d.Close)) // the reference keeps the old fence's line end as an empty line
	}
	j.file(j.name(), b.String(), j.Body(), "")
}

// list writes the tools lines, or nothing where the list is not the file's to hold.
func (f headerForm) list(j *Job) string {
	if f.List == nil || !j.listed() || j.Image.Inherits {
		return ""
	}
	names := j.Image.Written()
	if len(names) == 0 && f.Empty != "" {
		return f.Empty
	}
	return f.List(names)
}

// listed reports whether the host's file carries the list: always where the host
// restricts by default, else only under enforce_tools.
func (j *Job) listed() bool {
	return j.Enforced || j.Row.Tools.BuiltIn != model.Inherits && j.Row.Tools.Key != ""
}

// refuseList leaves an agent out whose list has no safe reading, on a host that
// would open it to everything.
func (j *Job) refuseList() {
	j.refuse(model.Note{
		Code: "unreadable-list", Line: j.Doc.Tools.Line,
		Problem: "the tool list has no safe reading, and " + j.Row.Name + " would give more or less than it says",
		Hint:    "write the list as tools: Read, Grep",
	})
}

// blockList is a YAML list, an item a line.
func blockList(names []string) string {
	var b strings.Builder
	b.WriteString("tools:\n")
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
