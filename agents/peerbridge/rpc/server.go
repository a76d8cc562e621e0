package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"toolgrant/agents/peerbridge/frame"
	"toolgrant/agents/peerbridge/js"
)

// A Tool is one entry of tools/list.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
}

// A Server answers one worker. Tools is both what it lists and what it lets through,
// so the two can never differ.
type Server struct {
	Name, Version string
	Tools         []Tool
	// Call runs a listed tool. Its value becomes the text of the result; an error means
	// that we are at fault and is told to Log, never to the worker.
	Call func(ctx context.Context, tool string, args js.Object) (any, error)
	Log  func(text string)
}

// Serve answers until the input ends and everything begun has been answered. When ctx
// ends, or nobody reads the answers any more, running calls are cancelled. A read that
// blocks then is left behind, as no reader can be made to give up.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	c := &conn{Server: s, out: out, stop: stop}
	lines := make(chan incoming)
	go read(ctx, in, lines)
	for {
		select {
		case <-ctx.Done():
			c.running.Wait()
			return context.Cause(ctx)
		case l := <-lines:
			switch {
			case l.err == nil:
				c.take(ctx, l.text)
			case errors.Is(l.err, frame.ErrTooLong):
				c.send(null, nil, &fault{parseError, "Parse error: " + l.err.Error()})
			default:
				if errors.Is(l.err, frame.ErrUnfinished) {
					s.Log("the last line had no end and was not taken for a message")
				}
				c.running.Wait()
				if errors.Is(l.err, io.EOF) || errors.Is(l.err, frame.ErrUnfinished) {
					return context.Cause(ctx)
				}
				return fmt.Errorf("standard input: %w", l.err)
			}
		}
	}
}

type incoming struct {
	text []byte
	err  error
}

func read(ctx context.Context, in io.Reader, lines chan<- incoming) {
	for r := frame.NewReader(in); ; {
		text, err := r.Next()
		select {
		case lines <- incoming{text, err}:
		case <-ctx.Done():
			return
		}
		if err != nil && !errors.Is(err, frame.ErrTooLong) {
			return
		}
	}
}
