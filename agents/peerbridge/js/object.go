package js

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// An Object is a JSON object that remembers the order of its keys and the bytes of
// its values, so that what we do not know survives being read and written.
type Object []Member

// A Member is one key of an Object with its value as it was written.
type Member struct {
	Key   string
	Value json.RawMessage
}

// ParseObject reads one JSON object. Keys come in the order in which JavaScript lists
// them: array indexes first, by value, then the rest as written. Of duplicate keys
// the last value counts, at the first one's place, as in both languages' parsers.
func ParseObject(data []byte) (Object, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil {
		return nil, err
	} else if t != json.Delim('{') {
		return nil, fmt.Errorf("an object is wanted")
	}
	var o Object
	at := map[string]int{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		key, _ := t.(string) // the decoder yields nothing but strings here
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		if i, ok := at[key]; ok {
			o[i].Value = value
			continue
		}
		at[key] = len(o)
		o = append(o, Member{key, value})
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(data[d.InputOffset():])) > 0 {
		return nil, fmt.Errorf("something follows the object")
	}
	slices.SortStableFunc(o, func(a, b Member) int { return cmp.Compare(index(a.Key), index(b.Key)) })
	return o, nil
}

// index is the value of a key that JavaScript treats as an array index, and one more
// than the greatest such value for every other key.
func index(key string) uint64 {
	const none = 1<<32 - 1 // indexes end at 2^32-2
	n, err := strconv.ParseUint(key, 10, 32)
	if err != nil || n >= none || strconv.FormatUint(n, 10) != key {
		return none
	}
	return n
}

// Get is the value of a key, and whether the object has it. Keys are compared
// exactly: struct decoding in Go folds case, and would take `Mode` for `mode`.
func (o Object) Get(key string) (json.RawMessage, bool) {
	for _, m := range o {
		if m.Key == key {
			return m.Value, true
		}
	}
	return nil, false
}

// String is the value of a key if it is a string.
func (o Object) String(key string) (string, bool) {
	raw, _ := o.Get(key)
	return String(raw)
}

// Object is the value of a key if it is an object.
func (o Object) Object(key string) (Object, bool) {
	raw, _ := o.Get(key)
	if Kind(raw) != '{' {
		return nil, false
	}
	v, err := ParseObject(raw)
	return v, err == nil
}

// Set gives the key a value, at its place or at the end.
func (o Object) Set(key string, value any) (Object, error) {
	raw, err := Marshal(value)
	if err != nil {
		return o, err
	}
	for i, m := range o {
		if m.Key == key {
			o = slices.Clone(o)
			o[i].Value = raw
			return o, nil
		}
	}
	return append(slices.Clip(o), Member{key, raw}), nil
}

// MarshalJSON writes the members in their order.
func (o Object) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			b = append(b, ',')
		}
		key, err := Marshal(m.Key)
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, key...), ':'), m.Value...)
	}
	return append(b, '}'), nil
}

// String is the string that raw encodes, if it encodes one.
func String(raw json.RawMessage) (string, bool) {
	if Kind(raw) != '"' {
		return "", false
	}
	var s string
	return s, json.Unmarshal(raw, &s) == nil
}

// Kind is the first character of a value: { [ " t f n, a digit or a minus; 0 for none.
func Kind(raw json.RawMessage) byte {
	if raw = bytes.TrimLeft(raw, " \t\r\n"); len(raw) > 0 {
		return raw[0]
	}
	return 0
}
