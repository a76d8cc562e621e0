package rewrite

import (
	"strings"

	"toolgrant/model"
)

// A Place is where the agents of one host go. It decides how the rules spell paths.
type Place struct {
	Home   string      // the person's home folder, absolute
	Target string      // the config home, or the project joined with the host's folder; absolute
	Scope  model.Scope //
	// Absolute makes the home's own name stand in every path, for a host that does
	// not expand variables (OpenCode).
	Absolute bool
}

// Bare is how a target is spelled in text: below $HOME in the global scope, absolute
// otherwise. A folder beside the home whose name begins like the home's is not below
// it, and a dollar sign in a folder's name is a dollar sign.
func (p Place) Bare() string {
	return p.spelled("$HOME")
}

// Prefix is Bare with the slash that a path goes on with.
func (p Place) Prefix() string { return p.Bare() + "/" }

// tilde is the target for a rule that keeps a tilde a tilde.
func (p Place) tilde() string { return p.spelled("~") }

// absolute is the target with nothing left to expand.
func (p Place) absolute() string { return slashed(p.Target) }

func (p Place) spelled(home string) string {
	target := slashed(p.Target)
	if p.Absolute || p.Scope == model.LocalScope || p.Home == "" {
		return target
	}
	if below, ok := strings.CutPrefix(target, slashed(p.Home)); ok && (below == "" || below[0] == '/') {
		return home + below
	}
	return target
}

func slashed(path string) string {
	return strings.TrimRight(strings.ReplaceAll(path, `\`, "/"), "/")
}
