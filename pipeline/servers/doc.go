// Package servers provides the MCP servers that a person's hosts have configured:
// it finds them in the hosts' own files without changing a byte, asks them for
// their tools when told to, remembers the answers, and turns the short names that
// people type into the names that grants are written with.
//
// Three rules hold everywhere. Finding runs nothing. Asking runs only what it is
// told to run, for a bounded time, and leaves no process behind. A secret from a
// configuration file never leaves this package: not in a value that it returns, not
// in a note, not in an error, not in the cache.
package servers
