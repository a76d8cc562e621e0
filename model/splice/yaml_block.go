package splice

import (
	"errors"
	"strings"
)

// appendBlock adds items below the last one, as the reference writes them: the
// indentation of the list, a dash, a space, the entry in double quotes. What is
// commented out or blank below the last item stays below.
func (s slot) appendBlock(entries []string) []Edit {
	last := s.lastLine(lineStart(s.lines, s.value))
	first := lineStart(s.lines, s.value)
	indent := s.lines[first:blanks(s.lines, first)]
	brk := lineBreak(s.lines, last)
	var b strings.Builder
	for _, e := range entries {
		b.WriteString(brk + indent + "- " + quoteYAML(e))
	}
	end := lineEnd(s.lines, last)
	return []Edit{{end, end, b.String()}}
}

// lastLine returns the start of the last line from i that is neither blank nor a
// comment: the last thing of the value, whatever lines it runs over.
func (s slot) lastLine(i int) int {
	last := i
	for i < len(s.lines) {
		end := lineEnd(s.lines, i)
		if text := strings.TrimLeft(s.lines[i:end], " \t"); text != "" && text[0] != '#' {
			last = i
		}
		i = end + len(lineBreak(s.lines, i))
	}
	return last
}

// appendBlockScalar adds to a literal or folded scalar, inside the block. Where each
// entry has a line of its own, so does a new one.
func (s slot) appendBlockScalar(entries []string) ([]Edit, error) {
	var content []int // starts of the lines that hold text
	for i := lineEnd(s.lines, s.value); i < len(s.lines); {
		i += len(lineBreak(s.lines, i))
		if i >= len(s.lines) {
			break
		}
		end := lineEnd(s.lines, i)
		text := i + indentation(s.lines[i:end])
		if text < end {
			if len(content) > 0 && indentation(s.lines[i:end]) < indentation(s.lines[content[0]:]) {
				break // a comment below the block
			}
			content = append(content, i)
		}
		i = end
	}
	if len(content) == 0 {
		return nil, errors.New("the block holds no text")
	}
	last := content[len(content)-1]
	text := strings.TrimRight(s.lines[last:lineEnd(s.lines, last)], " \t")
	at := last + len(text)
	if len(content) == 1 {
		return []Edit{{at, at, joined(text, entries)}}, nil
	}
	before := strings.TrimRight(s.lines[content[len(content)-2]:lineEnd(s.lines, content[len(content)-2])], " \t")
	brk := lineBreak(s.lines, last) + s.lines[last:last+indentation(text)]
	switch {
	case strings.HasSuffix(before, ","):
		lead := ","
		if strings.HasSuffix(text, ",") {
			lead = ""
		}
		return []Edit{{at, at, lead + brk + strings.Join(entries, ","+brk)}}, nil
	case s.lines[s.value] == '|' && !strings.HasSuffix(text, ","):
		return []Edit{{at, at, brk + strings.Join(entries, brk)}}, nil
	}
	return []Edit{{at, at, joined(text, entries)}}, nil
}

// indentation is the number of spaces at the start of a line: tabs do not indent.
func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
