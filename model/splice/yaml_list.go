package splice

import (
	"errors"
	"fmt"
	"strings"

	"toolgrant/model"
)

// AppendYAMLList locates the edits that add entries to the list of one key, in the
// form in which the list is written. The lines are those of the key alone. Whether
// the result means what it should is for the caller to read back: the edits rest on
// a scan of their own, not on the parser.
func AppendYAMLList(lines string, form model.ListForm, entries []string) ([]Edit, error) {
	s, err := locate(lines)
	if err != nil {
		return nil, err
	}
	switch form {
	case model.InlineList:
		return s.appendPlain(entries), nil
	case model.QuotedList:
		return s.appendQuoted(entries)
	case model.ScalarList:
		return s.appendBlockScalar(entries)
	case model.BlockList:
		return s.appendBlock(entries), nil
	case model.FlowList:
		return s.appendFlow(entries)
	}
	return nil, fmt.Errorf("a list of the form %s cannot be edited", form)
}

// A slot is one key with its value, by offsets into its lines.
type slot struct {
	lines string
	gap   int // just after the colon
	value int // first byte of the value, after an anchor
}

var errOddKey = errors.New("the key is written in a way that cannot be edited")

// locate finds the value of a key that is a plain or quoted word with a colon.
func locate(lines string) (slot, error) {
	i := blanks(lines, 0)
	if i < len(lines) && (lines[i] == '"' || lines[i] == '\'') {
		end := strings.IndexByte(lines[i+1:], lines[i])
		if end < 0 {
			return slot{}, errOddKey
		}
		i += end + 2
	} else {
		for i < len(lines) && lines[i] != ':' && lines[i] > ' ' && lines[i] != '?' && lines[i] != '&' && lines[i] != '!' {
			i++
		}
	}
	i = blanks(lines, i)
	if i == len(lines) || lines[i] != ':' {
		return slot{}, errOddKey
	}
	s := slot{lines: lines, gap: i + 1}
	s.value = skip(lines, s.gap)
	if s.value < len(lines) && lines[s.value] == '&' {
		anchor := strings.IndexAny(lines[s.value:], " \t\r\n")
		if anchor < 0 {
			anchor = len(lines) - s.value
		}
		s.value = skip(lines, s.value+anchor)
	}
	if s.value >= len(lines) {
		return slot{}, errors.New("the key has no value")
	}
	return s, nil
}

// blanks returns the offset of the first byte from i that is no space and no tab.
func blanks(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	return i
}

// skip passes blanks, line breaks and comments.
func skip(s string, i int) int {
	for i < len(s) {
		switch s[i] {
		case ' ', '\t', '\r', '\n':
			i++
		case '#':
			i = lineEnd(s, i)
		default:
			return i
		}
	}
	return i
}

// lineEnd returns the offset of the line break that ends the line of i.
func lineEnd(s string, i int) int {
	end := strings.IndexByte(s[i:], '\n')
	if end < 0 {
		return len(s)
	}
	if end > 0 && s[i+end-1] == '\r' {
		end--
	}
	return i + end
}

// lineStart returns the offset of the first byte of the line of i.
func lineStart(s string, i int) int { return strings.LastIndexByte(s[:i], '\n') + 1 }

// lineBreak is the line break that ends the line of i, and LF where it has none.
func lineBreak(s string, i int) string {
	if end := lineEnd(s, i); strings.HasPrefix(s[end:], "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// quoteYAML is a double-quoted scalar. Entries hold no control characters.
func quoteYAML(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// appendPlain adds to a plain scalar. The white space inside the node follows the
// reference (spec/pipeline.md 7): one space after the colon, one blank before a
// comment, none at the end of the line. A tab after the colon is kept (case FM17).
func (s slot) appendPlain(entries []string) []Edit {
	end, comment := s.plainEnd()
	edits := []Edit{{end, comment, joined(s.lines[s.value:end], entries)}}
	if run := s.lines[s.gap:blanks(s.lines, s.gap)]; len(run) > 1 && strings.Trim(run, " ") == "" && s.gap+len(run) < lineEnd(s.lines, s.gap) {
		edits = append(edits, Edit{s.gap, s.gap + len(run), " "})
	}
	return edits
}

// plainEnd returns the end of a plain scalar, which may run over several lines, and
// where the blank in front of a comment, or the line break, stands on its last line.
func (s slot) plainEnd() (end, comment int) {
	end = s.value
	for i := s.value; i < len(s.lines); {
		stop := lineEnd(s.lines, i)
		hash := stop
		for j := i; j < stop; j++ {
			if s.lines[j] == '#' && j > 0 && (s.lines[j-1] == ' ' || s.lines[j-1] == '\t' || s.lines[j-1] == '\n') {
				hash = j
				break
			}
		}
		if content := strings.TrimRight(s.lines[i:hash], " \t"); strings.TrimLeft(content, " \t") != "" {
			end, comment = i+len(content), hash
			if hash < stop {
				comment = max(end, hash-1)
			}
		}
		if hash < stop {
			break
		}
		i = stop + len(lineBreak(s.lines, i))
	}
	return end, comment
}

// joined is what follows the text of a comma separated list to make it longer. A
// comma that is there already separates (case TL18).
func joined(text string, entries []string) string {
	more := strings.Join(entries, ", ")
	if strings.HasSuffix(text, ",") {
		return " " + more
	}
	return ", " + more
}

// appendQuoted adds inside the quotes of a quoted scalar.
func (s slot) appendQuoted(entries []string) ([]Edit, error) {
	closing := quoteEnd(s.lines, s.value)
	if closing < 0 {
		return nil, errors.New("the quote does not close")
	}
	text := strings.TrimRight(s.lines[s.value+1:closing], " \t\r\n")
	more := joined(text, entries)
	if s.lines[s.value] == '"' {
		more = quoteYAML(more)
		more = more[1 : len(more)-1]
	} else {
		more = strings.ReplaceAll(more, "'", "''")
	}
	at := s.value + 1 + len(text)
	return []Edit{{at, at, more}}, nil
}

// quoteEnd returns the offset of the quote that closes the one at i, or -1.
func quoteEnd(s string, i int) int {
	quote := s[i]
	if quote != '"' && quote != '\'' {
		return -1
	}
	for j := i + 1; j < len(s); j++ {
		switch {
		case s[j] == '\\' && quote == '"':
			j++
		case s[j] != quote:
		case quote == '\'' && j+1 < len(s) && s[j+1] == '\'':
			j++
		default:
			return j
		}
	}
	return -1
}
