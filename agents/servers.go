package agents

import (
	"gopkg.in/yaml.v3"

	"toolgrant/model"
)

// serversKey names MCP servers that come with an agent of Claude Code.
const serversKey = "mcpServers"

// readServers reads the names in mcpServers: a list whose items are names or maps with
// the name as their one key. A map in its place is passed over by the host (hosts-a.md
// 1.4, ran 2.1.332), so it names none.
func readServers(d *model.Document, keys []key) {
	for _, k := range keys {
		if k.Key != serversKey || k.value == nil {
			continue
		}
		v := k.value
		if v.Kind == yaml.AliasNode {
			v = v.Alias
		}
		if v.Kind != yaml.SequenceNode {
			continue
		}
		for _, item := range v.Content {
			switch {
			case item.Kind == yaml.ScalarNode && item.Value != "":
				d.Servers = append(d.Servers, item.Value)
			case item.Kind == yaml.MappingNode && len(item.Content) == 2:
				d.Servers = append(d.Servers, item.Content[0].Value)
			}
		}
	}
}
