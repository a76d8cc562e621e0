package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"toolgrant/model"
	"toolgrant/model/splice"
)

// Edit returns the file's bytes with its layer turned into the wanted one, by as few
// splices as will do: what did not change keeps its bytes, entries that were left
// out on reading stay where they are, and a key of ours that becomes empty goes. A
// file that does not exist becomes 2-space JSON; nothing wanted makes no file.
//
// The result is read again and must give exactly the wanted layer. It is an error,
// and nothing is edited, when the change would have to replace a value that cannot
// be read, or when an entry could not be read back.
func Edit(f File, want model.Layer) ([]byte, error) {
	if err := representable(want); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Path, err)
	}
	data := f.Data
	for _, k := range keys(f.Layer, want) {
		next, err := k.edit(data, f)
		if err != nil {
			return nil, place(f.Path, err)
		}
		data = next
	}
	if data == nil {
		return nil, nil
	}
	r := reader{file: f.Path}
	if err := r.layer(data); err != nil {
		return nil, place(f.Path, err)
	}
	if !same(r.Layer, want, f.Origin) {
		return nil, fmt.Errorf("%s: the edit would not read back as what is wanted; nothing was changed", f.Path)
	}
	return data, nil
}

// place adds the file to a fault's position.
func place(path string, err error) error {
	if f, ok := errors.AsType[splice.Fault](err); ok {
		return model.Note{Severity: model.Error, Code: "config-edit", File: path, Line: f.Line, Column: f.Column,
			Problem: f.Problem, Hint: f.Hint}
	}
	return fmt.Errorf("%s: %w", path, err)
}

// A keyEdit is the change of one key: what the file has and what it should have, by
// selector. The lists of enforce_tools stand under the selector "".
type keyEdit struct {
	key        string
	have, want map[string][]string
	accept     accept
	flat       bool // the value is the list itself
}

func keys(have, want model.Layer) []keyEdit {
	return []keyEdit{
		{toolsKey, have.Tools, want.Tools, acceptTool, false},
		{verbsKey, texts(have.Verbs), texts(want.Verbs), acceptVerb, false},
		{launchKey, have.Launch, want.Launch, acceptName, false},
		{enforceKey, flat(have.Enforce), flat(want.Enforce), acceptName, true},
	}
}

func flat(list []string) map[string][]string {
	if len(list) == 0 {
		return nil
	}
	return map[string][]string{"": list}
}

func texts(verbs map[string][]model.Verb) map[string][]string {
	out := make(map[string][]string, len(verbs))
	for agent, list := range verbs {
		out[agent] = []string{}
		for _, v := range list {
			out[agent] = append(out[agent], string(v))
		}
	}
	return out
}

// edit makes the change of one key.
func (k keyEdit) edit(data []byte, f File) ([]byte, error) {
	if maps.EqualFunc(k.have, k.want, slices.Equal) {
		return data, nil
	}
	var node splice.JSONNode
	if f.Exists || data != nil {
		var err error
		if node, _, err = splice.GetJSON(data, []string{k.key}); err != nil {
			return nil, err
		}
	}
	value, empty, err := k.value(node, f.Origin)
	switch {
	case err != nil:
		return nil, err
	case empty && node.Absent():
		return data, nil
	case empty:
		return splice.DropJSON(data, []string{k.key}, true)
	case data == nil:
		return splice.NewJSON([]string{k.key}, value)
	}
	return splice.PutJSON(data, []string{k.key}, value)
}

// value is what the key should hold, and whether that is nothing.
func (k keyEdit) value(node splice.JSONNode, o model.Origin) (value any, empty bool, err error) {
	if k.flat {
		list, err := k.list(node, "", k.want[""])
		return list, len(list) == 0, err
	}
	if !node.Absent() && node.Kind() != splice.JSONObject {
		return nil, false, unreadable(node, k.key, "an object")
	}
	var object splice.Object
	known := map[string]bool{}
	again := map[string]bool{}
	if !node.Absent() {
		again = duplicates(node)
	}
	for _, m := range membersOf(node) {
		if again[m.Name] {
			line, column := m.Key.Position()
			return nil, false, splice.Fault{Line: line, Column: column, Hint: "remove one of them",
				Problem: fmt.Sprintf("%s in %s is there twice", shown(m.Name), k.key)}
		}
		known[m.Name] = true
		part, keep, err := k.selector(m, o)
		if err != nil {
			return nil, false, err
		}
		if keep {
			object = append(object, splice.Member{Name: m.Name, Value: part})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(k.want)) {
		if !known[name] {
			object = append(object, splice.Member{Name: name, Value: k.want[name]})
		}
	}
	return object, len(object) == 0, nil
}

func membersOf(node splice.JSONNode) []splice.JSONMember {
	if node.Absent() {
		return nil
	}
	return node.Members()
}

// selector is what one selector of the file should hold, and whether it stays.
func (k keyEdit) selector(m splice.JSONMember, o model.Origin) (value any, keep bool, err error) {
	have, had := k.have[m.Name]
	want, wanted := k.want[m.Name]
	if had == wanted && slices.Equal(have, want) {
		return splice.Keep{}, true, nil
	}
	list, err := k.list(m.Value, m.Name, want)
	// In the global agent_tools an empty list and none mean the same, so entries that
	// do not count can stay. Everywhere else an empty list takes something away.
	keep = wanted || k.key == toolsKey && o == model.Global && len(list) > 0
	return list, keep, err
}

// list is the elements of the file's list with the wanted entries: what stays keeps
// its place and spelling, as do elements that do not count.
func (k keyEdit) list(node splice.JSONNode, selector string, want []string) ([]any, error) {
	list := []any{}
	if node.Absent() {
		for _, entry := range want {
			list = append(list, entry)
		}
		return list, nil
	}
	if node.Kind() != splice.JSONArray {
		return nil, unreadable(node, shown(selector)+" in "+k.key, "a list")
	}
	place := make(map[string]int, len(want))
	for i, entry := range want {
		place[entry] = i
	}
	next := 0
	until := func(i int) {
		for ; next < i; next++ {
			list = append(list, want[next])
		}
	}
	for _, item := range node.Items() {
		entry, err := acceptNode(item, k.accept)
		i, wanted := place[entry]
		switch {
		case err != nil:
			list = append(list, item.Any())
		case wanted && i >= next:
			until(i)
			list = append(list, item.Any())
			next = i + 1
		}
	}
	until(len(want))
	return list, nil
}

func unreadable(node splice.JSONNode, what, expected string) error {
	line, column := node.Position()
	return splice.Fault{Line: line, Column: column, Hint: "repair it by hand, then try again",
		Problem: fmt.Sprintf("%s is %s where %s is expected; it is not replaced", what, node.Kind(), expected)}
}
