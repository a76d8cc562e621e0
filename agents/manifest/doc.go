// Package manifest provides the JSON files of an agent mesh as toolgrant needs them:
// which agents a mesh.json lists, which peer verbs an agent's agent.json declares, and
// edits of agent.json and .mcp.json that touch nothing but the one value.
//
// Reading verbs only ever narrows. An entry that is no verb is left out with a warning,
// and a field that is malformed closes the bridge: somebody meant to narrow it, and a
// slip must not hand out all six. Sources: spec/bridge.md, chapters 3 and 11.
package manifest
