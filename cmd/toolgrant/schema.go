package main

import (
	"toolgrant/model"
	"toolgrant/pipeline"
	"toolgrant/pipeline/launch"
)

// schema describes toolgrant's four keys. Other keys of the files belong to others
// and are left open.
func schema() map[string]any {
	type object = map[string]any
	list := func(items object) object { return object{"type": "array", "items": items} }
	perAgent := func(items object, about string) object {
		return object{"type": "object", "additionalProperties": list(items), "description": about}
	}
	var verbs, runtimes, servers []string
	for _, v := range model.Verbs() {
		verbs = append(verbs, string(v))
	}
	for _, r := range pipeline.Runtimes() {
		if r.Tools.Enforceable {
			runtimes = append(runtimes, r.ID)
		}
	}
	for _, s := range launch.Owned() {
		if s.Locked == "" {
			servers = append(servers, s.ID)
		}
	}
	return object{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"title":   "toolgrant's keys in defaults.json and config.json",
		"type":    "object",
		"properties": object{
			"agent_tools": perAgent(object{"type": "string", "minLength": 1, "maxLength": 1024},
				"tools appended to the list of every agent (*) or of one agent (its file stem); a project selector replaces the same global one"),
			"peer_bridge_verbs": perAgent(object{"enum": verbs}, "the peer verbs an agent's bridge offers; absent means all six"),
			"mcp_allowlist":     perAgent(object{"enum": servers}, "servers of the owned registry that a launch of the agent may get"),
			"enforce_tools":     list(object{"enum": runtimes}),
		},
		"additionalProperties": true,
	}
}
