// Package a2a provides the caller's side of the mesh's peer protocol: JSON-RPC with the
// message names of A2A 1.0, over the pipes of a process or over HTTP.
//
// The types are ours. The public Go library (v0.3.3, measured) speaks A2A 0.3 over HTTP
// and gRPC only, with other method, state and part names, and cannot read a mesh's
// task; what is needed of the protocol is one request and one reply.
package a2a
