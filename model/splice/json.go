package splice

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/tailscale/hujson"
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
	root  hujson.Value
	lines []int // offsets in body at which lines begin
}

// ParseJSON reads a JSON text, with comments and trailing commas as hujson defines
// them. It refuses, as a Fault with a position, what no later edit could be trusted
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
	if err := d.checkText(); err != nil {
		return nil, err
	}
	root, err := hujson.Parse(d.terminated())
	if err != nil {
		return nil, d.syntaxFault(err)
	}
	d.root = root
	return d, nil
}

// terminated is the body, with a line break after a line comment that ends the
// file, which hujson does not accept without one. Offsets stay the same.
func (d *JSON) terminated() []byte {
	if bytes.Contains(d.body[d.lines[len(d.lines)-1]:], []byte("//")) {
		return append(slices.Clip(d.body), '\n')
	}
	return d.body
}

// checkText refuses what the parser would accept or not survive.
func (d *JSON) checkText() error {
	if !utf8.Valid(d.body) {
		at := invalidUTF8(d.body)
		f := d.fault(at, "holds a byte (%#02x) that is not valid UTF-8", d.body[at])
		f.Hint = "save the file as UTF-8"
		return f
	}
	if at := tooDeep(d.body, maxDepth); at >= 0 {
		return d.fault(at, "is nested more than %d levels deep", maxDepth)
	}
	return nil
}

// syntaxFault turns hujson's error, which gives bytes as columns, into a Fault.
func (d *JSON) syntaxFault(err error) error {
	var line, column int
	if _, scan := fmt.Sscanf(err.Error(), "hujson: line %d, column %d:", &line, &column); scan != nil || line > len(d.lines) {
		return Fault{Problem: err.Error()}
	}
	cause := errors.Unwrap(err)
	at := min(d.lines[line-1]+column-1, len(d.body))
	if errors.Is(cause, io.ErrUnexpectedEOF) {
		return d.fault(at, "is not valid JSON: it ends too early")
	}
	return d.fault(at, "is not valid JSON: %v", cause)
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

// tooDeep is the offset of the first bracket below the given depth, or -1. It runs
// before the recursive parser, so it makes no demand on the text's syntax.
func tooDeep(b []byte, limit int) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			i = skipString(b, i)
		case '/':
			i = skipComment(b, i) - 1
		case '{', '[':
			depth++
			if depth > limit {
				return i
			}
		case '}', ']':
			depth--
		}
	}
	return -1
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
