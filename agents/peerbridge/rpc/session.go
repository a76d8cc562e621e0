package rpc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"sync"

	"toolgrant/agents/peerbridge/js"
)

// maxInFlight bounds the calls that one worker may have open. Each may run a peer, so
// without a bound a loop that never reads its answers could fill the machine.
const maxInFlight = 256

// errCancelled is the cause of a context that the worker itself cancelled.
var errCancelled = errors.New("cancelled by the worker")

// A conn is the state of one session.
type conn struct {
	*Server
	writing sync.Mutex
	out     io.Writer
	stop    context.CancelCauseFunc

	running sync.WaitGroup
	mu      sync.Mutex
	calls   []*call
}

// A call is a tool at work.
type call struct {
	id     string
	cancel context.CancelCauseFunc
}

// take handles one line. Only calls run beside the others; everything else is
// answered at once, so a ping overtakes a delegation.
func (c *conn) take(ctx context.Context, line []byte) {
	req, note, id, f := parse(line)
	switch {
	case f != nil:
		c.send(id, nil, f)
	case req == nil:
		c.notified(note)
	case req.method == "tools/call":
		c.begin(ctx, req)
	default:
		result, f := c.answer(req)
		c.send(req.id, result, f)
	}
}

// notified acts on a message without an id: never but to cancel a call.
func (c *conn) notified(note js.Object) {
	method, _ := note.String("method")
	params, _ := note.Object("params")
	raw, ok := params.Get("requestId")
	if method != "notifications/cancelled" || !ok || !isID(raw) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range c.calls {
		if w.id == sameID(raw) {
			w.cancel(errCancelled)
		}
	}
}

// begin checks the boundary, before anything else is looked at, and runs the call.
func (c *conn) begin(ctx context.Context, req *request) {
	tool, f := c.granted(req.params)
	if f != nil {
		c.send(req.id, nil, f)
		return
	}
	ctx, cancel := context.WithCancelCause(ctx)
	w := &call{sameID(req.id), cancel}
	c.mu.Lock()
	full := len(c.calls) >= maxInFlight
	if !full {
		c.calls = append(c.calls, w)
	}
	c.mu.Unlock()
	if full {
		cancel(nil)
		c.send(req.id, nil, &fault{internalError, fmt.Sprintf("too many calls at once, the bound is %d", maxInFlight)})
		return
	}
	args, _ := req.params.Object("arguments") // anything else has no fields
	c.running.Go(func() {
		defer cancel(nil)
		text, f := c.run(ctx, tool, args)
		c.mu.Lock()
		c.calls = slices.DeleteFunc(c.calls, func(o *call) bool { return o == w })
		c.mu.Unlock()
		if context.Cause(ctx) == errCancelled {
			return // a cancelled call is not answered
		}
		if f != nil {
			c.send(req.id, nil, f)
			return
		}
		c.send(req.id, map[string]any{"content": []content{{"text", text}}}, nil)
	})
}

type content struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// run is the call itself. What goes wrong inside stays inside.
func (c *conn) run(ctx context.Context, tool string, args js.Object) (text string, f *fault) {
	defer func() {
		if p := recover(); p != nil {
			c.Log(fmt.Sprintf("%s: panic: %v\n%s", tool, p, debug.Stack()))
			f = &fault{internalError, "Internal error"}
		}
	}()
	value, err := c.Call(ctx, tool, args)
	if err == nil {
		var b []byte
		if b, err = js.Marshal(value); err == nil {
			return string(b), nil
		}
	}
	c.Log(fmt.Sprintf("%s: %v", tool, err))
	return "", &fault{internalError, "Internal error"}
}

// send writes one line. Answers never mix, and a worker that has gone stops the rest.
func (c *conn) send(id json.RawMessage, result any, f *fault) {
	var line bytes.Buffer
	e := json.NewEncoder(&line) // escapes U+2028, which some readers take for a line's end
	e.SetEscapeHTML(false)
	if err := e.Encode(answer{"2.0", id, result, f}); err != nil {
		c.Log(fmt.Sprintf("an answer could not be written: %v", err))
		return
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	if _, err := c.out.Write(line.Bytes()); err != nil {
		c.stop(fmt.Errorf("standard output: %w", err))
	}
}
