package peerbridge

import (
	"context"
	"encoding/json"
	"strconv"

	"toolgrant/agents/peerbridge/a2a"
	"toolgrant/agents/peerbridge/lock"
	"toolgrant/agents/peerbridge/registry"
	"toolgrant/agents/peerbridge/runlog"
)

// A transport carries tasks to one peer, any number at once, until it is closed.
type transport interface {
	Send(ctx context.Context, m a2a.Message) (a2a.Outcome, error)
	Close(ctx context.Context)
}

// reach is the way to a peer; held is the lock of its folder when the task may write.
func (b *bridge) reach(p registry.Peer, held *lock.Lock) transport {
	if p.URL != "" {
		h := a2a.HTTP{Name: p.Name, URL: p.URL, Path: b.env.path(), Timeout: b.timeout}
		if b.env.get("AGENT_MESH_DEPTH") != "" {
			h.Depth = strconv.Itoa(b.env.depth())
		}
		return h
	}
	t := &a2a.Process{
		Name: p.Name, Command: p.Command, Args: p.Args, Dir: p.Root, Env: b.env.forPeer(p.Env),
		Timeout: b.timeout, Grace: b.grace,
	}
	if held != nil {
		t.Guard, t.Started = held.Guard(), held.HandOver
	}
	return t
}

// begin opens a record. An empty name is one that cannot be told.
func (b *bridge) begin(from, to string, mode json.RawMessage) *runlog.Record {
	return b.log.Begin(runlog.Head{From: orNull(from), To: orNull(to), Mode: mode, Parent: orNull(b.env.get("AGENT_MESH_RUN_ID"))})
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
