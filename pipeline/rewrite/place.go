package rewrite

import (
	"strings"

	"toolgrant/model"
)

// A Place is where the agents of one host go. It decides how the rules spell paths.
type Place struct {
	Home   string      // the person's home folder, absolute
	Target string      // the config home, or the project joined with the host's folder; absolute
	Scope  model.Scope // in a project every path is spelled absolutely
	// Absolute does the same in both scopes, for a host that does not expand
	// variables (OpenCode).
	Absolute bool

	marks [3]string // what guard writes instead of Bare, tilde and absolute
}

// Bare is how the target is spelled in text: below $HOME in the global scope, absolute
// otherwise. A folder beside the home whose name begins like the home's is not below
// it, and a dollar sign in a folder's name is a dollar sign.
func (p Place) Bare() string { return p.or(0, p.below("$HOME")) }

// Prefix is Bare with the slash that a path goes on with.
func (p Place) Prefix() string { return p.Bare() + "/" }

// tilde is the target for a rule that keeps a tilde a tilde.
func (p Place) tilde() string { return p.or(1, p.below("~")) }

// absolute is the target with nothing left to expand.
func (p Place) absolute() string { return p.or(2, slashed(p.Target)) }

func (p Place) or(mark int, path string) string {
	if p.marks[mark] != "" {
		return p.marks[mark]
	}
	return path
}

func (p Place) below(home string) string {
	target := slashed(p.Target)
	if p.Absolute || p.Scope == model.LocalScope || p.Home == "" {
		return target
	}
	if rest, ok := strings.CutPrefix(target, slashed(p.Home)); ok && (rest == "" || rest[0] == '/') {
		return home + rest
	}
	return target
}

// slashed spells a path of any system with slashes and without one at the end.
func slashed(path string) string {
	return strings.TrimRight(strings.ReplaceAll(path, `\`, "/"), "/")
}
