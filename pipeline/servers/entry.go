package servers

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"toolgrant/model"
	"toolgrant/model/splice"
)

// maxEntries bounds the servers of one file, and any list inside one.
const maxEntries = 10_000

// readEntry turns one member of a map of servers into a recipe. The fault says what
// is wrong with it; an entry with one is left out by its host too.
func readEntry(s shape, m member) (r recipe, disabled bool, err error) {
	n := m.value
	if n.kind != splice.JSONObject {
		return r, false, wrongKind([]string{m.name}, n, splice.JSONObject)
	}
	if on, ok := n.flag(s.on); ok && !on {
		disabled = true
	}
	if off, ok := n.flag(s.off); ok && off {
		disabled = true
	}
	if inner, ok := n.get(s.nested); ok && s.nested != "" && inner.kind == splice.JSONObject {
		n = inner
	}
	fault := func(format string, args ...any) error {
		return splice.Fault{Line: m.line, Column: 1, Problem: fmt.Sprintf(format, args...)}
	}
	r.refs = s.refs
	if r.argv, err = command(s, n); err != nil {
		return r, disabled, fault("%s: %s", shownKeys([]string{m.name}), err)
	}
	for _, key := range []string{"url", "httpUrl", "serverUrl"} { // the first that the host prefers comes last
		if t, known := s.urls[key]; known {
			if u := n.str(key); u != "" {
				r.url, r.transport = u, t
			}
		}
	}
	kind := ""
	for _, key := range slices.Backward(s.kind) {
		if k := n.str(key); k != "" {
			kind = k
		}
	}
	switch t, known := s.kinds[kind]; {
	case kind != "" && !known:
		return r, disabled, fault("%s is of the type %q, which is not known", shownKeys([]string{m.name}), kind)
	case kind != "":
		r.transport = t
	case r.transport == "":
		r.transport = model.Stdio
	}
	switch {
	case r.transport == model.Stdio && len(r.argv) == 0:
		return r, disabled, fault("%s has neither a command nor an address", shownKeys([]string{m.name}))
	case r.transport != model.Stdio && r.url == "":
		return r, disabled, fault("%s has no address", shownKeys([]string{m.name}))
	case r.transport == model.Stdio:
		r.url = ""
	default:
		r.argv = nil
	}
	r.env, r.headers = n.strs(s.env), n.strs(s.headers)
	r.envHeaders, r.bearer = n.strs(s.envHeaders), n.str(s.bearer)
	r.cwd = n.str("cwd")
	r.envFile = n.str(s.envFile) != ""
	if list, ok := n.get(s.envVars); ok {
		r.envVars, _ = list.texts()
	}
	return r, disabled, nil
}

// command is the command line of an entry, none when it has no command.
func command(s shape, n node) ([]string, error) {
	c, ok := n.get("command")
	if !ok || c.kind == splice.JSONNull {
		return nil, nil
	}
	var argv []string
	switch {
	case c.kind == splice.JSONString && strings.TrimSpace(c.text) != "":
		argv = []string{c.text}
	case c.kind == splice.JSONString:
		return nil, fmt.Errorf("the command is blank")
	case s.argv && c.kind == splice.JSONArray:
		list, ok := c.texts()
		if !ok || len(list) == 0 || strings.TrimSpace(list[0]) == "" {
			return nil, fmt.Errorf("the command is no list of words")
		}
		argv = list
	default:
		return nil, fmt.Errorf("the command is %s", c.kind)
	}
	if a, ok := n.get("args"); ok && a.kind != splice.JSONNull {
		list, ok := a.texts()
		if !ok {
			return nil, fmt.Errorf("the arguments are no list of words")
		}
		argv = append(argv, list...)
	}
	if slices.ContainsFunc(argv, func(w string) bool { return strings.ContainsRune(w, 0) }) {
		return nil, fmt.Errorf("the command holds a NUL byte")
	}
	return argv, nil
}

// strs is a member that maps names to texts; numbers and booleans are texts too,
// as hosts take them. Nil for anything else.
func (n node) strs(name string) map[string]string {
	v, ok := n.get(name)
	if name == "" || !ok || v.kind != splice.JSONObject || len(v.members) > maxEntries {
		return nil
	}
	out := make(map[string]string, len(v.members))
	for _, m := range v.members {
		switch m.value.kind {
		case splice.JSONString, splice.JSONNumber, splice.JSONBoolean:
			out[m.name] = m.value.text
		}
	}
	return out
}

// texts is an array of scalars as words, and whether it is one.
func (n node) texts() ([]string, bool) {
	if n.kind != splice.JSONArray || len(n.items) > maxEntries {
		return nil, false
	}
	out := make([]string, 0, len(n.items))
	for _, item := range n.items {
		switch item.kind {
		case splice.JSONString, splice.JSONNumber, splice.JSONBoolean:
			out = append(out, item.text)
		default:
			return nil, false
		}
	}
	return out, true
}

// place makes the public half of an entry.
func (r recipe) place(src source, file string, line int, disabled bool) model.Place {
	p := model.Place{
		Host: src.host, File: filepath.Clean(file), Line: line, Scope: src.scope,
		Transport: r.transport, Command: r.shown(), Recipe: r.hash(), Disabled: disabled,
	}
	if src.scope == model.FromPlugin {
		p.Plugin = filepath.Base(filepath.Dir(file))
	}
	return p
}
