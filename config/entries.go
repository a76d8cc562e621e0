package config

import (
	"errors"
	"fmt"
	"slices"

	"toolgrant/model"
	"toolgrant/model/splice"
)

// An accept turns one entry of a list into what counts, or says why it does not.
type accept func(string) (string, error)

func acceptTool(s string) (string, error) { return model.AcceptGrant(s) }

func acceptVerb(s string) (string, error) {
	if !slices.Contains(model.Verbs(), model.Verb(s)) {
		return "", fmt.Errorf("is no peer verb; there are %s", model.AllVerbs())
	}
	return s, nil
}

// acceptName takes server names and runtime ids as they are: both are compared
// exactly, so anything that cannot be seen would only deceive.
func acceptName(s string) (string, error) {
	switch {
	case s == "":
		return "", errors.New("is empty")
	case model.Printable(s) != s:
		return "", errors.New("holds characters that cannot be seen")
	}
	return s, nil
}

// entries is a list's accepted entries in file order, each once. The others are
// left out, each with a note.
func (r *reader) entries(list splice.JSONNode, agent string, accept accept) []string {
	accepted := []string{}
	seen := map[string]bool{}
	for _, item := range list.Items() {
		entry, err := acceptNode(item, accept)
		switch {
		case err != nil:
			r.note(model.Warning, "config-entry", item, agent, "the entry %s %v; it is left out", shownNode(item), err)
		case seen[entry]:
			r.note(model.Info, "config-twice", item, agent, "the entry %s is there twice", shownNode(item))
		default:
			seen[entry] = true
			accepted = append(accepted, entry)
		}
	}
	return accepted
}

func acceptNode(item splice.JSONNode, accept accept) (string, error) {
	if item.Kind() != splice.JSONString {
		return "", fmt.Errorf("is %s where a string is expected", item.Kind())
	}
	return accept(item.Text())
}

// isObject reports whether a key holds selectors, with a note when it does not.
func (r *reader) isObject(s model.Severity, node splice.JSONNode, key, effect string) bool {
	if node.Kind() != splice.JSONObject {
		r.note(s, "config-type", node, "", "%s is %s where an object is expected; %s", key, node.Kind(), effect)
		return false
	}
	if n := node.Len(); n > MaxEntries {
		r.note(s, "config-large", node, "", "%s has %d members, more than the %d that are read; %s", key, n, MaxEntries, effect)
		return false
	}
	return true
}

// isList reports whether a value is a list, with a note when it is not.
func (r *reader) isList(s model.Severity, node splice.JSONNode, agent, key, effect string) bool {
	what := shown(agent) + " in " + key
	if node.Kind() != splice.JSONArray {
		r.note(s, "config-type", node, agent, "%s is %s where a list is expected; %s", what, node.Kind(), effect)
		return false
	}
	if n := node.Len(); n > MaxEntries {
		r.note(s, "config-large", node, agent, "%s has %d entries, more than the %d that are read; %s", what, n, MaxEntries, effect)
		return false
	}
	return true
}

// duplicates are the keys that an object has more than once.
func duplicates(node splice.JSONNode) map[string]bool {
	seen, twice := map[string]bool{}, map[string]bool{}
	for _, m := range node.Members() {
		if seen[m.Name] {
			twice[m.Name] = true
		}
		seen[m.Name] = true
	}
	return twice
}

func (r *reader) note(s model.Severity, code string, at splice.JSONNode, agent, format string, args ...any) {
	line, column := at.Position()
	r.notes = append(r.notes, model.Note{Severity: s, Code: code, File: r.file, Line: line, Column: column,
		Agent: model.Printable(clip(agent)), Problem: fmt.Sprintf(format, args...)})
}

// shown is a text of the file as messages show it: quoted, safe, and not too long.
func shown(s string) string { return `"` + model.Printable(clip(s)) + `"` }

func shownNode(n splice.JSONNode) string {
	if n.Kind() == splice.JSONString {
		return shown(n.Text())
	}
	return model.Printable(clip(n.Text()))
}

func clip(s string) string {
	const limit = 80
	if r := []rune(s); len(r) > limit {
		return string(r[:limit]) + "..."
	}
	return s
}
