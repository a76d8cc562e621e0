package launch

import (
	"strings"

	"toolgrant/model"
)

// channelID is the server through which a reviewer hands in its result. It is kept
// out of the registry so that an allowlist can neither grant nor replace it: only
// this package injects it.
const channelID = "kcap-flow-result"

// An owned is a registry row: what a person sees of a server, and how to start it.
// The tools are those that were judged safe without anybody watching; hosts that
// gate single tools are given exactly these (spec/launch.md#4, ordinal).
type owned struct {
	model.OwnedServer
	args  []string
	tools []string
}

// flowLock is shown wherever a flow starter could otherwise be ticked.
const flowLock = "starts flows: an agent that could launch agents would have no bottom"

// registry is the whole of what can be attached. Arguments follow the CLI path.
func registry() []owned {
	return []owned{
		{
			model.OwnedServer{ID: "kcap-review", Does: "reads the pull request under review and its sessions", Unattended: true},
			[]string{"mcp", "review"},
			[]string{"get_pr_summary", "list_pr_files", "get_file_context", "search_context", "list_sessions", "get_transcript"},
		},
		{
			model.OwnedServer{ID: "kcap-sessions", Does: "searches and reads recorded agent sessions", Unattended: true},
			[]string{"mcp", "sessions"},
			[]string{"search_sessions", "get_session_summary", "get_session_transcript", "get_turn", "list_turns"},
		},
		{model.OwnedServer{ID: "kcap-memory", Does: "reads and writes the shared memory"}, []string{"mcp", "memory"}, nil},
		{
			model.OwnedServer{ID: "kcap-flows", Does: "starts and steers flows of agents", StartsFlows: true, Locked: flowLock},
			[]string{"mcp", "flows"},
			nil,
		},
		{model.OwnedServer{ID: "kcap-workitems", Does: "reads and changes work items"}, []string{"mcp", "workitems"}, nil},
		{model.OwnedServer{ID: "kcap-analytics", Does: "queries usage analytics"}, []string{"mcp", "analytics"}, nil},
	}
}

// channelTools are what the result channel offers, in the order of its own catalogue.
func channelTools() []string { return []string{"submit_review_result", "send_flow_message"} }

// Owned lists the servers that a launch allowlist can name, in the order in which
// they are shown. The reserved result channel is not among them.
func Owned() []model.OwnedServer {
	rows := registry()
	out := make([]model.OwnedServer, len(rows))
	for i, r := range rows {
		out[i] = r.OwnedServer
	}
	return out
}

// resolve finds the row that a raw name means: blanks around it and the case of
// ASCII letters do not matter. Only ASCII is folded, since Unicode folding would
// let U+212A stand for a k. A nil or blank name means nothing.
func resolve(raw *string) (owned, bool) {
	if raw == nil {
		return owned{}, false
	}
	id := fold(*raw)
	for _, r := range registry() {
		if r.ID == id {
			return r, true
		}
	}
	return owned{}, false
}

// fold trims white space and lowers ASCII letters.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, strings.TrimSpace(s))
}
