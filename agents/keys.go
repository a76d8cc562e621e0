package agents

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"toolgrant/model"
	"toolgrant/model/splice"
)

// A key is one top-level key with its value, where YAML could read it.
type key struct {
	model.Field
	value *yaml.Node // nil when only the raw text is known
}

// readKeys reads the top-level keys of a header. The fault, if any, says why no
// list of this header can be trusted even where it is readable by itself.
func readKeys(d *model.Document) ([]key, fault) {
	if mark := splice.DocumentMark(d.Header); mark >= 0 {
		keys, f := recoverKeys(d, nil)
		return keys, cmp.Or(f, fault{
			line: mark + 2, code: "document-mark",
			problem: "a YAML document mark inside the frontmatter ends it for some hosts and not for others",
			hint:    "indent the line or put the text into quotes",
		})
	}
	if odd := splice.OddBreak(d.Header); odd >= 0 {
		return recoverKeys(d, &fault{
			line: lineOf(d.Header, odd), code: "odd-line-break",
			problem: "the frontmatter holds a character that some hosts take for a line break and others for text",
			hint:    "replace the lone carriage return, U+0085, U+2028 or U+2029",
		})
	}
	root, err := splice.YAML(d.Header)
	switch {
	case err != nil:
		return recoverKeys(d, yamlFault(err))
	case root == nil:
		return nil, fault{}
	case root.Kind != yaml.MappingNode || root.Style&yaml.FlowStyle != 0:
		return nil, fault{
			line: 1 + root.Line, code: "header-shape",
			problem: "the frontmatter is not a list of keys, one a line",
			hint:    "write each key on a line of its own",
		}
	}
	if len(root.Content) > 2*maxKeys {
		return nil, tooManyKeys()
	}
	keys := nodeKeys(d.Header, root)
	if f := anchorFault(root); f.code != "" {
		return keys, f
	}
	return keys, fault{}
}

// maxKeys bounds the keys of a header. The longest seen in the field has a dozen.
const maxKeys = 500

func tooManyKeys() fault {
	return fault{line: 1, code: "too-many-keys", problem: fmt.Sprintf("the frontmatter has more than %d keys", maxKeys), hint: "look for a lost closing fence"}
}

// nodeKeys turns the pairs of the root mapping into keys with their byte ranges.
func nodeKeys(header string, root *yaml.Node) []key {
	starts := lineStarts(header)
	keys := make([]key, len(root.Content)/2)
	for i := range keys {
		k, v := root.Content[2*i], root.Content[2*i+1]
		end := len(header)
		if next := 2*i + 2; next < len(root.Content) {
			end = starts[root.Content[next].Line-1]
		}
		start := starts[k.Line-1]
		keys[i] = key{value: v, Field: model.Field{
			Key: k.Value, Line: k.Line + 1, Start: start, End: trimTail(header, start, end),
		}}
		keys[i].Kind, keys[i].Value, keys[i].Typed = meaning(v)
	}
	return keys
}

// meaning is the kind of a value, its text where it is a scalar, and whether YAML makes
// something else than text of that.
func meaning(v *yaml.Node) (kind model.FieldKind, text string, typed bool) {
	for range 8 { // an alias names a node, which may be an alias only in odd files
		if v.Kind != yaml.AliasNode || v.Alias == nil {
			break
		}
		v = v.Alias
	}
	switch {
	case v.Kind == yaml.SequenceNode:
		return model.ListField, "", false
	case v.Kind != yaml.ScalarNode:
		return model.MapField, "", false
	case v.ShortTag() == "!!null":
		return model.NullField, "", false
	}
	return model.TextField, v.Value, v.ShortTag() != "!!str"
}

// lineStarts is the offset of each line of a text.
func lineStarts(text string) []int {
	starts := make([]int, 1, 1+strings.Count(text, "\n"))
	for i := range len(text) {
		if text[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// trimTail takes the blank lines, and the comments that are indented no deeper than
// the key, off the end of a key's lines: those comments are about what follows.
func trimTail(text string, start, end int) int {
	indent := indentOf(text[start:end])
	for {
		i := strings.LastIndexByte(text[start:max(start, end-1)], '\n')
		if i < 0 {
			return end
		}
		last := text[start+i+1 : end]
		rest := strings.TrimLeft(last, " \t\r\n")
		if rest != "" && (rest[0] != '#' || indentOf(last) > indent) {
			return end
		}
		end = start + i + 1
	}
}

// indentOf is the number of blanks at the start of a line.
func indentOf(line string) int {
	return len(line) - len(strings.TrimLeft(line, " \t"))
}

// lineOf is the line, from 1 in the file, of an offset into the header.
func lineOf(header string, offset int) int {
	return 2 + strings.Count(header[:offset], "\n")
}

// anchorFault finds what lets one key change another: a merge key, or an alias of
// an anchor that an edit of the list would change too.
func anchorFault(root *yaml.Node) fault {
	var tools *yaml.Node
	for i := 0; i+1 < len(root.Content); i += 2 {
		k, v := root.Content[i], root.Content[i+1]
		if k.Value == "<<" && k.Tag == "!!merge" {
			return fault{
				line: k.Line + 1, code: "merge-key",
				problem: "a merge key may bring another tool list along",
				hint:    "write the keys out",
			}
		}
		if k.Value == toolsKey {
			tools = v
		}
	}
	if tools == nil {
		return fault{}
	}
	shared := anchored(tools, nil)
	if len(shared) == 0 {
		return fault{}
	}
	if alias := findAlias(root, shared); alias != nil {
		return fault{
			line: alias.Line + 1, code: "shared-anchor",
			problem: "an alias repeats the tool list, or a part of it, under another key",
			hint:    "write the other value out, so that the list can be edited on its own",
		}
	}
	return fault{}
}

// anchored collects the nodes below n that have an anchor.
func anchored(n *yaml.Node, found []*yaml.Node) []*yaml.Node {
	if n.Anchor != "" {
		found = append(found, n)
	}
	for _, c := range n.Content {
		found = anchored(c, found)
	}
	return found
}

// findAlias returns the first alias of one of the nodes.
func findAlias(n *yaml.Node, of []*yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode && slices.Contains(of, n.Alias) {
		return n
	}
	for _, c := range n.Content {
		if a := findAlias(c, of); a != nil {
			return a
		}
	}
	return nil
}
