package tui

import (
	"maps"
	"slices"

	"toolgrant/model"
)

// An edit is one thing a person changed since the configuration was read. Edits
// are what "2 unsaved changes" counts, and what is done again on top of a
// configuration that somebody else changed meanwhile.
type edit struct {
	layer   model.Origin
	text    string // what changed, in words
	replay  func(model.Layer) model.Layer
	grant   bool // of agent_tools: selector and tool say which
	on      bool
	subject string // selector, agent or runtime
	tool    string
}

// edits lists what leads from one selection to another, in a fixed order.
func edits(from, to model.Selection) []edit {
	var all []edit
	for _, o := range []model.Origin{model.Global, model.Project} {
		a, b := from.Layer(o), to.Layer(o)
		all = append(all, toolEdits(o, a.Tools, b.Tools)...)
		all = append(all, listEdits(o, "peer verbs of ", a.Verbs, b.Verbs, model.Layer.WithVerbs)...)
		all = append(all, listEdits(o, "launch servers of ", a.Launch, b.Launch, model.Layer.WithLaunch)...)
		for _, id := range both(a.Enforce, b.Enforce) {
			on := slices.Contains(b.Enforce, id)
			if on == slices.Contains(a.Enforce, id) {
				continue
			}
			all = append(all, edit{layer: o, text: sign(on) + "enforce " + id, subject: id,
				replay: func(l model.Layer) model.Layer { return l.WithEnforced(id, on) }})
		}
	}
	return all
}

func toolEdits(o model.Origin, a, b map[string][]string) []edit {
	var all []edit
	for _, selector := range keys(a, b) {
		for _, tool := range both(a[selector], b[selector]) {
			on := slices.Contains(b[selector], tool)
			if on != slices.Contains(a[selector], tool) {
				all = append(all, edit{layer: o, text: sign(on) + selector + " " + tool, grant: true, on: on, subject: selector, tool: tool})
			}
		}
	}
	return all
}

func listEdits[T comparable](o model.Origin, what string, a, b map[string][]T, with func(model.Layer, string, []T) model.Layer) []edit {
	var all []edit
	for _, agent := range keys(a, b) {
		before, had := a[agent]
		after, has := b[agent]
		if had == has && slices.Equal(before, after) {
			continue
		}
		if !has {
			after = nil
		}
		all = append(all, edit{layer: o, text: what + agent, subject: agent,
			replay: func(l model.Layer) model.Layer { return with(l, agent, after) }})
	}
	return all
}

// rebase does the person's edits again on a configuration that changed on disk.
func rebase(saved, mine, disk model.Selection) model.Selection {
	for _, e := range edits(saved, mine) {
		switch {
		case !e.grant:
			disk = disk.With(e.layer, e.replay(disk.Layer(e.layer)))
		case e.on:
			disk = disk.Grant(e.layer, e.subject, e.tool)
		default:
			disk = disk.Revoke(e.layer, e.subject, e.tool)
		}
	}
	return disk
}

// keys is the keys of both maps, sorted.
func keys[T any](a, b map[string]T) []string {
	all := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(all)
	return slices.Compact(all)
}

// both is what either list holds, in the order of the first, then of the second.
func both(a, b []string) []string {
	all := slices.Clone(a)
	for _, s := range b {
		if !slices.Contains(a, s) {
			all = append(all, s)
		}
	}
	return all
}

func sign(on bool) string {
	if on {
		return "+ "
	}
	return "- "
}
