package peerbridge

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"

	"toolgrant/agents/peerbridge/a2a"
	"toolgrant/agents/peerbridge/js"
	"toolgrant/agents/peerbridge/lock"
	"toolgrant/agents/peerbridge/registry"
	"toolgrant/agents/peerbridge/runlog"
)

// rejected is a delegation that was not carried out.
type rejected struct {
	OK      bool            `json:"ok"`
	Peer    json.RawMessage `json:"peer"` // as given, or null
	Status  string          `json:"status"`
	Code    string          `json:"error_code"`
	Summary string          `json:"summary"`
	LogPath string          `json:"log_path"`
}

// settled is a peer's answer, whether it reached its end or failed on the way.
type settled struct {
	OK      bool            `json:"ok"`
	Peer    string          `json:"peer"`
	Status  string          `json:"status"`
	Code    *string         `json:"error_code"`
	Files   json.RawMessage `json:"files_changed"`
	Changes json.RawMessage `json:"peer_changes"` // the same, under the name that workers sum up
	Best    bool            `json:"best_effort"`
	LogPath string          `json:"log_path"`
	Summary string          `json:"summary"`
	Cost    json.RawMessage `json:"subtree_cost_usd"`
}

// A delegation is one call of delegate_to_peer.
type delegation struct {
	*bridge
	args   js.Object
	mode   json.RawMessage // as given; "ask" only when it was left out
	caller string          // our name, empty when it cannot be told
	peer   string
	task   string
	record *runlog.Record
}

func (b *bridge) delegate(ctx context.Context, args js.Object) any {
	d := &delegation{bridge: b, args: args, caller: b.me()}
	d.mode = json.RawMessage(`"ask"`)
	if raw, given := args.Get("mode"); given {
		d.mode = raw
	}
	d.peer, _ = args.String("peer")
	d.record = b.begin(d.caller, d.peer, d.mode)
	p, held, no := d.admit(ctx)
	if held != nil {
		defer held.Release()
	}
	if no != nil {
		d.record.Refused(no.code)
		return d.reject(no)
	}
	return d.run(ctx, p, held)
}

func (d *delegation) reject(no *refusal) rejected {
	peer, given := d.args.Get("peer")
	if !given {
		peer = json.RawMessage("null")
	}
	return rejected{Peer: peer, Status: "rejected", Code: no.code, Summary: no.summary}
}

func (d *delegation) writes() bool {
	mode, _ := js.String(d.mode)
	return mode == "do"
}

// admit makes the checks of spec/bridge.md, 7.2, in their order. The first that fails
// decides. A lock that it returns is held even when something failed after it.
func (d *delegation) admit(ctx context.Context) (p registry.Peer, held *lock.Lock, no *refusal) {
	if d.writes() && !d.env.mayWrite() {
		return p, nil, refuse(readonlyParent, "handing on a do-mode task needs a parent in do mode; this agent runs in ask mode.")
	}
	if d.peer == "" {
		return p, nil, refuse(badInput, "peer name is required.")
	}
	if d.task, no = task(d.args); no != nil {
		return p, nil, no
	}
	peers := registry.Read(d.root)
	if no = known(peers, d.peer, badInput); no != nil {
		return p, nil, no
	}
	if d.caller == "" {
		return p, nil, d.unresolved()
	}
	if d.writes() {
		if held, no = d.lock(ctx, peers); no != nil {
			return p, nil, no
		}
	}
	p, err := peers.Peer(d.peer)
	if err != nil {
		return p, held, failed(err)
	}
	return p, held, nil
}

// lock takes the peer's folder for a task that writes. A cycle and a spent depth are
// refused here already: the peer would refuse them too, but only once the lock is had,
// and in a cycle that is one that we or our callers hold.
func (d *delegation) lock(ctx context.Context, peers registry.Registry) (*lock.Lock, *refusal) {
	root, ok := peers.Root(d.peer)
	if !ok {
		return nil, refuse(badInput, "peer %q has no local root, so its write lock cannot be taken.", d.peer)
	}
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		return nil, failed(err)
	}
	if real == d.root || slices.Contains(d.env.path(), real) {
		return nil, refuse(cycle, "peer %q is already at work further up this chain of calls.", d.peer)
	}
	if d.env.depth() <= 0 {
		return nil, refuse(depthBudget, "no depth is left for another delegation.")
	}
	held, err := lock.Acquire(ctx, real, d.env.lockWait())
	if errors.Is(err, lock.ErrTimeout) {
		return nil, refuse(lockTimeout, "the write lock of peer %q was not free in time; another bridge may be holding it.", d.peer)
	}
	if err != nil {
		return nil, failed(err)
	}
	return held, nil
}

// run sends the task and waits until the peer has answered and ended.
func (d *delegation) run(ctx context.Context, p registry.Peer, held *lock.Lock) any {
	reset, _ := d.args.Get("new_conversation")
	m := a2a.Message{
		ID: a2a.NewID(), Text: d.task, Mode: d.mode, Caller: d.caller, Parent: d.env.get("AGENT_MESH_RUN_ID"),
		Reset: string(reset) == "true", Effort: p.Effort,
	}
	t := d.reach(p, held)
	d.record.Started(m.ID)
	o, err := t.Send(ctx, m)
	t.Close(ctx)
	if err != nil {
		d.record.Failed(m.ID, spawnFailed)
		return d.reject(failed(err))
	}
	d.record.Done(m.ID, o)
	return settled{
		OK: o.Completed(), Peer: d.peer, Status: o.Status, Code: o.ErrorCode, Files: o.Changes, Changes: o.Changes,
		Best: o.BestEffort, LogPath: o.LogPath, Summary: o.Summary, Cost: o.Cost,
	}
}

// failed is a peer that could not be reached. The cause may come from the peer itself
// and name any path, which is nothing for the model that asked.
func failed(err error) *refusal { return &refusal{spawnFailed, runlog.Scrub(err.Error())} }
