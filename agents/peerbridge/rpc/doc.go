// Package rpc provides the MCP side of the peer bridge: JSON-RPC over lines, four
// methods, a fixed list of tools, and a call boundary that knows exactly that list.
//
// The loop is our own. The Go SDK's server (v1.8.0, measured) gives the right codes,
// but its transport ends the session at the first line that is no message: invalid
// JSON, a batch, a scalar, an object for an id, one blank after the closing brace, a
// line over its bound. A worker would lose every verb and its running delegations to
// one bad line. Filtering in front of it would mean writing answers around it under a
// shared lock, and correcting tool order, result fields and the refusal before
// initialize behind it: more code than the four methods. The SDK's client is an
// independent witness in the bridge's tests.
package rpc
