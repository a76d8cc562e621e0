package splice

import (
	"errors"
	"slices"
	"strings"
)

// A flowItem is one item of a flow list, by offsets.
type flowItem struct {
	start, end int
	quote      byte // 0 for a plain one
}

// A flow is a flow list as it is written.
type flow struct {
	open, close int
	items       []flowItem
	commas      []int
}

// trailing returns the comma after the last item, or -1.
func (f flow) trailing() int {
	if n := len(f.commas); n > 0 && f.commas[n-1] >= f.items[len(f.items)-1].end {
		return f.commas[n-1]
	}
	return -1
}

// scanFlow finds the parts of a flow list of scalars.
func scanFlow(s string, open int) (flow, error) {
	f := flow{open: open, close: -1}
	if s[open] != '[' {
		return f, errors.New("the list does not begin with a bracket")
	}
	for i := skip(s, open+1); i < len(s); i = skip(s, i) {
		switch s[i] {
		case ']':
			f.close = i
			return f, nil
		case ',':
			f.commas = append(f.commas, i)
			i++
		case '"', '\'':
			end := quoteEnd(s, i)
			if end < 0 {
				return f, errors.New("a quote in the list does not close")
			}
			f.items = append(f.items, flowItem{i, end + 1, s[i]})
			i = end + 1
		default:
			end := plainItemEnd(s, i)
			if end == i {
				return f, errors.New("the list holds more than names")
			}
			f.items = append(f.items, flowItem{i, end, 0})
			i = end
		}
	}
	return f, errors.New("the bracket of the list does not close")
}

// plainItemEnd returns the end of a plain scalar inside a flow list.
func plainItemEnd(s string, i int) int {
	end := i
	for ; i < len(s) && !strings.ContainsRune(",[]{}", rune(s[i])); i++ {
		if s[i] == '#' && strings.ContainsRune(" \t\n", rune(s[i-1])) {
			break
		}
		if !strings.ContainsRune(" \t\r\n", rune(s[i])) {
			end = i + 1
		}
	}
	return end
}

// appendFlow adds items behind the last one, inside the brackets: on a line of their
// own where the last one has that, with the quotes that the last one has, and with
// a comma at the end where there was one.
func (s slot) appendFlow(entries []string) ([]Edit, error) {
	f, err := scanFlow(s.lines, s.value)
	if err != nil {
		return nil, err
	}
	if len(f.items) == 0 {
		return f.fill(s.lines, entries)
	}
	last := f.items[len(f.items)-1]
	written := make([]string, len(entries))
	for i, e := range entries {
		written[i] = flowScalar(e, last.quote)
	}
	trailing := f.trailing()
	at := last.end
	if trailing >= 0 {
		at = trailing + 1
	}
	start := lineStart(s.lines, last.start)
	ownLine := strings.Trim(s.lines[start:last.start], " \t") == "" && start > f.open && lineEnd(s.lines, at) < f.close
	if !ownLine {
		sep := f.separator(s.lines)
		if trailing >= 0 {
			return []Edit{{at, at, sep[1:] + strings.Join(written, sep) + ","}}, nil
		}
		return []Edit{{at, at, sep + strings.Join(written, sep)}}, nil
	}
	brk := lineBreak(s.lines, at) + s.lines[start:last.start]
	end := lineEnd(s.lines, at)
	more := brk + strings.Join(written, ","+brk)
	if trailing >= 0 {
		return []Edit{{end, end, more + ","}}, nil
	}
	if end == at {
		return []Edit{{at, at, "," + more}}, nil
	}
	return []Edit{{at, at, ","}, {end, end, more}}, nil
}

// fill puts the first items into an empty list.
func (f flow) fill(s string, entries []string) ([]Edit, error) {
	if len(f.commas) > 0 {
		return nil, errors.New("the list holds a comma and no item")
	}
	written := make([]string, len(entries))
	for i, e := range entries {
		written[i] = flowScalar(e, 0)
	}
	text := strings.Join(written, ", ")
	inner := s[f.open+1 : f.close]
	switch {
	case inner == "":
		return []Edit{{f.close, f.close, text}}, nil
	case strings.Trim(inner, " \t") == "":
		return []Edit{{f.open + 1, f.close, " " + text + " "}}, nil
	}
	return []Edit{{f.open + 1, f.open + 1, text}}, nil
}

// separator is what stands between two items: a comma and a space, unless the list
// is written without spaces.
func (f flow) separator(s string) string {
	if len(f.items) > 1 && f.commas[0]+1 == f.items[1].start {
		return ","
	}
	return ", "
}

// flowScalar writes an entry in the quotes of its neighbour. Plain neighbours get a
// plain one, unless YAML would read that as something else.
func flowScalar(e string, quote byte) string {
	switch {
	case quote == '\'':
		return "'" + strings.ReplaceAll(e, "'", "''") + "'"
	case quote == 0 && plainInFlow(e):
		return e
	}
	return quoteYAML(e)
}

// plainInFlow reports whether an entry is text without quotes inside brackets.
func plainInFlow(e string) bool {
	letter := e != "" && (e[0] >= 'a' && e[0] <= 'z' || e[0] >= 'A' && e[0] <= 'Z' || e[0] == '_')
	words := []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
	return letter && !strings.ContainsAny(e, ",[]{}\"'#`\\") && !strings.Contains(e, ": ") && !strings.HasSuffix(e, ":") &&
		!slices.Contains(words, strings.ToLower(e))
}
