package launch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// exact decodes a JSON object into the struct that dst points to, by exact member
// names. encoding/json alone would fold case, so "MCP_Allowlist" would grant what
// every other reader of the wire ignores. Members that the struct does not name are
// skipped; a named one given twice is an error, since readers disagree on which
// counts. It reports which named members were there and not null.
func exact(data []byte, dst any) (seen map[string]bool, err error) {
	known := tags(reflect.TypeOf(dst).Elem())
	dec := json.NewDecoder(bytes.NewReader(data))
	if tok, err := dec.Token(); err != nil {
		return nil, syntax(err)
	} else if tok != json.Delim('{') {
		return nil, fmt.Errorf("want a JSON object, found %s", kindOf(data))
	}
	seen = map[string]bool{}
	var kept bytes.Buffer
	kept.WriteByte('{')
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, syntax(err)
		}
		name := key.(string)
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return nil, syntax(err)
		}
		if !known[name] {
			continue
		}
		if _, again := seen[name]; again {
			return nil, fmt.Errorf("%s: given twice", name)
		}
		seen[name] = string(raw) != "null"
		if kept.Len() > 1 {
			kept.WriteByte(',')
		}
		fmt.Fprintf(&kept, "%q:%s", name, raw)
	}
	if _, err := dec.Token(); err != nil {
		return nil, syntax(err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more follows the JSON object")
	}
	kept.WriteByte('}')
	return seen, mismatch(json.Unmarshal(kept.Bytes(), dst))
}

// tags lists the wire names of a struct's fields. They are plain snake_case, so
// they need no escaping when they are written back.
func tags(t reflect.Type) map[string]bool {
	names := map[string]bool{}
	for f := range fields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names[name] = true
	}
	return names
}

func fields(t reflect.Type) func(func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for i := range t.NumField() {
			if !yield(t.Field(i)) {
				return
			}
		}
	}
}

// syntax drops the library's own name from an error and keeps the position.
func syntax(err error) error {
	var s *json.SyntaxError
	switch {
	case errors.As(err, &s):
		return fmt.Errorf("not JSON at byte %d: %s", s.Offset, s)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("not JSON: it ends too early")
	}
	return err
}

// mismatch says which member has the wrong type, in the words of the wire.
func mismatch(err error) error {
	var m *json.UnmarshalTypeError
	if errors.As(err, &m) {
		return fmt.Errorf("%s: cannot be a %s", m.Field, m.Value)
	}
	return err
}

// kindOf names the JSON type that data begins with.
func kindOf(data []byte) string {
	data = bytes.TrimSpace(data)
	switch {
	case len(data) == 0:
		return "nothing"
	case data[0] == '[':
		return "an array"
	case data[0] == '"':
		return "a string"
	case data[0] == 'n':
		return "null"
	case data[0] == 't', data[0] == 'f':
		return "a boolean"
	}
	return "a number"
}
