package splice

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// YAML reads a text into a node tree, for meaning and line numbers. A parser that
// panics on hostile text must not take a screen or a plan down with it, so a panic
// is an error here.
func YAML(text string) (root *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			root, err = nil, fmt.Errorf("yaml: parser gave up: %v", p)
		}
	}()
	// yaml.v3 would take these bytes for a byte order mark and read on in UTF-16,
	// or drop the mark: another text than the one that every other host reads.
	if !utf8.ValidString(text) {
		return nil, errors.New("yaml: the text is not valid UTF-8")
	}
	if strings.HasPrefix(text, BOM) {
		return nil, errors.New("yaml: the text begins with a byte order mark")
	}
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		return nil, err
	}
	if len(doc.Content) == 0 {
		return nil, nil
	}
	return doc.Content[0], nil
}

// errNotOneKey is the answer when lines that should be one entry are not.
var errNotOneKey = errors.New("the lines are not one key with one value")

// YAMLEntry reads lines that are one entry of a block mapping.
func YAMLEntry(lines string) (key, value *yaml.Node, err error) {
	root, err := YAML(lines)
	switch {
	case err != nil:
		return nil, nil, err
	case root == nil || root.Kind != yaml.MappingNode || root.Style&yaml.FlowStyle != 0 || len(root.Content) != 2:
		return nil, nil, errNotOneKey
	}
	return root.Content[0], root.Content[1], nil
}

// Document marks at the start of a line end or begin a YAML document, so what
// follows them is not part of the header that a host reads.
func documentMark(line string) bool {
	for _, mark := range []string{"---", "..."} {
		if rest, ok := strings.CutPrefix(line, mark); ok && (chomp(rest) == "" || rest[0] == ' ' || rest[0] == '\t') {
			return true
		}
	}
	return false
}

// DocumentMark returns the index of the first line of a header that begins or ends
// a YAML document, or -1.
func DocumentMark(header string) int {
	for i := 0; header != ""; i++ {
		var line string
		line, header = cutLine(header)
		if documentMark(line) {
			return i
		}
	}
	return -1
}

// OddBreak returns the offset of the first character that some YAML versions take
// for a line break and others for text: a carriage return on its own, NEL, and the
// Unicode line and paragraph separators. -1 when there is none.
func OddBreak(text string) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\r':
			if i+1 >= len(text) || text[i+1] != '\n' {
				return i
			}
		case 0xC2, 0xE2:
			if s := text[i:]; strings.HasPrefix(s, "\u0085") || strings.HasPrefix(s, "\u2028") || strings.HasPrefix(s, "\u2029") {
				return i
			}
		}
	}
	return -1
}
