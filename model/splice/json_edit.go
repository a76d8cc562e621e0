package splice

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/tailscale/hujson"
)

// NewJSON is the text of a JSON file that does not exist yet: the value at the path,
// 2-space indentation, a final line break. It is the only case in which nothing has
// to be kept.
func NewJSON(path []string, value any) ([]byte, error) {
	return PutJSON([]byte("{}\n"), path, value)
}

// PutJSON sets the value at a path of object keys, which makes what is missing on
// the way. Where an object or a list stands already, only the members and elements
// that differ are spliced; a value that means the same already changes nothing.
//
// The path is a slice because keys may hold dots. It is a Fault when the text does
// not parse, a key of the path is there twice, or something on the way is no object.
func PutJSON(data []byte, path []string, value any) ([]byte, error) {
	d, err := ParseJSON(data)
	if err != nil {
		return nil, err
	}
	w, err := want(value)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shownPath(path), err)
	}
	for _, name := range path {
		if _, err := quoted(name); err != nil {
			return nil, err
		}
	}
	trail, err := d.trail(path)
	if err != nil {
		return nil, err
	}
	depth := len(trail) - 1
	at := trail[depth]
	e := &editor{JSON: d}
	if depth == len(path) {
		if err := w.resolve(at); err != nil {
			return nil, fmt.Errorf("%s: %w", shownPath(path), err)
		}
		err = e.reconcile(at, w, e.placeAt(at))
	} else {
		if err := w.resolve(nil); err != nil {
			return nil, fmt.Errorf("%s: %w", shownPath(path), err)
		}
		err = e.addMember(at, path[:depth+1], nest(path[depth+1:], w))
	}
	if err != nil {
		return nil, err
	}
	return e.finish(path, &w)
}

// DropJSON takes the member at a path away; what is not there stays so. With prune,
// objects on the path that hold nothing else and no comments go with it, except for
// the outermost, so that dropping what PutJSON added gives the earlier bytes.
func DropJSON(data []byte, path []string, prune bool) ([]byte, error) {
	if len(path) == 0 {
		return nil, fmt.Errorf("the whole text cannot be dropped")
	}
	d, err := ParseJSON(data)
	if err != nil {
		return nil, err
	}
	trail, err := d.trail(path)
	if err != nil {
		return nil, err
	}
	if len(trail) <= len(path) {
		return slices.Clone(data), nil
	}
	for prune && len(path) > 1 && d.only(trail[len(path)-1]) {
		path = path[:len(path)-1]
	}
	e := &editor{JSON: d}
	parent := trail[len(path)-1]
	at, err := d.member(parent.Value.(*hujson.Object), path)
	if err != nil {
		return nil, err
	}
	w := e.weaveOf(parent)
	w.drop[at] = true
	e.edits = append(e.edits, w.edits()...)
	return e.finish(path, nil)
}

// GetJSON is the value at a path and whether it is there.
func GetJSON(data []byte, path []string) (JSONNode, bool, error) {
	d, err := ParseJSON(data)
	if err != nil {
		return JSONNode{}, false, err
	}
	return d.Get(path)
}

// only reports whether an object holds one member and no comments beside it.
func (d *JSON) only(v *hujson.Value) bool {
	w := weave{JSON: d, sequence: d.sequence(v)}
	return len(w.items) == 1 && !w.commented()
}

// nest wraps a value in one object for each key.
func nest(path []string, w wanted) wanted {
	for _, name := range slices.Backward(path) {
		w = wanted{kind: '{', names: []string{name}, parts: []wanted{w}}
	}
	return w
}

// An editor collects the splices of one edit.
type editor struct {
	*JSON
	edits []Edit
}

// placeAt is the place of a value that is there.
func (e *editor) placeAt(v *hujson.Value) place {
	indent := e.lineIndent(v.StartOffset)
	return place{style: e.styleNear(v), indent: indent, used: len(indent), multi: len(e.lines) > 1}
}

// reconcile turns a value into the wanted one with the fewest splices.
func (e *editor) reconcile(v *hujson.Value, w wanted, p place) error {
	if w.means(v) {
		return nil
	}
	switch t := v.Value.(type) {
	case *hujson.Object:
		if w.kind == '{' {
			return e.object(v, t, w)
		}
	case *hujson.Array:
		if w.kind == '[' {
			e.list(v, t, w)
			return nil
		}
	}
	e.edits = append(e.edits, Edit{v.StartOffset, v.EndOffset, p.text(w)})
	return nil
}

// object reconciles members by key: what is not wanted goes, what is wanted and not
// there comes last, in the order wanted.
func (e *editor) object(v *hujson.Value, o *hujson.Object, want wanted) error {
	at := make(map[string]int, len(want.names))
	for i, name := range want.names {
		at[name] = i
	}
	w := e.weaveOf(v)
	last := -1
	seen := make(map[string]bool, len(o.Members))
	for i := range o.Members {
		m := &o.Members[i]
		name := nameOf(m)
		if seen[name] {
			return e.fault(m.Name.StartOffset, "the key %s is there twice", shownPath([]string{name}))
		}
		seen[name] = true
		j, ok := at[name]
		w.drop[i] = !ok
		if ok {
			last = i
			if err := e.reconcile(&m.Value, want.parts[j], w.inner); err != nil {
				return err
			}
		}
	}
	for i, name := range want.names {
		if !seen[name] {
			w.add[last] = append(w.add[last], w.inner.member(name, want.parts[i]))
		}
	}
	e.edits = append(e.edits, w.edits()...)
	return nil
}

// addMember adds a member, the last key of the path, to an object.
func (e *editor) addMember(v *hujson.Value, path []string, value wanted) error {
	o, ok := v.Value.(*hujson.Object)
	if !ok {
		return e.fault(v.StartOffset, "%s is %s where an object is expected", shownPath(path[:len(path)-1]), kindOf(v.Value))
	}
	w := e.weaveOf(v)
	last := len(o.Members) - 1
	w.add[last] = []string{w.inner.member(path[len(path)-1], value)}
	e.edits = append(e.edits, w.edits()...)
	return nil
}

// A woven is a weave with the place of its items.
type woven struct {
	weave
	inner place
}

// weaveOf begins a change of a container.
func (e *editor) weaveOf(v *hujson.Value) *woven {
	s := e.sequence(v)
	st := e.styleNear(v)
	base := e.lineIndent(v.StartOffset)
	spread := e.spread(s)
	if len(s.items) == 0 && s.open == s.shut {
		_, isObject := v.Value.(*hujson.Object)
		spread = isObject && (v == &e.root || len(e.lines) > 1 && e.ownLine(v)) || !isObject && st.longLists
	}
	p := place{style: st, indent: base, multi: spread}.inside()
	if indent, ok := e.itemIndent(s); ok {
		p.indent = indent
	}
	sep := st.gap
	if n := len(s.items); n > 0 {
		// Padding inside the brackets goes with blanks between the items.
		item := s.items[n-1]
		blanks := e.body[item.gap:item.start]
		if len(bytes.Trim(blanks, " ")) == 0 && (n > 1 || len(blanks) > 0) {
			sep = string(blanks)
		}
	}
	return &woven{inner: p, weave: weave{
		JSON: e.JSON, sequence: s, eol: st.eol, indent: p.indent, sep: sep, shutIndent: base, spread: spread,
		drop: make([]bool, len(s.items)), add: map[int][]string{},
	}}
}

// ownLine reports whether only a key stands before a value on its line, as it does
// in a file with one member a line.
func (e *editor) ownLine(v *hujson.Value) bool {
	line, _ := e.position(v.StartOffset)
	start := e.lines[line-1]
	return start > 0 && e.body[start+len(e.lineIndent(v.StartOffset))] == '"'
}

// finish splices, parses the result and compares its meaning with what was wanted:
// the value at the path, and every other literal of the text byte for byte.
func (e *editor) finish(path []string, w *wanted) ([]byte, error) {
	body, err := Apply(e.body, e.edits)
	if err != nil {
		return nil, err
	}
	out := append([]byte(e.bom), body...)
	after, err := ParseJSON(out)
	if err != nil {
		return nil, fmt.Errorf("the edit of %s would break the text: %w", shownPath(path), err)
	}
	if !proved(&e.root, &after.root, path, w) {
		return nil, fmt.Errorf("the edit of %s would change something else", shownPath(path))
	}
	return out, nil
}

// proved reports whether only the value at the path changed, and that as wanted.
func proved(before, after *hujson.Value, path []string, w *wanted) bool {
	if len(path) == 0 {
		return w.means(after)
	}
	var old []hujson.ObjectMember
	if before != nil {
		if o, ok := before.Value.(*hujson.Object); ok {
			old = slices.Clone(o.Members)
		}
	}
	o, ok := after.Value.(*hujson.Object)
	if !ok {
		return false
	}
	now := slices.Clone(o.Members)
	named := func(m hujson.ObjectMember) bool { return nameOf(&m) == path[0] }
	i, j := slices.IndexFunc(old, named), slices.IndexFunc(now, named)
	if !slices.EqualFunc(slices.DeleteFunc(old, named), slices.DeleteFunc(now, named), equalMember) {
		return false
	}
	if w == nil && len(path) == 1 {
		return j < 0
	}
	if j < 0 {
		return false
	}
	var at *hujson.Value
	if i >= 0 {
		at = &before.Value.(*hujson.Object).Members[i].Value
	}
	return proved(at, &o.Members[j].Value, path[1:], w)
}
