package peerbridge

import (
	"fmt"

	"toolgrant/agents/manifest"
	"toolgrant/agents/peerbridge/registry"
)

// The codes of refusals (spec/bridge.md, chapter 7).
const (
	badInput         = "bad_input"
	badPeer          = "bad_peer"
	callerUnresolved = "caller_identity_unresolved"
	cycle            = "cycle"
	depthBudget      = "depth_budget"
	lockTimeout      = "lock_timeout"
	modeDisabled     = "mode_disabled"
	noMesh           = "no_mesh"
	readonlyParent   = "readonly_parent"
	spawnFailed      = "spawn_failed"
)

// A refusal is why a verb did not do what it was asked, as data for the model.
type refusal struct{ code, summary string }

func refuse(code, format string, args ...any) *refusal {
	return &refusal{code, fmt.Sprintf(format, args...)}
}

// me is our name on the mesh, read anew each time; empty when it cannot be told.
func (b *bridge) me() string {
	root := b.env.meshRoot()
	if root == "" {
		return ""
	}
	mesh, err := manifest.ReadMesh(root)
	if err != nil {
		return ""
	}
	a, _ := mesh.At(b.root)
	return a.Name
}

// unresolved says why our name cannot be told. Peers keep one conversation for each
// caller's name, so a guessed one could end up in somebody else's.
func (b *bridge) unresolved() *refusal {
	where := "AGENT_MESH_MESH_CEILING and AGENT_MESH_MESH_ROOT are both unset"
	if root := b.env.meshRoot(); root != "" {
		where = fmt.Sprintf("mesh root %s, agent root %s", root, b.root)
	}
	return refuse(callerUnresolved, "this agent's own name is not in the mesh manifest (%s); run 'agent-mesh doctor' if the mesh was moved.", where)
}

// known checks that the registry can be used and has the peer.
func known(r registry.Registry, peer string, code string) *refusal {
	if r.Fault != "" {
		return noRegistry(r, code)
	}
	if !r.Has(peer) {
		return refuse(code, "peer %q is not in this agent's registry.", peer)
	}
	return nil
}

func noRegistry(r registry.Registry, code string) *refusal {
	return refuse(code, "this agent has no managed registry (%s), so it has no peers.", r.Fault)
}
