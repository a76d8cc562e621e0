package splice

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"
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

func kindOf(v hujson.ValueTrimmed) JSONKind {
	switch v.Kind() {
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

// A JSONNode is one value of a JSON text, with its place.
type JSONNode struct {
	doc *JSON
	v   *hujson.Value
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
func (n JSONNode) Len() int {
	switch t := n.v.Value.(type) {
	case *hujson.Object:
		return len(t.Members)
	case *hujson.Array:
		return len(t.Elements)
	}
	return 0
}

// Kind is the value's kind.
func (n JSONNode) Kind() JSONKind { return kindOf(n.v.Value) }

// Position is where the value begins, from 1, the column in runes.
func (n JSONNode) Position() (line, column int) { return n.doc.position(n.v.StartOffset) }

// Text is the decoded text of a string, and the literal of any other scalar.
func (n JSONNode) Text() string {
	if l, ok := n.v.Value.(hujson.Literal); ok {
		return decoded(l)
	}
	return string(n.doc.body[n.v.StartOffset:n.v.EndOffset])
}

// Items are the elements of an array, none for any other kind.
func (n JSONNode) Items() []JSONNode {
	a, ok := n.v.Value.(*hujson.Array)
	if !ok {
		return nil
	}
	items := make([]JSONNode, len(a.Elements))
	for i := range a.Elements {
		items[i] = JSONNode{n.doc, &a.Elements[i]}
	}
	return items
}

// Members are the members of an object in file order, duplicates included; none for
// any other kind.
func (n JSONNode) Members() []JSONMember {
	o, ok := n.v.Value.(*hujson.Object)
	if !ok {
		return nil
	}
	members := make([]JSONMember, len(o.Members))
	for i := range o.Members {
		m := &o.Members[i]
		members[i] = JSONMember{nameOf(m), JSONNode{n.doc, &m.Name}, JSONNode{n.doc, &m.Value}}
	}
	return members
}

// Any is the value as encoding/json decodes it into an any, numbers kept as
// json.Number.
func (n JSONNode) Any() any {
	switch t := n.v.Value.(type) {
	case *hujson.Object:
		m := make(map[string]any, len(t.Members))
		for _, member := range n.Members() {
			m[member.Name] = member.Value.Any()
		}
		return m
	case *hujson.Array:
		list := make([]any, len(t.Elements))
		for i, item := range n.Items() {
			list[i] = item.Any()
		}
		return list
	}
	switch n.Kind() {
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
	return JSONNode{d, trail[len(path)]}, true, nil
}

// trail is the values along a path, the root first, as far as it exists.
func (d *JSON) trail(path []string) ([]*hujson.Value, error) {
	v := &d.root
	trail := []*hujson.Value{v}
	for depth := range path {
		o, ok := v.Value.(*hujson.Object)
		if !ok {
			return nil, d.fault(v.StartOffset, "%s is %s where an object is expected", shownPath(path[:depth]), kindOf(v.Value))
		}
		i, err := d.member(o, path[:depth+1])
		if err != nil {
			return nil, err
		}
		if i < 0 {
			break
		}
		v = &o.Members[i].Value
		trail = append(trail, v)
	}
	return trail, nil
}

// member is the index of the member that a path ends in, or -1.
func (d *JSON) member(o *hujson.Object, path []string) (int, error) {
	found := -1
	for i := range o.Members {
		if nameOf(&o.Members[i]) != path[len(path)-1] {
			continue
		}
		if found >= 0 {
			line, _ := d.position(o.Members[found].Name.StartOffset)
			f := d.fault(o.Members[i].Name.StartOffset, "the key %s is there twice, first in line %d", shownPath(path), line)
			f.Hint = "remove one of them"
			return 0, f
		}
		found = i
	}
	return found, nil
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

func nameOf(m *hujson.ObjectMember) string { return decoded(m.Name.Value.(hujson.Literal)) }

// decoded is a literal's text; strings without escapes need no decoder.
func decoded(l hujson.Literal) string {
	if len(l) >= 2 && l[0] == '"' && bytes.IndexByte(l, '\\') < 0 {
		return string(l[1 : len(l)-1])
	}
	return l.String()
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
