package splice

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
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
	old     *hujson.Value // what 'k' stands for, once resolved
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
	root, err := hujson.Parse(b.Bytes())
	if err != nil {
		return wanted{}, fmt.Errorf("cannot be written as JSON: %w", err)
	}
	w := wantedOf(&root)
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
func wantedOf(v *hujson.Value) wanted {
	switch t := v.Value.(type) {
	case *hujson.Object:
		w := wanted{kind: '{'}
		for i := range t.Members {
			w.names = append(w.names, nameOf(&t.Members[i]))
			w.parts = append(w.parts, wantedOf(&t.Members[i].Value))
		}
		return w
	case *hujson.Array:
		w := wanted{kind: '['}
		for i := range t.Elements {
			w.parts = append(w.parts, wantedOf(&t.Elements[i]))
		}
		return w
	}
	return wanted{kind: 'l', literal: string(v.Value.(hujson.Literal))}
}

// quoted is a string as a JSON literal.
func quoted(s string) (string, error) {
	w, err := marshalled(s)
	return w.literal, err
}

// resolve binds each Keep to the old value in its place. A Keep where nothing is
// cannot be kept.
func (w *wanted) resolve(v *hujson.Value) error {
	if w.kind == 'k' {
		if v == nil {
			return fmt.Errorf("there is nothing to keep")
		}
		w.old = v
		return nil
	}
	old := map[string]*hujson.Value{}
	if v != nil && w.kind == '{' {
		if o, ok := v.Value.(*hujson.Object); ok {
			for i := range o.Members {
				old[nameOf(&o.Members[i])] = &o.Members[i].Value
			}
		}
	}
	for i := range w.parts {
		var at *hujson.Value
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
func (w wanted) means(v *hujson.Value) bool {
	switch t := v.Value.(type) {
	case *hujson.Object:
		if w.kind != '{' || len(t.Members) != len(w.names) {
			return w.kind == 'k' && equal(w.old, v)
		}
		at := make(map[string]int, len(w.names))
		for i, name := range w.names {
			at[name] = i
		}
		for i := range t.Members {
			name := nameOf(&t.Members[i])
			j, ok := at[name]
			if !ok || !w.parts[j].means(&t.Members[i].Value) {
				return false
			}
			delete(at, name)
		}
		return true
	case *hujson.Array:
		if w.kind != '[' {
			return w.kind == 'k' && equal(w.old, v)
		}
		return slices.EqualFunc(w.parts, t.Elements, func(w wanted, v hujson.Value) bool { return w.means(&v) })
	}
	switch w.kind {
	case 'k':
		return equal(w.old, v)
	case 'l':
		return sameLiteral(hujson.Literal(w.literal), v.Value.(hujson.Literal))
	}
	return false
}

func sameLiteral(a, b hujson.Literal) bool {
	if bytes.Equal(a, b) {
		return true
	}
	return a.Kind() == '"' && b.Kind() == '"' && decoded(a) == decoded(b)
}

// equal reports whether two parsed values have the same literals, byte for byte, in
// the same order; only white space and comments may differ.
func equal(a, b *hujson.Value) bool {
	switch x := a.Value.(type) {
	case *hujson.Object:
		y, ok := b.Value.(*hujson.Object)
		return ok && slices.EqualFunc(x.Members, y.Members, equalMember)
	case *hujson.Array:
		y, ok := b.Value.(*hujson.Array)
		return ok && slices.EqualFunc(x.Elements, y.Elements, func(a, b hujson.Value) bool { return equal(&a, &b) })
	}
	y, ok := b.Value.(hujson.Literal)
	return ok && bytes.Equal(a.Value.(hujson.Literal), y)
}

func equalMember(a, b hujson.ObjectMember) bool {
	return equal(&a.Name, &b.Name) && equal(&a.Value, &b.Value)
}
