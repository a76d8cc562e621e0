package agents

import (
	"fmt"
	"strings"

	"toolgrant/model"
	"toolgrant/model/splice"
)

// The keys that this package gives a meaning to.
const (
	nameKey        = "name"
	descriptionKey = "description"
	toolsKey       = "tools"
	deniedKey      = "disallowedTools"
)

// maxHeader bounds the header in bytes. The longest seen in the field is a few
// kilobytes; a header of megabytes is a lost closing fence.
const maxHeader = 64 << 10

// Parse reads the text of one agent file. The path is for messages, the stem (file
// name without ".md") is what selectors match and the name of agents without one.
func Parse(path, stem, text string) model.Document {
	d := model.Document{Stem: stem, Name: stem, Path: path}
	d.Tools.Form = model.Absent
	parts, fence, line := splice.Frontmatter(text)
	d.Parts = parts
	switch fence {
	case splice.Unfenced:
		d.Notes = append(d.Notes, unfencedNote(path, parts.Body))
		return d
	case splice.Unterminated:
		refuse(&d, line, "unterminated-header", `the frontmatter has no closing fence`,
			`end the header with a line that is "---"`)
		return d
	case splice.Dotted:
		refuse(&d, line, "dotted-header", `the frontmatter ends in "...", which hosts do not take for a fence`,
			`end the header with a line that is "---"`)
		return d
	}
	if len(parts.Header) > maxHeader {
		refuse(&d, line, "header-too-long", fmt.Sprintf("the frontmatter is longer than %d KiB", maxHeader>>10),
			"look for a lost closing fence")
		return d
	}
	readHeader(&d)
	return d
}

// readHeader fills in everything that stands between the fences.
func readHeader(d *model.Document) {
	keys, fault := readKeys(d)
	if !d.Fenced() {
		return // the block turned out to be body text
	}
	if fault.code != "" && keys == nil {
		refuse(d, fault.line, fault.code, fault.problem, fault.hint)
		return
	}
	d.Fields = make([]model.Field, len(keys))
	for i, k := range keys {
		d.Fields[i] = k.Field
	}
	readName(d)
	readDescription(d)
	noteKeys(d)
	readDenied(d, keys)
	readServers(d, keys)
	if fault.code != "" {
		refuse(d, fault.line, fault.code, fault.problem, fault.hint)
		return
	}
	readTools(d, keys)
}

// A fault says why something has no safe reading. Its line counts from 1 in the
// file; 0 stands for the line of the key it is about.
type fault struct {
	line                int
	code, problem, hint string
}

// refuse marks the list of a document as one that must not be touched.
func refuse(d *model.Document, line int, code, problem, hint string) {
	d.Tools.Form, d.Tools.Entries = model.Unreadable, nil
	if d.Tools.Line == 0 {
		d.Tools.Line = line
	}
	note(d, model.Error, code, line, problem, hint)
}

// note adds what there is to say about a line of the document.
func note(d *model.Document, severity model.Severity, code string, line int, problem, hint string) {
	d.Notes = append(d.Notes, model.Note{
		Severity: severity, Code: code, File: d.Path, Line: line, Agent: model.Family(d.Stem),
		Problem: problem, Hint: hint,
	})
}

// unfencedNote says why a text without a fence on its first line is no agent, and
// points at the fence that was meant where there is one (case FM07).
func unfencedNote(path, body string) model.Note {
	n := model.Note{
		Severity: model.Warning, Code: "no-header", File: path, Line: 1,
		Problem: "the file has no frontmatter, so hosts do not take it for an agent",
		Hint:    `begin the file with a "---" line, the keys name and description, and a "---" line`,
	}
	line := 1
	for rest := body; rest != ""; line++ {
		var l string
		l, rest, _ = strings.Cut(rest, "\n")
		trimmed := strings.TrimSpace(l)
		if trimmed == "" {
			continue
		}
		if trimmed == "---" {
			n.Line = line
			n.Problem = `the "---" is not the whole first line, so hosts see no frontmatter`
			n.Hint = "take away the blank lines and the indentation in front of it"
		}
		break
	}
	return n
}
