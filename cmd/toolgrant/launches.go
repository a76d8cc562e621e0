package main

import (
	"maps"
	"slices"

	"toolgrant/model"
	"toolgrant/pipeline/launch"
)

// launches previews what each allowlist does to launches of its agent (DECISIONS 36).
func (w *world) launches(sel model.Selection) []model.LaunchPreview {
	names := map[string]bool{}
	for agent := range sel.Global.Launch {
		names[agent] = true
	}
	for agent := range sel.Project.Launch {
		names[agent] = true
	}
	var previews []model.LaunchPreview
	for _, agent := range slices.Sorted(maps.Keys(names)) {
		list, _, _ := sel.Allowlist(agent)
		previews = append(previews, launch.Preview(agent, list)...)
	}
	return previews
}
