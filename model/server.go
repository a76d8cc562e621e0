package model

import (
	"cmp"
	"slices"
	"time"
)

// Transport is how a host talks to an MCP server.
type Transport string

// The transports that hosts' configuration files name.
const (
	Stdio Transport = "stdio"
	HTTP  Transport = "http" // streamable HTTP
	SSE   Transport = "sse"  // the transport before it, still in use
)

// ServerScope says whose file configured a server, which decides how far it is
// trusted: what a project brings runs code that somebody else chose.
type ServerScope string

// The scopes, nearest to the person first.
const (
	FromUser    ServerScope = "user"
	FromLocal   ServerScope = "local" // the user's own file, for one project only
	FromPlugin  ServerScope = "plugin"
	FromManaged ServerScope = "managed" // put there by an administrator
	FromProject ServerScope = "project"
)

// A Place is one entry of a host's configuration that defines a server.
type Place struct {
	Host      string      `json:"host"` // runtime id
	File      string      `json:"file"`
	Line      int         `json:"line,omitempty"` // from 1; 0 when unknown
	Scope     ServerScope `json:"scope"`
	Plugin    string      `json:"plugin,omitempty"` // of the plugin or extension that brings it
	Transport Transport   `json:"transport"`
	Command   string      `json:"command"` // the command line or address, without its secrets
	Recipe    string      `json:"recipe"`  // hash of what is started, of nothing secret
	Disabled  bool        `json:"disabled,omitempty"`
}

// ProbeState says what is known of a server beyond its configuration.
type ProbeState string

// The states. Unprobed is the zero value: nothing was ever asked.
const (
	Unprobed   ProbeState = ""
	Answered   ProbeState = "answered"
	NeedsLogin ProbeState = "needs-login" // it wants credentials that only the host has
	Failed     ProbeState = "failed"
)

// A ServerTool is one tool as the server describes it. The hints are the server's
// own claims: nothing is decided by them.
type ServerTool struct {
	Name        string `json:"name"` // raw, as tools/list spells it
	Description string `json:"description,omitempty"`
	ReadOnly    *bool  `json:"read_only,omitempty"`   // readOnlyHint; nil when not given
	Destructive *bool  `json:"destructive,omitempty"` // destructiveHint; nil when not given
}

// A Server is an MCP server known by one name, with every place that defines it.
// No field holds a secret: commands and addresses are redacted before they come here.
type Server struct {
	Name    string       `json:"name"`  // raw, as the configuration spells it
	Found   []Place      `json:"found"` // the one a probe asks comes first
	Differs bool         `json:"differs,omitempty"`
	Tools   []ServerTool `json:"tools,omitempty"` // by name; only when State is Answered or kept from earlier
	State   ProbeState   `json:"state,omitempty"`
	Problem string       `json:"problem,omitempty"` // why State is NeedsLogin or Failed
	Probed  time.Time    `json:"probed,omitzero"`   // when Tools were learnt
	Cached  bool         `json:"cached,omitempty"`  // Tools are from an earlier run
}

// Asked is the place that a probe starts or connects to; the zero Place when the
// server is only known by name.
func (s Server) Asked() Place {
	if len(s.Found) == 0 {
		return Place{}
	}
	return s.Found[0]
}

// Enabled reports whether at least one place has the server switched on.
func (s Server) Enabled() bool {
	return slices.ContainsFunc(s.Found, func(p Place) bool { return !p.Disabled })
}

// OnlyPlugin reports whether nothing but a plugin defines the server; then it is
// known to the host under the plugin's name only.
func (s Server) OnlyPlugin() bool {
	return len(s.Found) > 0 && !slices.ContainsFunc(s.Found, func(p Place) bool { return p.Plugin == "" })
}

// Known reports whether the server's tools were ever learnt.
func (s Server) Known() bool { return !s.Probed.IsZero() }

// Age is how long ago the tools were learnt, and whether they ever were.
func (s Server) Age(now time.Time) (time.Duration, bool) {
	if !s.Known() {
		return 0, false
	}
	return max(0, now.Sub(s.Probed)), true
}

// Hosts lists the ids of the hosts that have the server, sorted and without repeats.
func (s Server) Hosts() []string {
	var ids []string
	for _, p := range s.Found {
		ids = append(ids, p.Host)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// ToolNames lists the raw names of the tools, sorted.
func (s Server) ToolNames() []string {
	names := make([]string, 0, len(s.Tools))
	for _, t := range s.Tools {
		names = append(names, t.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Clone is a copy that shares nothing with s.
func (s Server) Clone() Server {
	s.Found = slices.Clone(s.Found)
	s.Tools = slices.Clone(s.Tools)
	return s
}

// CompareServers orders servers by name.
func CompareServers(a, b Server) int { return cmp.Compare(a.Name, b.Name) }
