package peerbridge

import (
	"context"
	"encoding/json"
	"sync"

	"toolgrant/agents/peerbridge/a2a"
	"toolgrant/agents/peerbridge/js"
	"toolgrant/agents/peerbridge/registry"
	"toolgrant/agents/peerbridge/runlog"
)

// A reply is one peer's part of a fan-out.
type reply struct {
	Peer    string `json:"peer"`
	Status  string `json:"status"` // ok, timeout or error
	Answer  string `json:"answer,omitempty"`
	Code    string `json:"error_code,omitempty"`
	LogPath string `json:"log_path,omitempty"`
}

// A fan is one call of fan_out_to_peers.
type fan struct {
	*bridge
	caller string // lenient: an empty name is left out of the messages
	task   string
	names  []string
	peers  registry.Registry
}

func (b *bridge) fanOut(ctx context.Context, args js.Object) any {
	f := &fan{bridge: b, caller: b.me()}
	if no := f.admit(args); no != nil {
		return no.data()
	}
	// The entries that were named are made ready, and no others. A broken one costs its
	// own answer; only when there is nobody left to ask is the whole call refused.
	ready, broken := map[string]registry.Peer{}, map[string]error{}
	for _, name := range f.names {
		p, err := f.peers.Peer(name)
		if err != nil {
			broken[name] = err
			continue
		}
		ready[name] = p
	}
	if len(ready) == 0 {
		return failed(broken[f.names[0]]).data()
	}
	replies := make([]reply, len(f.names))
	var all sync.WaitGroup
	for name, p := range ready {
		all.Go(func() { f.ask(ctx, name, p, replies) })
	}
	for i, name := range f.names {
		if broken[name] != nil {
			f.begin(f.caller, name, askMode()).Refused(spawnFailed)
			replies[i] = reply{Peer: name, Status: "error", Code: spawnFailed}
		}
	}
	all.Wait()
	return replies
}

func askMode() json.RawMessage { return json.RawMessage(`"ask"`) }

// admit makes the checks of spec/bridge.md, 7.3, in their order.
func (f *fan) admit(args js.Object) (no *refusal) {
	if raw, given := args.Get("mode"); given {
		if mode, ok := js.String(raw); !ok || mode != "ask" {
			return refuse(modeDisabled, "fan_out_to_peers is read-only: mode can only be \"ask\", not %s.", shown(raw))
		}
	}
	raw, _ := args.Get("peers")
	var list []json.RawMessage
	if js.Kind(raw) != '[' || json.Unmarshal(raw, &list) != nil || len(list) == 0 {
		return refuse(badInput, "peers must be a non-empty array of peer names.")
	}
	if most := f.env.maxPeers(); len(list) > most {
		return refuse(badInput, "%d peers are more than the cap maxPeers of %d.", len(list), most)
	}
	if f.task, no = task(args); no != nil {
		return no
	}
	if f.env.depth() <= 0 {
		return refuse(depthBudget, "no depth is left for another delegation; nobody was asked.")
	}
	f.peers = registry.Read(f.root)
	if f.peers.Fault != "" {
		return noRegistry(f.peers, badInput)
	}
	for _, raw := range list {
		name, ok := js.String(raw)
		if !ok {
			name = shown(raw)
		}
		if !ok || !f.peers.Has(name) {
			return refuse(badInput, "peer %q is not in this agent's registry; nobody was asked.", name)
		}
		f.names = append(f.names, name)
	}
	return nil
}

// ask sends the task to one peer, once for every time that it was named.
func (f *fan) ask(ctx context.Context, name string, p registry.Peer, replies []reply) {
	t := f.reach(p, nil)
	defer t.Close(ctx)
	var all sync.WaitGroup
	defer all.Wait()
	for i, n := range f.names {
		if n == name {
			record := f.begin(f.caller, name, askMode())
			all.Go(func() { replies[i] = f.send(ctx, t, name, record) })
		}
	}
}

func (f *fan) send(ctx context.Context, t transport, name string, record *runlog.Record) reply {
	m := a2a.Message{
		ID: a2a.NewID(), Text: f.task, Mode: askMode(), Caller: f.caller, Parent: f.env.get("AGENT_MESH_RUN_ID"),
	}
	record.Started(m.ID)
	o, err := t.Send(ctx, m)
	if err != nil {
		record.Failed(m.ID, spawnFailed)
		f.say(name + ": " + runlog.Scrub(err.Error()))
		return reply{Peer: name, Status: "error", Code: spawnFailed}
	}
	record.Done(m.ID, o)
	r := reply{Peer: name, Status: "error", Answer: o.Summary, LogPath: o.LogPath}
	if o.ErrorCode != nil {
		r.Code = *o.ErrorCode
	}
	switch {
	case o.Completed():
		r.Status = "ok"
	case r.Code == "timeout":
		r.Status = "timeout"
	}
	return r
}

// shown is an argument in a message, cut to what a message can carry.
func shown(raw json.RawMessage) string { return js.Cut(string(raw), 100) }
