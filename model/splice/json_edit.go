package splice

import (
	"bytes"
	"fmt"
	"slices"
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
	e := &editor{JSON: d, style: d.style()}
	if depth == len(path) {
		if err := w.resolve(at); err != nil {
			return nil, fmt.Errorf("%s: %w", shownPath(path), err)
		}
		err = e.reconcile(at, w, e.placeAt(at))
	} else {
		if err := w.resolve(JSONNode{}); err != nil {
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
	e := &editor{JSON: d, style: d.style()}
	parent := trail[len(path)-1]
	at, err := parent.member(path)
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
func (d *JSON) only(n JSONNode) bool {
	w := weave{JSON: d, sequence: d.sequence(n)}
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
	style style // of the text as a whole
	edits []Edit
}

// placeAt is the place of a value that is there.
func (e *editor) placeAt(n JSONNode) place {
	indent := e.lineIndent(int(n.v.start))
	return place{style: e.style.near(n), indent: indent, used: len(indent), multi: n.v == &e.root || e.ownLine(n)}
}

// reconcile turns a value into the wanted one with the fewest splices.
func (e *editor) reconcile(n JSONNode, w wanted, p place) error {
	switch {
	case w.means(n):
	case w.kind == '{' && n.v.kind == '{':
		return e.object(n, w)
	case w.kind == '[' && n.v.kind == '[':
		e.list(n, w)
	default:
		e.edits = append(e.edits, Edit{int(n.v.start), int(n.v.end), p.text(w)})
	}
	return nil
}

// object reconciles members by key: what is not wanted goes, what is wanted and not
// there comes last, in the order wanted.
func (e *editor) object(n JSONNode, want wanted) error {
	at := make(map[string]int, len(want.names))
	for i, name := range want.names {
		at[name] = i
	}
	w := e.weaveOf(n)
	last := -1
	seen := make(map[string]bool, n.Len())
	for i := range n.Len() {
		part := n.part(i)
		name := part.name()
		if seen[name] {
			return e.fault(int(part.v.key), "the key %s is there twice", shownPath([]string{name}))
		}
		seen[name] = true
		j, ok := at[name]
		w.drop[i] = !ok
		if ok {
			last = i
			if err := e.reconcile(part, want.parts[j], w.inner); err != nil {
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
func (e *editor) addMember(n JSONNode, path []string, value wanted) error {
	if n.Kind() != JSONObject {
		return n.fault("%s is %s where an object is expected", shownPath(path[:len(path)-1]), n.Kind())
	}
	w := e.weaveOf(n)
	w.add[n.Len()-1] = []string{w.inner.member(path[len(path)-1], value)}
	e.edits = append(e.edits, w.edits()...)
	return nil
}

// A woven is a weave with the place of its items.
type woven struct {
	weave
	inner place
}

// weaveOf begins a change of a container.
func (e *editor) weaveOf(n JSONNode) *woven {
	s := e.sequence(n)
	st := e.style.near(n)
	base := e.lineIndent(int(n.v.start))
	spread := e.spread(s)
	if len(s.items) == 0 && s.open == s.shut {
		spread = n.v == &e.root || e.ownLine(n)
		if n.v.kind == '[' {
			spread = st.longLists
		}
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
func (e *editor) ownLine(n JSONNode) bool {
	line, _ := e.position(int(n.v.start))
	start := e.lines[line-1]
	return start > 0 && e.body[start+len(e.lineIndent(int(n.v.start)))] == '"'
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
	if !proved(e.Root(), after.Root(), path, w) {
		return nil, fmt.Errorf("the edit of %s would change something else", shownPath(path))
	}
	return out, nil
}

// proved reports whether only the value at the path changed, and that as wanted. The
// zero node stands for what was not there before.
func proved(before, after JSONNode, path []string, w *wanted) bool {
	if len(path) == 0 {
		return w.means(after)
	}
	if after.Kind() != JSONObject {
		return false
	}
	old, oldRest := before.split(path[0])
	now, rest := after.split(path[0])
	switch {
	case !slices.EqualFunc(oldRest, rest, equalPart):
		return false
	case w == nil && len(path) == 1:
		return now.Absent()
	}
	return !now.Absent() && proved(old, now, path[1:], w)
}

// split is the member of that name and all others.
func (n JSONNode) split(name string) (member JSONNode, rest []JSONNode) {
	if n.Absent() || n.Kind() != JSONObject {
		return JSONNode{}, nil
	}
	for i := range n.Len() {
		if part := n.part(i); part.name() == name {
			member = part
		} else {
			rest = append(rest, part)
		}
	}
	return member, rest
}
