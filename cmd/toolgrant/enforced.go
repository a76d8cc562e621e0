package main

import (
	"slices"

	"toolgrant/config"
	"toolgrant/pipeline"
)

// refuseStrangers ends a plan where enforce_tools names a host that is none. A slip in
// the name of a host would open what that host holds, and the plan would write it.
func (w *world) refuseStrangers() error {
	for _, f := range []config.File{w.global, w.project} {
		for _, id := range f.Layer.Enforce {
			if !slices.ContainsFunc(w.rows, func(r pipeline.Row) bool { return r.ID == id }) {
				return hint("toolgrant enforce --off takes it out; toolgrant list runtimes shows the ids",
					"%s: enforce_tools: no runtime is called %q", w.tilde(f.Path), id)
			}
		}
	}
	return nil
}
