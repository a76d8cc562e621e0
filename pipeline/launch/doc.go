// Package launch provides the last of the three places where a grant is made true:
// the command line that starts an agent. A LaunchAgentCommand names servers by
// their allowlist; this package turns it, with the launcher's own settings and the
// servers that the host would inherit, into exact argv for one vendor's program, or
// into a refusal.
//
// [Materialise] is a pure function. Everything that must look at the machine
// ([Enumerate], [Verify], [Exec]) is separate and is handed its
// environment and its paths. [Prepare] strings them together for a command.
//
// The registry of [Owned] servers is the only source of what a name means. A name
// it does not hold is skipped with a warning, a name that starts flows is stripped
// with one, and an agent can therefore never be given the means to start others.
package launch
