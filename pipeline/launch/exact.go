package launch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// exact decodes a JSON object into the struct that dst points to, by exact member
// names. encoding/json alone would fold case, so "MCP_Allowlist" would grant what
// every other reader of the wire ignores. Members that the struct does not name are
// skipped; a named one given twice is an error, since readers disagree on which
// counts. It reports which named members were there and not null.
func exact(data []byte, dst any) (seen map[string]bool, err error) {
	var whole json.RawMessage
	if err := json.Unmarshal(data, &whole); err != nil {
		return nil, syntax(err)
	}
	dec := json.NewDecoder(bytes.NewReader(whole))
	if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
		return nil, fmt.Errorf("want a JSON object, found %s", kindOf(whole))
	}
	known := tags(reflect.TypeOf(dst).Elem())
	seen = map[string]bool{}
	var kept bytes.Buffer
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		name := key.(string) // the text was seen to be JSON, so this is a member's name
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return nil, err
		}
		if !known[name] {
			continue
		}
		if _, again := seen[name]; again {
			return nil, fmt.Errorf("%s: given twice", name)
		}
		seen[name] = string(raw) != "null"
		fmt.Fprintf(&kept, ",%q:%s", name, raw)
	}
	return seen, mismatch(json.Unmarshal(fmt.Appendf(nil, "{%s}", bytes.TrimPrefix(kept.Bytes(), []byte(","))), dst))
}

// tags lists the wire names of a struct's fields. They are plain snake_case, so
// they need no escaping when they are written back.
func tags(t reflect.Type) map[string]bool {
	names := map[string]bool{}
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		names[name] = true
	}
	return names
}

// syntax says where a text stops being JSON.
func syntax(err error) error {
	var s *json.SyntaxError
	if errors.As(err, &s) {
		return fmt.Errorf("not JSON at byte %d: %s", s.Offset, s)
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
