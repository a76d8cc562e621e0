package launch

import "fmt"

// A Refusal is a launch that must not happen: nothing was started and nothing of
// the command line was given out. Kind and Code are stable.
type Refusal struct {
	Kind     string  `json:"kind"`               // "LaunchFailed", "McpIsolationFailed", "PostureInvalid", ...
	Code     string  `json:"code,omitempty"`     // what exactly, where a kind has several
	Rejected *string `json:"rejected,omitempty"` // the offending allowlist entry, trimmed; empty for a null one
	Problem  string  `json:"problem"`
	Hint     string  `json:"hint,omitempty"`
}

// Error is the refusal on one line, without its hint.
func (r *Refusal) Error() string {
	if r.Code == "" {
		return fmt.Sprintf("launch refused: %s", r.Problem)
	}
	return fmt.Sprintf("launch refused: %s: %s", r.Code, r.Problem)
}

// failed is a refusal of the common kind.
func failed(code, hint, problem string, args ...any) error {
	return &Refusal{Kind: "LaunchFailed", Code: code, Problem: fmt.Sprintf(problem, args...), Hint: hint}
}

// isolation is the refusal for a reviewer that could not be kept apart from what its
// host inherits. It fails closed: an unknown set of servers is not an empty one.
func isolation(hint, problem string, args ...any) error {
	return &Refusal{Kind: "McpIsolationFailed", Problem: fmt.Sprintf(problem, args...), Hint: hint}
}
