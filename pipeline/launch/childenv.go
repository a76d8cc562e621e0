package launch

import (
	"maps"
	"slices"
	"strings"
)

// ChildEnv is the environment of a launched agent: the given one, with what the
// launch adds. What identifies another launch is taken out, for an agent that is
// started by an agent must not inherit the identity that lets the outer one answer.
func ChildEnv(env []string, r Result) []string {
	foreign := []string{envChannel, "KCAP_FLOW_CAPABILITY_URL", "KCAP_REVIEW_PR", envURL}
	out := slices.DeleteFunc(slices.Clone(env), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		_, replaced := r.Env[name]
		return replaced || slices.Contains(foreign, name)
	})
	for _, name := range slices.Sorted(maps.Keys(r.Env)) {
		out = append(out, name+"="+r.Env[name])
	}
	return out
}
