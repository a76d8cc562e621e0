// Package diff provides changes of files as lines ready to be shown: hunks with line
// numbers, the words that differ inside a changed line, and text that is safe to
// draw. It is computed once for a change, in a command, and never while drawing.
package diff

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"toolgrant/model"
)

// Kind is what a line of a diff is.
type Kind int

// The kinds of a line.
const (
	Context Kind = iota
	Added
	Removed
	Hunk   // "@@ -1,7 +1,8 @@"
	NoEndl // the line above has no newline
	Remark // something about the file as a whole
)

// A Span is a half-open range of bytes in a line's text.
type Span struct{ From, To int }

// A Line is one line of a diff. Its text is safe to draw and free of tabs.
type Line struct {
	Kind  Kind
	Text  string
	Words []Span // what differs from the line's counterpart; none when all of it does
}

// A File is the difference of one file.
type File struct {
	Lines          []Line
	Hunks          int
	Added, Removed int // lines
}

// contextLines is how many unchanged lines surround a change, as diff -u has it.
const contextLines = 3

// Of computes the difference that a change makes. It never fails: what cannot be
// shown line by line says so in a remark.
func Of(c model.Change) File {
	before, after := c.Before, c.After
	if c.Kind == model.Remove {
		after = nil
	}
	var f File
	if bytes.Equal(before, after) {
		return f
	}
	if bytes.IndexByte(before, 0) >= 0 || bytes.IndexByte(after, 0) >= 0 {
		f.remark(fmt.Sprintf("binary file: %d bytes become %d", len(before), len(after)))
		return f
	}
	eol := lineEnds(before, after)
	if eol != "" {
		f.remark(eol)
	}
	old := string(before)
	u, err := udiff.ToUnifiedDiff("", "", old, udiff.Lines(old, string(after)), contextLines)
	if err != nil {
		f.remark("cannot be shown line by line: " + err.Error())
		return f
	}
	hideCR := eol == "" || strings.HasPrefix(eol, "all")
	for _, h := range u.Hunks {
		f.hunk(h, hideCR)
	}
	return f
}

func (f *File) remark(s string) { f.Lines = append(f.Lines, Line{Kind: Remark, Text: s}) }

// lineEnds says what a person should know about the line breaks of both sides, and
// nothing where they are the usual ones.
func lineEnds(before, after []byte) string {
	style := func(b []byte) string {
		crlf, lf := bytes.Count(b, []byte("\r\n")), bytes.Count(b, []byte("\n"))
		switch {
		case crlf == 0:
			return "LF"
		case crlf == lf:
			return "CRLF"
		}
		return "mixed"
	}
	a, b := style(before), style(after)
	switch {
	case len(before) == 0:
		a = b
	case len(after) == 0:
		b = a
	}
	switch {
	case a == b && a == "LF":
		return ""
	case a == b && a == "CRLF":
		return "all line ends are CRLF"
	case a == b:
		return "line ends are mixed"
	}
	return "line ends change from " + a + " to " + b
}
