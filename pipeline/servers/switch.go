package servers

import (
	"fmt"

	"toolgrant/model"
	"toolgrant/model/splice"
)

// A switchList is a list of names by which a host switches servers off elsewhere
// than in the servers' own entries.
type switchList struct {
	host  string
	spot  spot
	keys  []string
	scope model.ServerScope // the only scope it speaks of; empty for all
}

func switchLists() []switchList {
	state := spot{env: "CLAUDE_CONFIG_DIR", dir: "~", file: ".claude.json"}
	json := []string{"disabledMcpjsonServers"}
	excluded := []string{"mcp", "excluded"}
	return []switchList{
		{"claude", state, []string{"projects", "{project}", "disabledMcpServers"}, ""}, // case CL02
		{"claude", state, []string{"projects", "{project}", "disabledMcpjsonServers"}, model.FromProject},
		{"claude", claudeSpot("settings.json"), json, model.FromProject},
		{"claude", spot{dir: ".", file: ".claude/settings.json"}, json, model.FromProject},
		{"claude", spot{dir: ".", file: ".claude/settings.local.json"}, json, model.FromProject},
		{"gemini", spot{env: "GEMINI_CLI_HOME", dir: "~", file: ".gemini/settings.json"}, excluded, ""},
		{"gemini", spot{dir: ".", file: ".gemini/settings.json"}, excluded, ""},
		{"qwen", spot{env: "QWEN_HOME", dir: "~/.qwen", file: "settings.json"}, excluded, ""},
		{"qwen", spot{dir: ".", file: ".qwen/settings.json"}, excluded, ""},
	}
}

func (d *discovery) switchOff() {
	for _, l := range switchLists() {
		paths, _ := l.spot.files(d.where)
		for _, path := range paths {
			n, err := d.parse(inJSON, path).root.at(d.keys(l.keys))
			if err != nil {
				continue // a broken file has its note already
			}
			names, ok := n.texts()
			if !ok {
				d.notes = append(d.notes, unread(l.host, path, splice.Fault{
					Line: n.line, Column: 1, Problem: fmt.Sprintf("%s is no list of names", shownKeys(d.keys(l.keys))),
				}))
				continue
			}
			for _, name := range names {
				e := d.byName[name]
				for i := range e.places() {
					p := &e.server.Found[i]
					if p.Host == l.host && (l.scope == "" || l.scope == p.Scope) {
						p.Disabled = true
					}
				}
			}
		}
	}
}

func (e *entry) places() []model.Place {
	if e == nil {
		return nil
	}
	return e.server.Found
}
