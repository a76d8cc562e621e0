package rewrite

import "strings"

const (
	noteOpen  = "<runtime_note"
	noteClose = "</runtime_note>"

	noteAttribute = "runtime="
	quotes        = `"'`

	// The one heading inside a note that is meant for a single host.
	copilotHeading = "copilot (vs code)"
)

// notes keeps the <runtime_note> elements that are meant for a host and removes the
// others. A note that is kept loses its attribute and the paragraphs that speak to
// Copilot alone; source: spec/pipeline.md 8.1, NOTES.
func notes(host string) Step {
	return Step{At: noteOpen, Until: noteClose, Cases: []Case{{Right: noteTag, Take: upTo(noteClose), Edit: func(element string) (string, bool) {
		tag := tagEnd(element, len(noteOpen))
		if meant := hostOf(element[len(noteOpen):tag]); meant != "" && strings.ToLower(meant) != host {
			return "", true
		}
		content := trim(withoutCopilot(element[tag : len(element)-len(noteClose)]))
		if content == "" {
			return "", true
		}
		return noteOpen + ">\n" + content + "\n" + noteClose, true
	}}}}
}

// noteTag is the rest of an opening tag, with one attribute or with none.
func noteTag(text string, at int) bool { return tagEnd(text, at) > 0 }

// tagEnd returns where the opening tag ends whose rest begins at an offset, or 0. A tag
// in any other shape is text. Either quote closes either quote.
func tagEnd(text string, at int) int {
	if strings.HasPrefix(text[at:], ">") {
		return at + 1
	}
	value := whiteRun(text, at)
	if value == at || !strings.HasPrefix(text[value:], noteAttribute) {
		return 0
	}
	value += len(noteAttribute)
	if value == len(text) || strings.IndexByte(quotes, text[value]) < 0 {
		return 0
	}
	length := strings.IndexAny(text[value+1:], quotes)
	end := value + 1 + length + 1
	if length <= 0 || !strings.HasPrefix(text[end:], ">") {
		return 0
	}
	return end + 1
}

// hostOf is the value of the tag's attribute.
func hostOf(tag string) string {
	if i := strings.IndexAny(tag, quotes); i >= 0 {
		return tag[i+1 : len(tag)-2]
	}
	return ""
}

// withoutCopilot removes the paragraphs under Copilot's heading. A paragraph begins
// with a bold heading at the start of a line and runs to the next blank line, over
// any other heading in between.
func withoutCopilot(content string) string {
	if indexFold(content, "(vs code)", 0) < 0 {
		return content
	}
	var out strings.Builder
	for at := 0; at < len(content); {
		// The line feed before a paragraph goes with it, so that none is left over.
		line := at
		if content[at] == '\n' {
			line++
		}
		heading, ok := boldHeading(content[line:])
		if !ok {
			next := strings.IndexByte(content[line:], '\n')
			if next < 0 {
				next = len(content) - line
			}
			out.WriteString(content[at : line+next])
			at = line + next
			continue
		}
		end := blankLine(content, line)
		if strings.ToLower(trim(heading)) != copilotHeading {
			out.WriteString(content[at:end])
		}
		at = end
	}
	return out.String()
}

// boldHeading reads "**Heading:**" at the start of an indented line.
func boldHeading(line string) (string, bool) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "**")
	if !ok {
		return "", false
	}
	heading, _, ok := strings.Cut(rest, ":**")
	return heading, ok && !strings.ContainsAny(heading, "*\n")
}

// blankLine returns the line feed before the next line that holds only spaces and
// tabs, or the end of the text.
func blankLine(text string, at int) int {
	for i := at; i < len(text); i++ {
		if text[i] != '\n' {
			continue
		}
		if next := span(text, i+1, blank); next < len(text) && text[next] == '\n' {
			return i
		}
	}
	return len(text)
}

func blank(c byte) bool { return c == ' ' || c == '\t' }
