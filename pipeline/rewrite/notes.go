package rewrite

import "strings"

const (
	noteOpen  = "<runtime_note"
	noteClose = "</runtime_note>"
	// The one heading inside a note that is meant for a single host.
	copilotHeading = "copilot (vs code)"
)

// notes keeps the <runtime_note> elements that are meant for a host and removes the
// others. A note that is kept loses its attribute and the paragraphs that speak to
// Copilot alone; source: spec/pipeline.md 8.1, NOTES.
func notes(host string) Step {
	return Step{At: noteOpen, Cases: []Case{{Take: upTo(noteClose), Edit: func(element string) (string, bool) {
		meant, content, ok := openNote(element)
		if !ok {
			return "", false
		}
		if meant != "" && strings.ToLower(meant) != host {
			return "", true
		}
		content = trim(withoutCopilot(strings.TrimSuffix(content, noteClose)))
		if content == "" {
			return "", true
		}
		return noteOpen + ">\n" + content + "\n" + noteClose, true
	}}}}
}

// openNote reads the opening tag: the host it names, empty for any, and what follows.
// A tag in any other shape is text. Either quote closes either quote.
func openNote(element string) (host, content string, ok bool) {
	const attribute, quotes = "runtime=", `"'`
	rest := element[len(noteOpen):]
	if rest[0] == '>' {
		return "", rest[1:], true
	}
	value, ok := strings.CutPrefix(rest[whiteRun(rest, 0):], attribute)
	if !ok || whiteRun(rest, 0) == 0 || strings.IndexByte(quotes, value[0]) < 0 {
		return "", "", false
	}
	end := strings.IndexAny(value[1:], quotes)
	if end <= 0 {
		return "", "", false
	}
	content, ok = strings.CutPrefix(value[end+2:], ">")
	return value[1 : end+1], content, ok
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
