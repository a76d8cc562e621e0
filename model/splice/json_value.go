package splice

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// An Object is a JSON object with its members in order, for values whose order a
// person will see.
type Object []Member

// A Member is one member of an Object.
type Member struct {
	Name  string
	Value any
}

// Keep stands for the value that is there: an edit with Keep inside leaves that part
// untouched, whatever it is.
type Keep struct{}

// A wanted is a value to be written: a literal, a list, an object, or an old value
// that stays.
type wanted struct {
	kind    byte // 'l' literal, '[' list, '{' object, 'k' keep
	literal string
	names   []string // of an object's members
	parts   []wanted
	old     JSONNode // what 'k' stands for, once resolved
}

// want converts a Go value. Object, []any and Keep are taken as they are; everything
// else is what encoding/json makes of it, without HTML escapes.
func want(value any) (wanted, error) {
	switch v := value.(type) {
	case Keep:
		return wanted{kind: 'k'}, nil
	case Object:
		w := wanted{kind: '{'}
		seen := make(map[string]bool, len(v))
		for _, m := range v {
			if seen[m.Name] {
				return w, fmt.Errorf("the key %s is to be written twice", shownPath([]string{m.Name}))
			}
			seen[m.Name] = true
			if err := w.add(m.Name, m.Value); err != nil {
				return w, err
			}
		}
		return w, nil
	case []any:
		w := wanted{kind: '['}
		for _, item := range v {
			part, err := want(item)
			if err != nil {
				return w, err
			}
			w.parts = append(w.parts, part)
		}
		return w, nil
	}
	return marshalled(value)
}

func (w *wanted) add(name string, value any) error {
	part, err := want(value)
	if err != nil {
		return err
	}
	if _, err := quoted(name); err != nil {
		return err
	}
	w.names = append(w.names, name)
	w.parts = append(w.parts, part)
	return nil
}

func marshalled(value any) (wanted, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return wanted{}, fmt.Errorf("cannot be written as JSON: %w", err)
	}
	doc, err := ParseJSON(b.Bytes())
	if err != nil {
		return wanted{}, fmt.Errorf("cannot be written as JSON: %w", err)
	}
	w := wantedOf(doc.Root())
	return w, w.checkText()
}

// checkText finds strings that encoding/json had to repair: it writes the escape
// \ufffd for a byte that is no UTF-8, and the character itself when it was meant.
func (w wanted) checkText() error {
	if w.kind == 'l' && strings.Contains(strings.ReplaceAll(w.literal, `\\`, ""), `\ufffd`) {
		return fmt.Errorf("the text %s is not valid UTF-8", w.literal)
	}
	for _, name := range w.names {
		if strings.ContainsRune(name, '\ufffd') {
			return fmt.Errorf("the key %q is not valid UTF-8", name)
		}
	}
	for _, p := range w.parts {
		if err := p.checkText(); err != nil {
			return err
		}
	}
	return nil
}

// wantedOf is a parsed value as a wanted one.
func wantedOf(n JSONNode) wanted {
	if n.v.kind != '{' && n.v.kind != '[' {
		return wanted{kind: 'l', literal: string(n.literal())}
	}
	w := wanted{kind: n.v.kind}
	for i := range n.Len() {
		if w.kind == '{' {
			w.names = append(w.names, n.part(i).name())
		}
		w.parts = append(w.parts, wantedOf(n.part(i)))
	}
	return w
}

// quoted is a string as a JSON literal.
func quoted(s string) (string, error) {
	w, err := marshalled(s)
	return w.literal, err
}

// resolve binds each Keep to the old value in its place; the zero node stands for
// none. A Keep where nothing is cannot be kept.
func (w *wanted) resolve(n JSONNode) error {
	if w.kind == 'k' {
		if n.Absent() {
			return fmt.Errorf("there is nothing to keep")
		}
		w.old = n
		return nil
	}
	old := map[string]JSONNode{}
	if w.kind == '{' && !n.Absent() && n.Kind() == JSONObject {
		for i := range n.Len() {
			old[n.part(i).name()] = n.part(i)
		}
	}
	for i := range w.parts {
		var at JSONNode
		if w.kind == '{' {
			at = old[w.names[i]]
		}
		if err := w.parts[i].resolve(at); err != nil {
			return err
		}
	}
	return nil
}

// means reports whether a value means what is wanted: escapes and the order of
// members do not count, everything else does.
func (w wanted) means(n JSONNode) bool {
	switch {
	case w.kind == 'k':
		return equal(w.old, n)
	case w.kind == 'l':
		return sameLiteral(w.literal, n)
	case w.kind != n.v.kind || len(w.parts) != n.Len():
		return false
	case w.kind == '[':
		for i := range w.parts {
			if !w.parts[i].means(n.part(i)) {
				return false
			}
		}
		return true
	}
	at := make(map[string]int, len(w.names))
	for i, name := range w.names {
		at[name] = i
	}
	for i := range n.Len() {
		name := n.part(i).name()
		j, ok := at[name]
		if !ok || !w.parts[j].means(n.part(i)) {
			return false
		}
		delete(at, name)
	}
	return true
}

func sameLiteral(a string, n JSONNode) bool {
	b := n.literal()
	return a == string(b) || a[0] == '"' && n.v.kind == '"' && decoded([]byte(a)) == decoded(b)
}

// equal reports whether two parsed values have the same literals, byte for byte, in
// the same order; only white space and comments may differ.
func equal(a, b JSONNode) bool {
	if a.v.kind != b.v.kind || a.Len() != b.Len() {
		return false
	}
	if a.v.kind != '{' && a.v.kind != '[' {
		return bytes.Equal(a.literal(), b.literal())
	}
	for i := range a.Len() {
		if !equalPart(a.part(i), b.part(i)) {
			return false
		}
	}
	return true
}

// equalPart compares two parts of a container with their keys, which are empty in an array.
func equalPart(a, b JSONNode) bool {
	return bytes.Equal(a.doc.body[a.v.key:a.v.keyEnd], b.doc.body[b.v.key:b.v.keyEnd]) && equal(a, b)
}
