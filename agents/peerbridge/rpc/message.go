package rpc

import (
	"bytes"
	"encoding/json"

	"toolgrant/agents/peerbridge/js"
)

// The error codes of JSON-RPC 2.0.
const (
	parseError     = -32700
	invalidRequest = -32600
	unknownMethod  = -32601
	invalidParams  = -32602
	internalError  = -32603
)

var null = json.RawMessage("null")

// A fault is an error of the protocol. It never carries what went wrong inside.
type fault struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// An answer is what goes out. Its fields stand in the order of the mesh's own bridge.
type answer struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *fault          `json:"error,omitempty"`
}

// A request is a message with an id, which alone is ever answered or executed.
type request struct {
	id     json.RawMessage // the token as it came, so that it goes back the same
	method string
	params js.Object // empty unless params was an object
}

// parse reads a line. It yields a request; or a fault with the id to answer it to; or,
// for a notification, neither: the notification's object is handed out for the one
// kind that means something.
func parse(line []byte) (req *request, note js.Object, id json.RawMessage, f *fault) {
	if !json.Valid(line) {
		return nil, nil, null, &fault{parseError, "Parse error: the line is not valid JSON"}
	}
	if js.Kind(line) != '{' {
		return nil, nil, null, &fault{invalidRequest, "Invalid request: one object a line is wanted; batches are not supported"}
	}
	o, err := js.ParseObject(line)
	if err != nil {
		return nil, nil, null, &fault{parseError, "Parse error: the line is not valid JSON"}
	}
	id, has := o.Get("id")
	if !has {
		return nil, o, nil, nil
	}
	method, named := o.String("method")
	switch {
	case bytes.Equal(id, null) && named && !isMethod(method):
		return nil, nil, null, noMethod(method)
	case !isID(id):
		return nil, nil, null, &fault{invalidRequest, "Invalid request: an id is a string or a whole number"}
	case !named:
		return nil, nil, id, &fault{invalidRequest, "Invalid request: method must be a string"}
	}
	params, _ := o.Object("params")
	return &request{id: id, method: method, params: params}, nil, id, nil
}

// isID accepts strings and whole numbers. An id of null is refused where it would make
// something happen: a caller that cannot be answered must not be able to act.
func isID(raw json.RawMessage) bool {
	if js.Kind(raw) == '"' {
		return true
	}
	digits := bytes.TrimPrefix(raw, []byte("-"))
	return len(digits) > 0 && len(bytes.Trim(digits, "0123456789")) == 0
}

// sameID is a key under which equal ids are equal however their strings were escaped.
func sameID(raw json.RawMessage) string {
	if s, ok := js.String(raw); ok {
		return `"` + s
	}
	return string(raw)
}

func noMethod(method string) *fault {
	return &fault{unknownMethod, "Unknown method: " + short(method)}
}

// short keeps an echo of somebody's text from becoming a flood.
func short(s string) string {
	if c := js.Cut(s, 256); c != s {
		return c + "..."
	}
	return s
}
