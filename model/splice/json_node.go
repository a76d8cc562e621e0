package splice

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// A JSONKind is the kind of a JSON value, in the words of messages.
type JSONKind string

// The kinds.
const (
	JSONObject  JSONKind = "an object"
	JSONArray   JSONKind = "an array"
	JSONString  JSONKind = "a string"
	JSONNumber  JSONKind = "a number"
	JSONBoolean JSONKind = "a boolean"
	JSONNull    JSONKind = "null"
)

// A JSONNode is one value of a JSON text, with its place.
type JSONNode struct {
	doc *JSON
	v   *value
}

// A JSONMember is one member of an object.
type JSONMember struct {
	Name  string // decoded
	Key   JSONNode
	Value JSONNode
}

// Root is the text's one value.
func (d *JSON) Root() JSONNode { return JSONNode{d, &d.root} }

// Absent reports whether the node is the zero node, which stands for no value.
func (n JSONNode) Absent() bool { return n.v == nil }

// Len is the number of elements or members, 0 for any other kind.
func (n JSONNode) Len() int { return int(n.v.count) }

// Kind is the value's kind.
func (n JSONNode) Kind() JSONKind { return n.v.kindName() }

// Position is where the value begins, from 1, the column in runes.
func (n JSONNode) Position() (line, column int) { return n.doc.position(int(n.v.start)) }

// literal is the value as it is written.
func (n JSONNode) literal() []byte { return n.doc.body[n.v.start:n.v.end] }

// Text is the decoded text of a string, and any other value as it is written.
func (n JSONNode) Text() string { return decoded(n.literal()) }

// name is the decoded key of a member.
func (n JSONNode) name() string { return decoded(n.doc.body[n.v.key:n.v.keyEnd]) }

// part is an element, or a member's value.
func (n JSONNode) part(i int) JSONNode { return JSONNode{n.doc, &n.doc.all[int(n.v.first)+i]} }

// Items are the elements of an array, none for any other kind.
func (n JSONNode) Items() []JSONNode {
	if n.v.kind != '[' {
		return nil
	}
	items := make([]JSONNode, n.Len())
	for i := range items {
		items[i] = n.part(i)
	}
	return items
}

// Members are the members of an object in file order, duplicates included; none for
// any other kind.
func (n JSONNode) Members() []JSONMember {
	if n.v.kind != '{' {
		return nil
	}
	members := make([]JSONMember, n.Len())
	for i := range members {
		part := n.part(i)
		key := &value{kind: '"', start: part.v.key, end: part.v.keyEnd, comma: -1}
		members[i] = JSONMember{part.name(), JSONNode{n.doc, key}, part}
	}
	return members
}

// Any is the value as encoding/json decodes it into an any, numbers kept as
// json.Number.
func (n JSONNode) Any() any {
	switch n.Kind() {
	case JSONObject:
		m := make(map[string]any, n.Len())
		for i := range n.Len() {
			m[n.part(i).name()] = n.part(i).Any()
		}
		return m
	case JSONArray:
		list := make([]any, n.Len())
		for i := range list {
			list[i] = n.part(i).Any()
		}
		return list
	case JSONString:
		return n.Text()
	case JSONNumber:
		return json.Number(n.Text())
	case JSONNull:
		return nil
	}
	return n.Text() == "true"
}

// Strict reports whether the text is JSON without extensions. If not, the node's
// text names the first extension and fault its place.
func (d *JSON) Strict() (extension Fault, strict bool) {
	if d.bom != "" {
		return Fault{Line: 1, Column: 1, Problem: "begins with a byte order mark"}, false
	}
	if json.Valid(d.body) {
		return Fault{}, true
	}
	for i := 0; i < len(d.body); i++ {
		switch d.body[i] {
		case '"':
			i = skipString(d.body, i)
		case '/':
			return d.fault(i, "holds comments"), false
		case ',':
			rest := bytes.TrimLeft(d.body[i+1:], " \t\r\n")
			if len(rest) > 0 && (rest[0] == '}' || rest[0] == ']') {
				return d.fault(i, "holds a trailing comma"), false
			}
		}
	}
	return Fault{Problem: "is not strict JSON"}, false
}

// Get is the value at a path of object keys. A key that is there twice is a Fault,
// since readers disagree on which one counts; so is a path through a value that is
// no object.
func (d *JSON) Get(path []string) (JSONNode, bool, error) {
	trail, err := d.trail(path)
	if err != nil || len(trail) <= len(path) {
		return JSONNode{}, false, err
	}
	return trail[len(path)], true, nil
}

// trail is the values along a path, the root first, as far as it exists.
func (d *JSON) trail(path []string) ([]JSONNode, error) {
	node := d.Root()
	trail := []JSONNode{node}
	for depth := range path {
		if node.Kind() != JSONObject {
			return nil, node.fault("%s is %s where an object is expected", shownPath(path[:depth]), node.Kind())
		}
		i, err := node.member(path[:depth+1])
		if err != nil {
			return nil, err
		}
		if i < 0 {
			break
		}
		node = node.part(i)
		trail = append(trail, node)
	}
	return trail, nil
}

// member is the index of the member that a path ends in, or -1.
func (n JSONNode) member(path []string) (int, error) {
	found := -1
	for i := range n.Len() {
		if n.part(i).name() != path[len(path)-1] {
			continue
		}
		if found >= 0 {
			line, _ := n.doc.position(int(n.part(found).v.key))
			f := n.doc.fault(int(n.part(i).v.key), "the key %s is there twice, first in line %d", shownPath(path), line)
			f.Hint = "remove one of them"
			return 0, f
		}
		found = i
	}
	return found, nil
}

// fault is a Fault where the value begins.
func (n JSONNode) fault(format string, args ...any) Fault {
	return n.doc.fault(int(n.v.start), format, args...)
}

// Twins are the members along a path whose keys differ from it only by case. They
// are other keys to every reader, which is rarely what their author meant.
func (d *JSON) Twins(path []string) []JSONMember {
	var twins []JSONMember
	node := d.Root()
	for _, name := range path {
		var next JSONNode
		for _, m := range node.Members() {
			switch {
			case m.Name == name:
				next = m.Value
			case strings.EqualFold(m.Name, name):
				twins = append(twins, m)
			}
		}
		if next.v == nil {
			break
		}
		node = next
	}
	return twins
}

// decoded is a literal's text; strings without escapes need no decoder.
func decoded(literal []byte) string {
	if literal[0] != '"' {
		return string(literal)
	}
	if bytes.IndexByte(literal, '\\') < 0 {
		return string(literal[1 : len(literal)-1])
	}
	var s string
	if json.Unmarshal(literal, &s) != nil {
		return string(literal)
	}
	return s
}

// shownPath is a path for messages: quoted keys, since any of them may hold dots.
func shownPath(path []string) string {
	if len(path) == 0 {
		return "the whole text"
	}
	shown := make([]string, len(path))
	for i, p := range path {
		shown[i] = strconv.QuoteToGraphic(clip(p))
	}
	return strings.Join(shown, " > ")
}

// clip keeps a hostile key from filling the screen.
func clip(s string) string {
	const limit = 80
	if r := []rune(s); len(r) > limit {
		return fmt.Sprintf("%s... (%d bytes)", string(r[:limit]), len(s))
	}
	return s
}
