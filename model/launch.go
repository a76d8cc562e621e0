package model

import "slices"

// An OwnedServer is an MCP server that toolgrant itself knows how to start for a
// launch. Launch allowlists choose among these and nothing else: a name found in a
// host's, a user's or a repository's configuration never becomes one.
type OwnedServer struct {
	ID          string `json:"id"`               // canonical lower-case id, as it is attached
	Does        string `json:"does"`             // what it is for, in one line
	StartsFlows bool   `json:"starts_flows"`     // it can launch agents, so no agent may be given it
	Unattended  bool   `json:"unattended"`       // read-only: --strict accepts it without a person watching
	Locked      string `json:"locked,omitempty"` // why it cannot be chosen; empty when it can
}

// A LaunchPreview shows, for one agent and one vendor, the command line of an
// unattended launch without and with the agent's allowlist. It stands beside the
// changes of a plan, not among them: nothing of it is written to disk. Values that
// only a launch knows (addresses, paths, ids) are placeholders, so a preview never
// holds a secret and never differs between two machines.
type LaunchPreview struct {
	Agent    string   `json:"agent"`    // agent stem, or "*"
	Vendor   string   `json:"vendor"`   // "claude", "codex"
	Without  []string `json:"without"`  // argv with no allowlist, program name excluded
	With     []string `json:"with"`     // argv with it
	Diff     string   `json:"diff"`     // unified, one argument a line; empty when the list changes nothing
	Warnings []Note   `json:"warnings"` // what of the list was skipped or stripped, and why
}

// Changed reports whether the allowlist alters the command line at all. A list in
// which nothing resolves does not, and a screen should say so.
func (p LaunchPreview) Changed() bool { return !slices.Equal(p.Without, p.With) }
