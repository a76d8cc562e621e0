package servers

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"toolgrant/model/splice"
)

// maxNesting bounds brackets within brackets, which a recursive parser pays for
// with its stack. Brackets inside strings count too: no real file comes near it.
const maxNesting = 1000

func parseTOML(data []byte) (node, error) {
	data = bytes.TrimPrefix(data, []byte(splice.BOM))
	if len(data) > splice.MaxJSON {
		return node{}, splice.Fault{Problem: "is too large to be read"}
	}
	depth := 0
	for _, b := range data {
		switch b {
		case '[', '{':
			depth++
		case ']', '}':
			depth = max(0, depth-1)
		}
		if depth > maxNesting {
			return node{}, splice.Fault{Problem: fmt.Sprintf("is nested more than %d levels deep", maxNesting)}
		}
	}
	var root map[string]any
	if err := toml.Unmarshal(data, &root); err != nil {
		f := splice.Fault{Line: 1, Column: 1, Problem: "is not valid TOML"}
		if d, ok := errors.AsType[*toml.DecodeError](err); ok {
			f.Line, f.Column = d.Position()
		}
		f.Hint = "a table or key that is there twice is a mistake too, quoted or not"
		return node{}, f
	}
	return fromTOML(root, nil, tomlLines(data)), nil
}

// fromTOML gives decoded values the lines of their keys; what has none has its
// parent's.
func fromTOML(v any, path []string, lines map[string]int) node {
	n := node{line: lines[shownKeys(path)]}
	if n.line == 0 && len(path) > 0 {
		n.line = lines[shownKeys(path[:len(path)-1])]
	}
	switch v := v.(type) {
	case map[string]any:
		n.kind = splice.JSONObject
		keys := slices.SortedFunc(maps.Keys(v), func(a, b string) int {
			return cmp.Or(
				lines[shownKeys(append(slices.Clone(path), a))]-lines[shownKeys(append(slices.Clone(path), b))],
				cmp.Compare(a, b),
			)
		})
		for _, key := range keys {
			value := fromTOML(v[key], append(slices.Clone(path), key), lines)
			n.members = append(n.members, member{key, value.line, value})
		}
	case []any:
		n.kind = splice.JSONArray
		for _, item := range v {
			n.items = append(n.items, fromTOML(item, path, lines))
		}
	case string:
		n.kind, n.text = splice.JSONString, v
	case bool:
		n.kind, n.text = splice.JSONBoolean, strconv.FormatBool(v)
	default:
		n.kind, n.text = splice.JSONNumber, fmt.Sprint(v)
	}
	return n
}

// tomlLines finds the line at which each table and key first stands.
func tomlLines(data []byte) map[string]int {
	lines := map[string]int{}
	var p unstable.Parser
	p.Reset(data)
	var table []string
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind != unstable.Table && e.Kind != unstable.ArrayTable && e.Kind != unstable.KeyValue {
			continue
		}
		var path []string
		if e.Kind == unstable.KeyValue {
			path = slices.Clone(table)
		}
		for key := e.Key(); key.Next(); {
			path = append(path, string(key.Node().Data))
			line := p.Shape(key.Node().Raw).Start.Line
			if shown := shownKeys(path); lines[shown] == 0 {
				lines[shown] = line
			}
		}
		if e.Kind != unstable.KeyValue {
			table = path
		}
	}
	return lines
}
