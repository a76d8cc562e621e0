package splice

import (
	"bytes"
	"errors"
	"fmt"
	"sort"
	"unicode/utf8"
)

// MaxJSON is the largest JSON text that is read, in bytes (DECISIONS 17).
const MaxJSON = 32 << 20

// maxDepth bounds nesting, so that hostile input cannot exhaust the stack of a
// recursive reader (case CF14). Real files stay below 20.
const maxDepth = 1000

const byteOrderMark = "\ufeff"

// A Fault is a problem at a place of a text. Callers add the file's name.
type Fault struct {
	Line, Column int // from 1; Column in runes; both 0 when the whole text is meant
	Problem      string
	Hint         string
}

func (f Fault) Error() string {
	if f.Line == 0 {
		return f.Problem
	}
	return fmt.Sprintf("%d:%d: %s", f.Line, f.Column, f.Problem)
}

// A JSON is a parsed JSON text that may have comments, trailing commas and a byte
// order mark. It aliases the bytes that it was parsed from.
type JSON struct {
	bom   string
	body  []byte
	root  value
	all   []value // the values inside the root
	lines []int   // offsets in body at which lines begin
}

// ParseJSON reads a JSON text, with comments and trailing commas. It refuses, as a Fault with a position, what no later edit could be trusted
// with: an empty text (case CF08: a file emptied by a crash is not an empty
// configuration), more than MaxJSON bytes, invalid UTF-8 and absurd nesting.
func ParseJSON(data []byte) (*JSON, error) {
	if len(data) > MaxJSON {
		return nil, Fault{Problem: fmt.Sprintf("has %d bytes, more than the %d that are read", len(data), MaxJSON)}
	}
	d := &JSON{body: data}
	if rest, ok := bytes.CutPrefix(data, []byte(byteOrderMark)); ok {
		d.bom, d.body = byteOrderMark, rest
	}
	d.lines = lineStarts(d.body)
	if len(bytes.TrimSpace(d.body)) == 0 {
		return nil, Fault{
			Problem: "is empty, which is no JSON",
			Hint:    "restore it, or write {} into it when nothing is lost",
		}
	}
	if !utf8.Valid(d.body) {
		at := invalidUTF8(d.body)
		f := d.fault(at, "holds a byte (%#02x) that is not valid UTF-8", d.body[at])
		f.Hint = "save the file as UTF-8"
		return nil, f
	}
	root, all, err := parseBody(d.body)
	if m, ok := errors.AsType[misfit](err); ok {
		return nil, d.fault(m.at, "%s", m.problem)
	}
	d.root, d.all = root, all
	return d, nil
}

// fault is a Fault at an offset of the body.
func (d *JSON) fault(at int, format string, args ...any) Fault {
	line, column := d.position(at)
	return Fault{Line: line, Column: column, Problem: fmt.Sprintf(format, args...)}
}

// position is the line and column, in runes, of an offset of the body.
func (d *JSON) position(at int) (line, column int) {
	line = sort.Search(len(d.lines), func(i int) bool { return d.lines[i] > at })
	return line, 1 + utf8.RuneCount(d.body[d.lines[line-1]:at])
}

func lineStarts(b []byte) []int {
	starts := []int{0}
	for at := 0; ; {
		i := bytes.IndexByte(b[at:], '\n')
		if i < 0 {
			return starts
		}
		at += i + 1
		starts = append(starts, at)
	}
}

func invalidUTF8(b []byte) int {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
	return len(b)
}

// skipString is the offset of the quote that closes the string opened at i.
func skipString(b []byte, i int) int {
	for i++; i < len(b) && b[i] != '"'; i++ {
		if b[i] == '\\' {
			i++
		}
	}
	return i
}

// skipComment is the offset after the comment that begins at i: at its line break
// for a line comment. What is no comment is one byte long.
func skipComment(b []byte, i int) int {
	switch rest := b[i:]; {
	case bytes.HasPrefix(rest, []byte("//")):
		if n := bytes.IndexByte(rest, '\n'); n >= 0 {
			return i + n
		}
		return len(b)
	case bytes.HasPrefix(rest, []byte("/*")):
		if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
			return i + n + 4
		}
		return len(b)
	}
	return i + 1
}
