package agents

import (
	"fmt"
	"strings"
	"unicode"

	"toolgrant/model"
)

// readName takes the raw text of the name, so that an agent called 007 is not
// agent 7 (case FM20). Selectors match the stem, whatever the name says.
func readName(d *model.Document) {
	f, ok := d.Field(nameKey)
	switch {
	case !ok || f.Kind == model.NullField || f.Kind == model.TextField && strings.TrimSpace(f.Value) == "":
		note(d, model.Warning, "missing-name", max(f.Line, 1), "the agent has no name, so some hosts leave it out",
			fmt.Sprintf(`add "name: %s"`, model.Family(d.Stem)))
	case f.Kind != model.TextField:
		note(d, model.Error, "name-not-text", f.Line, "the name is not text", "write the name as a word; braces and brackets need quotes")
	case strings.ContainsFunc(f.Value, unicode.IsControl):
		note(d, model.Error, "name-not-text", f.Line, "the name holds a line break or a control character", "write the name on one line")
	default:
		d.Name = strings.TrimSpace(f.Value)
		if f.Typed {
			note(d, model.Warning, "name-typed", f.Line, "the name is a number or another value that is no text to YAML, so some hosts, Claude Code among them, do not load the agent",
				fmt.Sprintf("quote it: name: %q", d.Name))
		}
		if d.Name != d.Stem && d.Name != model.Family(d.Stem) {
			note(d, model.Info, "name-differs", f.Line,
				fmt.Sprintf("the agent is named %q in the file %q", d.Name, d.Stem),
				fmt.Sprintf("selectors match the file name: use %q", model.Family(d.Stem)))
		}
	}
}

// readDescription takes the decoded text, folded and literal blocks included.
func readDescription(d *model.Document) {
	f, ok := d.Field(descriptionKey)
	switch {
	case ok && f.Kind == model.TextField && strings.TrimSpace(f.Value) != "":
		d.Description = f.Value
	case ok && (f.Kind == model.ListField || f.Kind == model.MapField):
		note(d, model.Error, "description-not-text", f.Line, "the description is not text", "write it as text; braces and brackets need quotes")
	default:
		note(d, model.Warning, "missing-description", max(f.Line, 1), "the agent has no description, so some hosts leave it out",
			"say in one line when to use the agent")
	}
}

// noteKeys warns of keys that hosts read in different ways.
func noteKeys(d *model.Document) {
	first := make(map[string]int, len(d.Fields))
	for _, f := range d.Fields {
		if line, ok := first[f.Key]; ok && f.Key != toolsKey {
			d.Broken = true
			note(d, model.Warning, "duplicate-key", f.Line,
				fmt.Sprintf("the key %q stands on lines %d and %d: strict hosts reject the file, others differ in which one they read", f.Key, line, f.Line),
				"keep one of them")
		}
		first[f.Key] = f.Line
		if f.Key == "color" && f.Kind == model.NullField && commented(d.Header[f.Start:f.End]) {
			note(d, model.Warning, "color-comment", f.Line, "the colour is a YAML comment, so the agent has none", `put it into quotes: color: "#..."`)
		}
		for _, want := range []string{toolsKey, deniedKey} {
			if f.Key != want && strings.EqualFold(f.Key, want) {
				note(d, model.Warning, "key-case", f.Line, fmt.Sprintf("hosts do not read the key %q: case matters", f.Key),
					fmt.Sprintf("write it as %q, or take it away", want))
			}
		}
	}
}

// commented reports whether the value of a key is a comment (case FM21).
func commented(lines string) bool {
	_, value, _ := strings.Cut(firstLine(lines), ":")
	return strings.HasPrefix(strings.TrimLeft(value, " \t"), "#")
}

// firstLine is a text up to its first line break.
func firstLine(s string) string {
	l, _, _ := strings.Cut(s, "\n")
	return l
}

// noteEntries says what is odd about a list that reads well.
func noteEntries(d *model.Document) {
	for _, e := range d.Tools.Entries {
		switch {
		case spaced(e):
			note(d, model.Warning, "space-separated", d.Tools.Line,
				fmt.Sprintf("%q is one odd name to some hosts and %d tools to others", e, len(strings.Fields(e))),
				"separate the tools with commas")
		case strings.Count(e, "(") != strings.Count(e, ")"):
			note(d, model.Warning, "torn-entry", d.Tools.Line,
				fmt.Sprintf("the entry %q has an unpaired parenthesis: a comma inside it may have cut it", e),
				"put the whole entry into quotes")
		}
	}
}
