package splice

import (
	"strings"

	"toolgrant/model"
)

// A Fence says how a document's frontmatter is fenced off, if it is.
type Fence string

// The states of a document's fences. Only Fenced text has a header.
const (
	Fenced       Fence = "fenced"
	Unfenced     Fence = "unfenced"     // the first line is no fence
	Unterminated Fence = "unterminated" // no closing fence
	Dotted       Fence = "dotted"       // "..." ends the YAML before the closing fence
)

// BOM is the byte order mark that old editors put in front of UTF-8 text.
const BOM = "\ufeff"

// Frontmatter cuts a text at its fences. A fence is a whole line of three dashes
// and optional blanks, the first of them the first line of the text; dashes that
// are indented or have text after them are content (cases FM11, FM14). The line,
// from 1, is that of the opening fence, or of the "..." for Dotted.
//
// Where there is no header, everything but the byte order mark is the body.
func Frontmatter(text string) (model.Parts, Fence, int) {
	bom, rest := "", text
	if strings.HasPrefix(text, BOM) {
		bom, rest = BOM, text[len(BOM):]
	}
	bare := model.Parts{BOM: bom, Body: rest}
	open, after := cutLine(rest)
	if !wholeLine(open, "---") || !strings.HasSuffix(open, "\n") {
		return bare, Unfenced, 1
	}
	for at, line := 0, 2; at < len(after); line++ {
		l, _ := cutLine(after[at:])
		switch {
		case wholeLine(l, "..."):
			return bare, Dotted, line
		case wholeLine(l, "---"):
			end := at + len(l)
			return model.Parts{BOM: bom, Open: open, Header: after[:at], Close: l, Body: after[end:]}, Fenced, 1
		}
		at += len(l)
	}
	return bare, Unterminated, 1
}

// cutLine returns the first line of a text with its line feed, and what follows.
func cutLine(s string) (line, rest string) {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return s[:i+1], s[i+1:]
	}
	return s, ""
}

// wholeLine reports whether a line, its line break left out, is the mark and blanks.
func wholeLine(line, mark string) bool {
	rest, ok := strings.CutPrefix(line, mark)
	return ok && strings.Trim(chomp(rest), " \t") == ""
}

// chomp takes one line break off the end of a line.
func chomp(line string) string {
	return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
}
