package servers

import (
	"errors"
	"fmt"
	"path"

	"toolgrant/model/splice"
)

// language is what a configuration file is written in.
type language string

const (
	inJSON language = "json" // with comments and trailing commas
	inTOML language = "toml"
	inYAML language = "yaml"
)

// languageOf tells a file's language by its name; what has no name of ours is JSON.
func languageOf(file string) language {
	switch path.Ext(file) {
	case ".toml":
		return inTOML
	case ".yaml", ".yml":
		return inYAML
	}
	return inJSON
}

// A node is one value of a configuration file, whatever its language.
type node struct {
	line    int             // from 1; 0 when unknown
	kind    splice.JSONKind // in the words of messages
	text    string          // of a scalar
	members []member        // of an object, in file order, a repeated name last
	items   []node          // of an array
}

type member struct {
	name  string
	line  int
	value node
}

// parse reads a whole file. The error is a splice.Fault: it has a place, and it
// never quotes what the file says.
func parse(lang language, data []byte) (node, error) {
	switch lang {
	case inTOML:
		return parseTOML(data)
	case inYAML:
		return parseYAML(data)
	}
	doc, err := splice.ParseJSON(data)
	if err != nil {
		return node{}, err
	}
	return fromJSON(doc.Root()), nil
}

func fromJSON(j splice.JSONNode) node {
	n := node{kind: j.Kind()}
	n.line, _ = j.Position()
	switch n.kind {
	case splice.JSONObject:
		for _, m := range j.Members() {
			line, _ := m.Key.Position()
			n.members = append(n.members, member{m.Name, line, fromJSON(m.Value)})
		}
	case splice.JSONArray:
		for _, item := range j.Items() {
			n.items = append(n.items, fromJSON(item))
		}
	default:
		n.text = j.Text()
	}
	return n
}

// get is the value of a member. Of a repeated name the last counts, as in every
// host's own parser.
func (n node) get(name string) (node, bool) {
	for i := len(n.members) - 1; i >= 0; i-- {
		if n.members[i].name == name {
			return n.members[i].value, true
		}
	}
	return node{}, false
}

// errAbsent says that a path ends before its last key, which is no fault.
var errAbsent = errors.New("absent")

// at is the value at a path of keys: errAbsent where a key is missing, a Fault
// where something that is no object stands in the way (case CF04).
func (n node) at(path []string) (node, error) {
	for i, key := range path {
		if n.kind != splice.JSONObject {
			return node{}, wrongKind(path[:i], n, splice.JSONObject)
		}
		next, ok := n.get(key)
		if !ok {
			return node{}, errAbsent
		}
		n = next
	}
	return n, nil
}

// wrongKind says where what was found instead of something else. A path may hold a
// folder's name, never a value.
func wrongKind(path []string, n node, want splice.JSONKind) splice.Fault {
	where := "the file"
	if len(path) > 0 {
		where = shownKeys(path)
	}
	return splice.Fault{
		Line: n.line, Column: 1,
		Problem: fmt.Sprintf("%s is %s where %s is expected", where, n.kind, want),
		Hint:    "the host cannot read it either; correct it there",
	}
}

// flag is a boolean member, and whether there is one.
func (n node) flag(name string) (value, ok bool) {
	v, found := n.get(name)
	if !found || v.kind != splice.JSONBoolean {
		return false, false
	}
	return v.text == "true", true
}

// str is a member's text, or "" when it is absent or no string.
func (n node) str(name string) string {
	if v, ok := n.get(name); ok && v.kind == splice.JSONString {
		return v.text
	}
	return ""
}
