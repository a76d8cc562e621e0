package agents

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"

	"toolgrant/model"
)

const scalar = yaml.ScalarNode

// readTools finds the one tools key and reads its list.
func readTools(d *model.Document, keys []key) {
	var found []key
	for _, k := range keys {
		if k.Key == toolsKey {
			found = append(found, k)
		}
	}
	lines := toolsLines(d.Header)
	if len(found) > 0 {
		d.Tools.Line = found[0].Line
	}
	switch {
	case len(found) > 1:
		refuse(d, found[1].Line, "duplicate-tools",
			fmt.Sprintf("two tools keys, on lines %d and %d: hosts differ in which one they read", found[0].Line, found[1].Line),
			"keep one of them")
		return
	case len(lines) > len(found) || len(lines) == 1 && len(found) == 1 && lines[0] != found[0].Line:
		refuse(d, lines[len(lines)-1], "hidden-tools",
			fmt.Sprintf("line %d begins like a tools key but is part of another value: hosts differ in how they read it", lines[len(lines)-1]),
			"indent the line, or reword it")
		return
	case len(found) == 0:
		if line := strayKey(*d, toolsKey); line > 0 {
			refuse(d, line, "hidden-tools",
				fmt.Sprintf("line %d looks like a tools key, but the frontmatter is no valid YAML and the key is not one of it", line),
				"write the key at the start of a line, and mend the header")
		}
		return
	}
	k := found[0]
	if k.value == nil {
		f := rawFault(k.Field, d.Header[k.Start:k.End])
		refuse(d, f.line, f.code, f.problem, f.hint)
		return
	}
	form, entries, f := readList(k.value)
	if f.code != "" {
		refuse(d, k.Line+f.line, f.code, toolsKey+" "+f.problem, f.hint)
		return
	}
	d.Tools.Form, d.Tools.Entries = form, entries
	noteEntries(d)
}

// readDenied reads disallowedTools, of every key of that name: leaving one out
// would widen the agent.
func readDenied(d *model.Document, keys []key) {
	if !slices.ContainsFunc(keys, func(k key) bool { return k.Key == deniedKey }) {
		if line := strayKey(*d, deniedKey); line > 0 {
			note(d, model.Error, "denied-unreadable", line,
				deniedKey+" is not a key of the frontmatter, which is no valid YAML", "write the key at the start of a line, and mend the header")
		}
	}
	for _, k := range keys {
		if k.Key != deniedKey || k.Kind == model.NullField {
			continue
		}
		f := fault{problem: "is no list that YAML can read"}
		if k.value != nil {
			v := k.value
			if v.Kind == yaml.AliasNode {
				v = v.Alias
			}
			var entries []string
			if _, entries, f = readList(v); f.code == "" || f.code == "empty-value" {
				d.Denied = append(d.Denied, entries...)
				continue
			}
		}
		note(d, model.Error, "denied-unreadable", k.Line, deniedKey+" "+f.problem,
			"write it as a comma separated line or as a list")
	}
}

// readList is what a value means as a tool list. The line of its fault is relative
// to the line of the key.
func readList(v *yaml.Node) (model.ListForm, []string, fault) {
	if v.Style&yaml.TaggedStyle != 0 {
		return "", nil, fault{code: "tagged-value", problem: "has an explicit YAML tag", hint: "take the tag away"}
	}
	switch v.Kind {
	case yaml.AliasNode:
		return "", nil, fault{code: "alias-value", problem: "is a YAML alias, so its list stands elsewhere", hint: "write the list out"}
	case yaml.MappingNode:
		return "", nil, fault{code: "map-value", problem: "is a map, as OpenCode writes it, and no list",
			hint: "write it as a comma separated line for Claude Code, or leave the file to OpenCode"}
	case yaml.SequenceNode:
		return readItems(v)
	}
	return readText(v)
}

// readText reads a list that is one scalar.
func readText(v *yaml.Node) (model.ListForm, []string, fault) {
	if v.Style == 0 {
		if kind := typeName(v); kind != "" {
			code := "not-a-list"
			if kind == "null" {
				code = "empty-value"
			}
			return "", nil, fault{code: code, problem: "is " + typed(kind, v.Value) + ", not a list",
				hint: `leave the key out for every tool, write "tools: []" for none, or name the tools`}
		}
	}
	if strings.EqualFold(strings.TrimSpace(v.Value), "all") {
		return "", nil, fault{code: "not-a-list", problem: fmt.Sprintf("is the word %q, not a list", strings.TrimSpace(v.Value)),
			hint: "leave the key out for every tool"}
	}
	entries, closed := splitTools(v.Value)
	switch {
	case !closed:
		return "", nil, fault{code: "open-parenthesis", problem: "has a parenthesis that never closes", hint: "close it"}
	case len(entries) == 0:
		return "", nil, fault{code: "empty-value", problem: "is an empty text, which some hosts read as no tool and others as every tool",
			hint: `leave the key out for every tool, or write "tools: []" for none`}
	}
	if f := controlFault(entries); f.code != "" {
		return "", nil, f
	}
	form := model.InlineList
	switch {
	case v.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		form = model.ScalarList
	case v.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0:
		form = model.QuotedList
	}
	return form, entries, fault{}
}

// readItems reads a block or flow list.
func readItems(v *yaml.Node) (model.ListForm, []string, fault) {
	form := model.BlockList
	if v.Style&yaml.FlowStyle != 0 {
		form = model.FlowList
	}
	if len(v.Content) > maxEntries {
		return "", nil, fault{code: "list-too-long", problem: fmt.Sprintf("has more than %d entries", maxEntries)}
	}
	entries := make([]string, 0, len(v.Content))
	for i, item := range v.Content {
		kind := typeName(item)
		switch {
		case item.Kind == yaml.AliasNode:
			kind = "an alias"
		case item.Kind != yaml.ScalarNode:
			kind = "a list or a map"
		case item.Style&yaml.TaggedStyle != 0:
			kind = "tagged"
		}
		if kind != "" {
			return "", nil, fault{code: "item-not-text", problem: fmt.Sprintf("entry %d is %s, not a name", i+1, typed(kind, item.Value)),
				hint: "write the name of a tool, in quotes if need be"}
		}
		if e := strings.TrimSpace(item.Value); e != "" {
			entries = append(entries, e)
		}
	}
	return form, entries, controlFault(entries)
}

// maxEntries bounds a list (DECISIONS 17).
const maxEntries = 10_000

// typeName is the YAML type of a plain scalar that is not text, else empty.
func typeName(n *yaml.Node) string {
	if n.Kind != yaml.ScalarNode || n.Style != 0 {
		return ""
	}
	switch n.ShortTag() {
	case "!!null":
		return "null"
	case "!!bool":
		return "a boolean"
	case "!!int", "!!float":
		return "a number"
	case "!!timestamp":
		return "a date"
	}
	return ""
}

// typed shows a value beside its type, where it has one.
func typed(kind, value string) string {
	if value == "" {
		return kind
	}
	return fmt.Sprintf("%s (%s)", kind, value)
}

// controlFault refuses entries that would break out of the line they are written to.
func controlFault(entries []string) fault {
	for _, e := range entries {
		for _, r := range e {
			if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == unicode.ReplacementChar {
				return fault{code: "control-character", problem: fmt.Sprintf("has the entry %q with the character %U", e, r), hint: "take the character out"}
			}
		}
	}
	return fault{}
}

// toolsLines is the line numbers, in the file, of everything at the start of a line
// that a host which reads by pattern would take for a tools key.
func toolsLines(header string) []int {
	var lines []int
	for at := 0; ; {
		i := strings.Index(header[at:], toolsKey)
		if i < 0 {
			return lines
		}
		i += at
		at = i + len(toolsKey)
		before, after := header[:i], header[at:]
		if n := len(before); n > 0 && (before[n-1] == '"' || before[n-1] == '\'') && strings.HasPrefix(after, before[n-1:]) {
			before, after = before[:n-1], after[1:]
		}
		if startsLine(before) && strings.HasPrefix(strings.TrimLeft(after, " \t"), ":") {
			lines = append(lines, lineOf(header, i))
		}
	}
}

// startsLine reports whether what follows a text begins a line, by any reading.
func startsLine(before string) bool {
	for _, brk := range []string{"\n", "\r", "\u0085", "\u2028", "\u2029"} {
		if strings.HasSuffix(before, brk) {
			return true
		}
	}
	return before == ""
}
