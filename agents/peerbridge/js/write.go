package js

import (
	"bytes"
	"encoding/json"
)

// Marshal writes compact JSON as JSON.stringify does: nothing is escaped for HTML,
// and the line separators that Go always escapes stand as themselves.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return unescape(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), nil
}

// MarshalIndent writes JSON with two blanks a level, as JSON.stringify(v, null, 2).
func MarshalIndent(v any) ([]byte, error) {
	compact, err := Marshal(v)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, compact, "", "  "); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// unescape turns back the three escapes that Go's encoder writes and JavaScript's
// does not. Pairs are read from the left, so that an escaped backslash before a u is
// never taken for the beginning of an escape.
func unescape(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' || i+1 >= len(b) {
			out = append(out, b[i])
			continue
		}
		if r, ok := plain(b[i:]); ok {
			out = append(out, r...)
			i += 5
			continue
		}
		out = append(out, b[i], b[i+1])
		i++
	}
	return out
}

// plain is the character that an escape at the beginning of b stands for, if it is
// one that JavaScript would not have written.
func plain(b []byte) (string, bool) {
	switch string(b[:min(6, len(b))]) {
	case `\u2028`:
		return "\u2028", true
	case `\u2029`:
		return "\u2029", true
	case `\ufffd`: // Go's answer to a byte that is no UTF-8
		return "\ufffd", true
	}
	return "", false
}
