package splice

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// The grammar is hujson's (JSON with comments and trailing commas, and a fuzz target
// holds the two against each other), read into a leaner tree: a value takes 32 bytes
// without pointers where hujson's takes 80 to 160 with several, which decides whether
// a file of 20 MB is edited in a second or in ten (case CF14).

// A value is one JSON value by its offsets in the body.
type value struct {
	kind         byte  // first byte, '0' for numbers
	start, end   int32 // of the value itself
	key          int32 // where its key begins, in an object
	keyEnd       int32 // behind the key's closing quote
	comma        int32 // the comma after it, -1 without one
	first, count int32 // its elements or members in the document's values
}

func (v *value) kindName() JSONKind {
	switch v.kind {
	case '{':
		return JSONObject
	case '[':
		return JSONArray
	case '"':
		return JSONString
	case '0':
		return JSONNumber
	case 'n':
		return JSONNull
	}
	return JSONBoolean
}

// A misfit is a syntax error at an offset.
type misfit struct {
	at      int
	problem string
}

func (m misfit) Error() string { return m.problem }

type parser struct {
	b     []byte
	i     int
	stack []value // parts of containers that are still open
	done  []value // parts of closed ones, those of a container side by side
}

// parseBody reads the one value of a text, and all values inside it.
func parseBody(b []byte) (root value, all []value, err error) {
	// Each part but the first of its container has a comma before it.
	parts := bytes.Count(b, []byte{','}) + bytes.Count(b, []byte{'{'}) + bytes.Count(b, []byte{'['})
	p := parser{b: b, done: make([]value, 0, parts), stack: make([]value, 0, parts)}
	root, err = p.whole()
	return root, p.done, err
}

// whole reads a value with nothing but space around it.
func (p *parser) whole() (value, error) {
	if err := p.space(); err != nil {
		return value{}, err
	}
	v, err := p.value(1)
	if err == nil {
		err = p.space()
	}
	if err == nil && p.i < len(p.b) {
		err = p.unexpected("after the end")
	}
	return v, err
}

// end is the error of a text that stops where something has to follow.
func (p *parser) end() error { return misfit{len(p.b), "is not valid JSON: it ends too early"} }

func (p *parser) unexpected(where string) error {
	if p.i >= len(p.b) {
		return p.end()
	}
	r, _ := utf8.DecodeRune(p.b[p.i:])
	return misfit{p.i, fmt.Sprintf("is not valid JSON: unexpected %q %s", r, where)}
}

// space skips white space and comments.
func (p *parser) space() error {
	for p.i < len(p.b) {
		switch p.b[p.i] {
		case ' ', '\t', '\r', '\n':
			p.i++
		case '/':
			end := skipComment(p.b, p.i)
			comment := string(p.b[p.i:end])
			switch {
			case strings.HasPrefix(comment, "//"):
				// To JavaScript these end a line, so a comment would mean two things.
				if at := strings.IndexAny(comment, "\u2028\u2029"); at >= 0 {
					p.i += at
					return p.unexpected("in a comment")
				}
			case !strings.HasPrefix(comment, "/*"):
				return p.unexpected("outside a comment")
			case len(comment) < len("/**/") || !strings.HasSuffix(comment, "*/"):
				return p.end()
			}
			p.i = end
		default:
			return nil
		}
	}
	return nil
}

// value reads one value; depth counts the containers that it would be the innermost of.
func (p *parser) value(depth int) (value, error) {
	if p.i >= len(p.b) {
		return value{}, p.end()
	}
	v := value{kind: p.b[p.i], start: int32(p.i), comma: -1}
	var err error
	switch c := p.b[p.i]; {
	case c == '{' || c == '[':
		if depth > maxDepth {
			return v, misfit{p.i, fmt.Sprintf("is nested more than %d levels deep", maxDepth)}
		}
		v.first, v.count, err = p.container(c, depth)
	case c == '"':
		err = p.text()
	case c == '-' || '0' <= c && c <= '9':
		v.kind = '0'
		err = p.number()
	default:
		err = p.word()
	}
	v.end = int32(p.i)
	return v, err
}

// container reads the parts of an object or array. They gather on a stack until it
// closes, because containers inside it are done before.
func (p *parser) container(open byte, depth int) (first, count int32, err error) {
	shut, base := open+2, len(p.stack) // '{' and '}', '[' and ']' are two apart
	for p.i++; ; {
		if err := p.space(); err != nil {
			return 0, 0, err
		}
		if p.i < len(p.b) && p.b[p.i] == shut {
			p.i++
			first, count = int32(len(p.done)), int32(len(p.stack)-base)
			p.done = append(p.done, p.stack[base:]...)
			p.stack = p.stack[:base]
			return first, count, nil
		}
		part, err := p.part(open, depth)
		if err != nil {
			return 0, 0, err
		}
		switch {
		case p.i < len(p.b) && p.b[p.i] == ',':
			part.comma = int32(p.i)
			p.i++
		case p.i >= len(p.b) || p.b[p.i] != shut:
			return 0, 0, p.unexpected(fmt.Sprintf("where ',' or %q is expected", rune(shut)))
		}
		p.stack = append(p.stack, part)
	}
}

// part reads an element, or a key and its value, and the space behind it.
func (p *parser) part(open byte, depth int) (value, error) {
	key, keyEnd := p.i, p.i
	if open == '{' {
		if p.i >= len(p.b) || p.b[p.i] != '"' {
			return value{}, p.unexpected("where a key in quotes is expected")
		}
		if err := p.text(); err != nil {
			return value{}, err
		}
		keyEnd = p.i
		if err := p.space(); err != nil {
			return value{}, err
		}
		if p.i >= len(p.b) || p.b[p.i] != ':' {
			return value{}, p.unexpected("where ':' is expected")
		}
		p.i++
		if err := p.space(); err != nil {
			return value{}, err
		}
	}
	v, err := p.value(depth + 1)
	v.key, v.keyEnd = int32(key), int32(keyEnd)
	if err == nil {
		err = p.space()
	}
	return v, err
}

// text reads a string. Its escapes must be those of JSON; lone surrogates are left
// to whoever decodes it.
func (p *parser) text() error {
	for p.i++; p.i < len(p.b); p.i++ {
		switch c := p.b[p.i]; {
		case c == '"':
			p.i++
			return nil
		case c < ' ':
			return p.unexpected("in a string")
		case c == '\\':
			if err := p.escape(); err != nil {
				return err
			}
		}
	}
	return p.end()
}

func (p *parser) escape() error {
	p.i++
	if p.i < len(p.b) && p.b[p.i] == 'u' {
		for range 4 {
			p.i++
			if p.i >= len(p.b) || !strings.ContainsRune("0123456789abcdefABCDEF", rune(p.b[p.i])) {
				return p.unexpected("in an escape")
			}
		}
		return nil
	}
	if p.i >= len(p.b) || !strings.ContainsRune(`"\/bfnrt`, rune(p.b[p.i])) {
		return p.unexpected("in an escape")
	}
	return nil
}

// number reads a number; 01, 1. and the like are none.
func (p *parser) number() error {
	p.accept("-")
	if !p.accept("0") && !p.digits() {
		return p.unexpected("in a number")
	}
	if p.accept(".") && !p.digits() {
		return p.unexpected("in a number")
	}
	if p.accept("eE") {
		p.accept("+-")
		if !p.digits() {
			return p.unexpected("in a number")
		}
	}
	return nil
}

func (p *parser) accept(any string) bool {
	if p.i < len(p.b) && strings.IndexByte(any, p.b[p.i]) >= 0 {
		p.i++
		return true
	}
	return false
}

func (p *parser) digits() bool {
	from := p.i
	for p.accept("0123456789") {
	}
	return p.i > from
}

// word reads true, false or null.
func (p *parser) word() error {
	for _, word := range []string{"true", "false", "null"} {
		if bytes.HasPrefix(p.b[p.i:], []byte(word)) {
			p.i += len(word)
			return nil
		}
	}
	return p.unexpected("where a value is expected")
}
