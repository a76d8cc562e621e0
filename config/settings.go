package config

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"toolgrant/model"
	"toolgrant/model/splice"
)

// settings are one file of somebody else's settings. A file that cannot be used has
// none, as for its owner, and a note says so.
type settings struct {
	path string
	doc  *splice.JSON // nil without a usable file
}

func settingsOf(path string) (settings, []model.Note) {
	s := settings{path: path}
	info, err := os.Stat(path)
	if err != nil && missing(err) {
		return s, nil
	}
	var data []byte
	if err == nil {
		data, err = read(path, info)
	}
	if err == nil {
		s.doc, err = splice.ParseJSON(data)
	}
	if err == nil && s.doc.Root().Kind() != splice.JSONObject {
		err = fmt.Errorf("is %s where an object is expected", s.doc.Root().Kind())
	}
	if err == nil {
		return s, nil
	}
	n, _ := broken(path, err).(model.Note)
	n.Severity, n.Code = model.Warning, "settings-broken"
	n.Problem += "; its settings do not count"
	return settings{path: path}, []model.Note{n}
}

// A setting is a value and the file it is from.
type setting struct {
	splice.JSONNode
	from settings
}

// get is the value at a path of keys. A key that is there twice counts the last
// time, as for JSON.parse.
func (s settings) get(path ...string) (setting, bool) {
	if s.doc == nil {
		return setting{}, false
	}
	node := s.doc.Root()
	for _, key := range path {
		members := slices.Collect(func(yield func(splice.JSONNode) bool) {
			for _, m := range node.Members() {
				if m.Name == key && !yield(m.Value) {
					return
				}
			}
		})
		if len(members) == 0 {
			return setting{}, false
		}
		node = members[len(members)-1]
	}
	return setting{node, s}, true
}

// unset reports whether a value counts as none in JavaScript's "a || b".
func (s setting) unset() bool {
	switch s.Kind() {
	case splice.JSONNull:
		return true
	case splice.JSONBoolean:
		return s.Text() == "false"
	case splice.JSONNumber:
		return strings.Trim(s.Text(), "-0.") == ""
	case splice.JSONString:
		return s.Text() == ""
	}
	return false
}

// odd is the note for a value that does not count. Nothing odd stops the work,
// though some of it stops the reference (spec/pipeline.md 11.2 G13).
func (s setting) odd(path []string, expected string) model.Note {
	line, column := s.Position()
	return model.Note{Severity: model.Warning, Code: "settings-odd", File: s.from.path, Line: line, Column: column,
		Problem: fmt.Sprintf("%s is %s where %s is expected; it does not count",
			model.Printable(clip(strings.Join(path, " > "))), shownNode(s.JSONNode), expected)}
}

// A merger lays the project's settings over the home's and collects what is odd.
type merger struct {
	home, project settings
	notes         []model.Note
}

// text is the project's text, else the home's.
func (m *merger) text(key string) string {
	for _, file := range []settings{m.project, m.home} {
		s, ok := file.get(key)
		switch {
		case !ok || s.unset():
		case s.Kind() == splice.JSONString:
			return s.Text()
		default:
			m.notes = append(m.notes, s.odd([]string{key}, "a text"))
		}
	}
	return ""
}

// object is the object at a path in one file.
func (m *merger) object(file settings, path ...string) (setting, bool) {
	s, ok := file.get(path...)
	if !ok || s.unset() {
		return s, false
	}
	if s.Kind() != splice.JSONObject {
		m.notes = append(m.notes, s.odd(path, "an object"))
		return s, false
	}
	return s, true
}

// either is the project's object, else the home's, else nil.
func (m *merger) either(key string) map[string]any {
	for _, file := range []settings{m.project, m.home} {
		if s, ok := m.object(file, key); ok {
			value, _ := s.Any().(map[string]any)
			return value
		}
	}
	return nil
}

// overlay is the members of both objects at a path, the project's winning, and
// whether either file has one.
func (m *merger) overlay(path ...string) (map[string]setting, bool) {
	merged, found := map[string]setting{}, false
	for _, file := range []settings{m.home, m.project} {
		if s, ok := m.object(file, path...); ok {
			found = true
			for _, member := range s.Members() {
				merged[member.Name] = setting{member.Value, file}
			}
		}
	}
	return merged, found
}
