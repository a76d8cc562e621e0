package a2a

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"

	"toolgrant/agents/peerbridge/js"
)

// A Message is one task for a peer.
type Message struct {
	ID     string // a UUID; see NewID
	Text   string // sent as it is, blanks included
	Mode   json.RawMessage
	Caller string // our mesh name; left out when empty
	Parent string // run id of the worker that asked; left out when empty
	Reset  bool   // begin a new conversation
	Effort json.RawMessage
}

// request is the JSON-RPC request for the message, on one line.
func (m Message) request(id int) ([]byte, error) {
	type part struct {
		Text string `json:"text"`
	}
	type metadata struct {
		Mode   json.RawMessage `json:"agentmesh/mode"`
		Caller string          `json:"agentmesh/caller,omitempty"`
		Parent string          `json:"agentmesh/parent_run_id,omitempty"`
		Reset  bool            `json:"agentmesh/reset_conversation,omitempty"`
		Effort json.RawMessage `json:"agentmesh/thinking_effort,omitempty"`
	}
	type message struct {
		ID       string   `json:"messageId"`
		Role     string   `json:"role"`
		Parts    []part   `json:"parts"`
		Metadata metadata `json:"metadata"`
	}
	type params struct {
		Message message `json:"message"`
	}
	b, err := js.Marshal(struct {
		Version string `json:"jsonrpc"`
		ID      int    `json:"id"`
		Method  string `json:"method"`
		Params  params `json:"params"`
	}{"2.0", id, "SendMessage", params{message{
		m.ID, "ROLE_USER", []part{{m.Text}}, metadata{m.Mode, m.Caller, m.Parent, m.Reset, m.Effort},
	}}})
	return append(b, '\n'), err
}

// NewID is a random UUID, version 4.
func NewID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// result takes the result out of a JSON-RPC reply; a peer that reports an error is an
// error with the peer's own words.
func result(reply js.Object) (json.RawMessage, error) {
	if raw, ok := reply.Get("error"); ok && string(raw) != "null" {
		o, _ := reply.Object("error")
		if text, ok := o.String("message"); ok && text != "" {
			return nil, errors.New(text)
		}
		return nil, fmt.Errorf("the peer answered with an error: %s", raw)
	}
	raw, _ := reply.Get("result")
	return raw, nil
}
