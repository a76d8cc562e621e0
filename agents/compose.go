package agents

import (
	"strings"

	"toolgrant/model"
)

// Compose takes the section marker lines out of a document. Their content stays:
// an installed agent carries every section, whatever its condition says
// (spec/pipeline.md 4). Text without markers comes back as it was.
//
// Notes are errors, and then the text is unchanged and must not be used: a marker
// that is at fault leaves open which section was meant. Their lines are those of
// the text; the caller knows the file.
func Compose(text string) (string, []model.Note) {
	if !strings.Contains(text, "gsd:section") {
		return text, nil
	}
	c := composing{ids: map[string]int{}}
	var out strings.Builder
	out.Grow(len(text))
	for rest := text; rest != ""; {
		var line string
		line, rest = cutAfter(rest, '\n')
		c.line++
		if !c.marker(strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")) {
			out.WriteString(line)
		}
	}
	if c.open != "" {
		c.fault(c.opened, "unclosed-section", "the section "+c.open+" is never closed")
	}
	if len(c.notes) > 0 {
		return text, c.notes
	}
	return out.String(), nil
}

// cutAfter cuts a text after the first occurrence of a byte.
func cutAfter(s string, c byte) (head, tail string) {
	if i := strings.IndexByte(s, c); i >= 0 {
		return s[:i+1], s[i+1:]
	}
	return s, ""
}

// A composing is the state of one scan. Code fences and comments exclude each
// other, and nothing inside either is a marker.
type composing struct {
	line    int
	fence   string // the run that opened a code fence, or empty
	comment bool
	open    string // id of the open section, or empty
	opened  int    // its line
	ids     map[string]int
	notes   []model.Note
}

func (c *composing) fault(line int, code, problem string) {
	c.notes = append(c.notes, model.Note{
		Severity: model.Error, Code: code, Line: line, Problem: problem,
		Hint: "mend the gsd:section markers; the document is left out until then",
	})
}

// marker takes in a line and reports whether it is a marker and must go.
func (c *composing) marker(line string) bool {
	if c.comment {
		c.comment = !strings.Contains(line, "-->")
		return false
	}
	if c.inFence(line) {
		return false
	}
	inner, ok := strings.CutPrefix(strings.TrimFunc(line, model.ECMASpace), "<!--")
	if !ok {
		return false
	}
	if !strings.Contains(line[strings.Index(line, "<!--")+2:], "-->") {
		c.comment = true
		return false
	}
	if inner, ok = strings.CutSuffix(inner, "-->"); !ok {
		return false
	}
	inner = strings.TrimFunc(inner, model.ECMASpace)
	if rest, ok := cutWord(inner, "gsd:section"); ok {
		c.openSection(rest)
		return true
	}
	if rest, ok := cutWord(inner, "/gsd:section"); ok {
		c.closeSection(rest)
		return true
	}
	return false
}

// cutWord takes a word off the front of a text if white space or the end follows it.
func cutWord(s, word string) (string, bool) {
	rest, ok := strings.CutPrefix(s, word)
	trimmed := strings.TrimLeftFunc(rest, model.ECMASpace)
	return trimmed, ok && (rest == "" || len(trimmed) < len(rest))
}

// inFence follows code fences: up to three spaces, then three or more back-ticks or
// tildes. It reports whether the line belongs to one.
func (c *composing) inFence(line string) bool {
	body := strings.TrimLeft(line, " ")
	if len(line)-len(body) > 3 || !strings.HasPrefix(body, "```") && !strings.HasPrefix(body, "~~~") {
		return c.fence != ""
	}
	rest := strings.TrimLeft(body, body[:1])
	run := body[:len(body)-len(rest)]
	switch {
	case c.fence == "":
		if run[0] == '`' && strings.Contains(rest, "`") {
			return false
		}
		c.fence = run
	case run[0] == c.fence[0] && len(run) >= len(c.fence) && strings.TrimFunc(rest, model.ECMASpace) == "":
		c.fence = ""
	}
	return true
}
