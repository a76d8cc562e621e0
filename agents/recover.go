package agents

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"toolgrant/model"
	"toolgrant/model/splice"
)

// brokenHint names the hosts by what they do with a header that is no YAML
// (spec/hosts.md, hosts-a.md 3-6, hosts-b.md "listed but dangerous").
const brokenHint = "quote the value; Codex, Gemini CLI, Copilot, Cline, Kimi Code and pi reject such a file, Claude Code by version, " +
	"and OpenCode, Kilo, Auggie and CodeBuddy may read it as an agent with every tool"

// fieldNames are the keys that agent files have in the field. Inside a description
// that runs over several unindented lines only these begin a key; "user:" and
// "Context:" are prose there (case FM04).
func fieldName(name string) bool {
	return slices.Contains([]string{
		nameKey, descriptionKey, toolsKey, deniedKey, "allowed-tools", "model", "color", "permissionMode", "permission",
		"skills", "memory", "maxTurns", "mcpServers", "hooks", "effort", "background", "isolation", "initialPrompt",
		"mode", "temperature", "version", "license", "metadata",
	}, name)
}

// recoverKeys reads a header that is no YAML as a whole, key by key. A key whose own
// lines are YAML has its meaning; of others only the raw text is known. The fault
// passed in is what to say about the header, at the first key that does not read;
// the one returned refuses the header as a whole.
func recoverKeys(d *model.Document, f *fault) ([]key, fault) {
	d.Broken = true
	if f != nil {
		if line := strayBody(d.Header); line > 0 {
			d.Body, d.Open, d.Header, d.Close = d.Open+d.Header+d.Close+d.Body, "", "", ""
			d.Broken = false
			refuse(d, line, "lost-fence", fmt.Sprintf("the closing fence is missing, expected before line %d", line),
				`write a "---" line there; the next "---" is a rule in the text`)
			return nil, fault{}
		}
	}
	starts := keyLines(d.Header)
	if len(starts) > maxKeys {
		return nil, tooManyKeys()
	}
	keys := make([]key, 0, len(starts))
	first := 0
	for i, s := range starts {
		end := len(d.Header)
		if i+1 < len(starts) {
			end = starts[i+1].offset
		}
		end = trimTail(d.Header, s.offset, end)
		k := readChunk(d.Header[s.offset:end], s)
		k.Start, k.End = s.offset, end
		if k.value == nil && first == 0 {
			first = k.Line
		}
		keys = append(keys, k)
	}
	if f != nil {
		line := f.line
		if f.code == "invalid-yaml" && first > 0 {
			line = first
		}
		note(d, model.Warning, f.code, line, f.problem, f.hint)
	}
	return keys, fault{}
}

// yamlFault puts the parser's answer into the words of a note.
func yamlFault(err error) *fault {
	f := &fault{line: 2, code: "invalid-yaml", hint: brokenHint}
	msg := strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(msg, "line "); ok {
		if number, cause, found := strings.Cut(rest, ": "); found {
			if n, err := strconv.Atoi(number); err == nil {
				f.line, msg = n+1, cause
			}
		}
	}
	f.problem = "the frontmatter is not valid YAML: " + msg
	return f
}

// A keyLine is a line of a header that begins a key.
type keyLine struct {
	name   string
	colon  int // offset of the colon, relative to the line
	offset int
	line   int // in the file
}

// keyLines finds the lines that begin a key. After a blank line or a line of prose
// only well-known names do, because then it is prose that is being read.
func keyLines(header string) []keyLine {
	var found []keyLine
	prose := false
	for at, line := 0, 2; at < len(header); line++ {
		l, _, _ := strings.Cut(header[at:], "\n")
		name, colon := keyOf(l)
		switch {
		case name != "" && (!prose || fieldName(name)):
			found = append(found, keyLine{name, colon, at, line})
			prose = false
		case l != "" && strings.IndexByte(" \t#-", l[0]) >= 0:
			// Indented lines, comments and items at the margin belong to the key above.
		default:
			prose = true
		}
		at += len(l) + 1
	}
	return found
}

// keyOf is the key that a line begins with, and where its colon stands. A tools key
// needs no blank after the colon: hosts that read by pattern take it for one.
func keyOf(line string) (string, int) {
	name, end := line, 0
	if quote := line != "" && (line[0] == '"' || line[0] == '\''); quote {
		close := strings.IndexByte(line[1:], line[0])
		if close < 0 {
			return "", 0
		}
		name, end = line[1:1+close], close+2
	} else {
		end = strings.IndexByte(line, ':')
		if end < 0 {
			return "", 0
		}
		name = strings.TrimRight(line[:end], " \t")
	}
	colon := end + indentOf(line[end:])
	rest, ok := strings.CutPrefix(line[colon:], ":")
	if !ok || name == "" || !isKeyName(name) {
		return "", 0
	}
	if rest != "" && strings.IndexByte(" \t\r", rest[0]) < 0 && name != toolsKey {
		return "", 0
	}
	return name, colon
}

// isKeyName reports whether a text looks like a key and not like a sentence.
func isKeyName(s string) bool {
	for i, r := range s {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_'
		if !letter && (i == 0 || !(r >= '0' && r <= '9' || r == '-' || r == '.')) {
			return false
		}
	}
	return true
}

// readChunk reads the lines of one key by themselves.
func readChunk(chunk string, s keyLine) key {
	k := key{Field: model.Field{Key: s.name, Line: s.line}}
	if splice.OddBreak(chunk) < 0 {
		if name, value, err := splice.YAMLEntry(chunk); err == nil && name.Value == s.name {
			k.value = value
			k.Kind, k.Value, k.Typed = meaning(value)
			return k
		}
	}
	k.Value = strings.TrimSpace(chunk[s.colon+1:])
	k.Kind = model.TextField
	switch {
	case k.Value == "":
		k.Kind = model.NullField
	case k.Value[0] == '{':
		k.Kind, k.Value = model.MapField, ""
	case k.Value[0] == '[':
		k.Kind, k.Value = model.ListField, ""
	}
	return k
}

// rawFault says why the lines of a tools key are no list.
func rawFault(f model.Field, lines string) fault {
	if odd := splice.OddBreak(lines); odd >= 0 {
		return fault{f.Line + strings.Count(lines[:odd], "\n"), "odd-line-break",
			"tools holds a character that some hosts take for a line break and others for text", "replace it"}
	}
	for i, l := range strings.Split(lines, "\n") {
		if strings.HasPrefix(strings.TrimLeft(l, " "), "\t") {
			return fault{f.Line + i, "tab-indentation", "the tool list is indented with a tab, which YAML does not allow",
				"indent it with spaces"}
		}
	}
	switch {
	case f.Value == "*":
		return fault{f.Line, "bare-star", `tools is a bare "*", which YAML does not allow`,
			"leave the key out for every tool, or name the tools"}
	case strings.HasPrefix(f.Value, "- "):
		return fault{f.Line, "invalid-list", "the list begins on the line of its key, which YAML does not allow",
			"begin it on the next line"}
	}
	_, _, err := splice.YAMLEntry(lines)
	problem := "the tool list is not valid YAML"
	if err != nil {
		problem += ": " + strings.TrimPrefix(err.Error(), "yaml: ")
	}
	return fault{f.Line, "invalid-list", problem, "write it as a comma separated line or as a list"}
}

// strayBody recognises a header that swallowed the text of the document because its
// closing fence was lost: a heading, and below it a paragraph at the margin, which
// no YAML mapping holds (case FM05). It returns the line of the heading, or 0.
func strayBody(header string) int {
	heading := 0
	for line := 2; header != ""; line++ {
		var l string
		l, header, _ = strings.Cut(header, "\n")
		l = strings.TrimRight(l, " \t\r")
		hashes := len(l) - len(strings.TrimLeft(l, "#"))
		switch {
		case hashes > 0:
			if heading == 0 && hashes <= 6 && strings.HasPrefix(l[hashes:], " ") {
				heading = line
			}
		case heading > 0 && l != "" && strings.IndexByte(" \t-", l[0]) < 0:
			if name, _ := keyOf(l); name == "" {
				return heading
			}
		}
	}
	return 0
}
