// Package peerbridge provides an agent's peer bridge: an MCP server on stdio whose six
// verbs run peer agents and keep a shared task board, narrowed to the verbs that the
// agent's own card grants. Node bridges and peers on the same mesh are spoken to in
// their own files and messages.
//
// The set of verbs is read once, at the start, from the agent's folder, and both the
// list and the call boundary use that one value: no argument, variable or later state
// of a file can widen it. It bounds this bridge and nothing else; an agent that can
// rewrite its card can have more at the next start.
package peerbridge
