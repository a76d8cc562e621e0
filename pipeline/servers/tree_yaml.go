package servers

import (
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"toolgrant/model/splice"
)

// maxNodes bounds a YAML tree, whose aliases could otherwise unfold a small file
// into a huge one.
const maxNodes = 100_000

func parseYAML(data []byte) (node, error) {
	text := strings.TrimPrefix(string(data), splice.BOM)
	if len(text) > splice.MaxJSON {
		return node{}, splice.Fault{Problem: "is too large to be read"}
	}
	root, err := splice.YAML(text)
	if err != nil {
		return node{}, splice.Fault{Line: yamlLine(err), Column: 1, Problem: "is not valid YAML"}
	}
	if root == nil {
		return node{kind: splice.JSONObject}, nil
	}
	left := maxNodes
	n := fromYAML(root, &left)
	if left <= 0 {
		return node{}, splice.Fault{Problem: "unfolds into too many values to be read"}
	}
	return n, nil
}

// yamlLine is the line that a parser's message speaks of. The message itself is not
// shown: it may quote the file.
func yamlLine(err error) int {
	m := regexp.MustCompile(`line (\d+)`).FindStringSubmatch(err.Error())
	if m == nil {
		return 1
	}
	line, _ := strconv.Atoi(m[1])
	return max(1, line)
}

func fromYAML(y *yaml.Node, left *int) node {
	if *left--; *left <= 0 {
		return node{kind: splice.JSONNull}
	}
	n := node{line: y.Line}
	switch y.Kind {
	case yaml.AliasNode:
		return fromYAML(y.Alias, left)
	case yaml.MappingNode:
		n.kind = splice.JSONObject
		for i := 0; i+1 < len(y.Content); i += 2 {
			key := y.Content[i]
			n.members = append(n.members, member{key.Value, key.Line, fromYAML(y.Content[i+1], left)})
		}
	case yaml.SequenceNode:
		n.kind = splice.JSONArray
		for _, item := range y.Content {
			n.items = append(n.items, fromYAML(item, left))
		}
	default:
		n.text = y.Value
		switch y.ShortTag() {
		case "!!null":
			n.kind = splice.JSONNull
		case "!!bool":
			n.kind = splice.JSONBoolean
			var b bool
			if y.Decode(&b) == nil {
				n.text = strconv.FormatBool(b)
			}
		case "!!int", "!!float":
			n.kind = splice.JSONNumber
		default:
			n.kind = splice.JSONString
		}
	}
	return n
}
