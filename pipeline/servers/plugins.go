package servers

import (
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"toolgrant/model"
	"toolgrant/model/splice"
)

// claudeSpot is a file of Claude Code's own folder.
func claudeSpot(file string) spot {
	return spot{env: "CLAUDE_CONFIG_DIR", dir: "~/.claude", file: file}
}

// plugins reads the servers that Claude Code's installed plugins bring. Each has a
// folder with .mcp.json, and a plugin.json that may hold servers or name a file.
func (d *discovery) plugins() {
	paths, _ := claudeSpot("plugins/installed_plugins.json").files(d.where)
	for _, path := range paths {
		p := d.parse(inJSON, path)
		if p.err != nil {
			d.notes = append(d.notes, unread("claude", path, p.err))
			continue
		}
		installed, err := p.root.at([]string{"plugins"})
		if errors.Is(err, errAbsent) {
			continue
		}
		if err != nil {
			if p.found {
				d.notes = append(d.notes, unread("claude", path, err))
			}
			continue
		}
		for _, m := range installed.members {
			name, _, _ := strings.Cut(m.name, "@")
			for _, dir := range installDirs(m.value) {
				d.plugin(name, d.pluginOff(m.name), dir)
			}
		}
	}
}

// installDirs are the folders of one plugin: a list of installs since version 2 of
// the file, one install before.
func installDirs(n node) []string {
	installs := n.items
	if n.kind == splice.JSONObject {
		installs = []node{n}
	}
	var dirs []string
	for _, i := range installs {
		if dir := i.str("installPath"); filepath.IsAbs(dir) {
			dirs = append(dirs, filepath.Clean(dir))
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// pluginOff reports whether a settings file switches a plugin off by name.
func (d *discovery) pluginOff(id string) bool {
	off := false
	for _, s := range []spot{claudeSpot("settings.json"), {dir: ".", file: ".claude/settings.json"}, {dir: ".", file: ".claude/settings.local.json"}} {
		paths, _ := s.files(d.where)
		for _, path := range paths {
			if n, err := d.parse(inJSON, path).root.at([]string{"enabledPlugins"}); err == nil {
				if on, ok := n.flag(id); ok {
					off = !on
				}
			}
		}
	}
	return off
}

func (d *discovery) plugin(name string, off bool, dir string) {
	src := source{host: "claude", scope: model.FromPlugin, lang: inJSON, shape: claudeShape(), dirVar: "CLAUDE_PLUGIN_ROOT", dir: dir}
	rename := func(server string) string { return model.ClaudePluginServer(name, server) }
	before := maps.Clone(countPlaces(d.byName))
	take := func(file string, n node) {
		if inner, ok := n.get("mcpServers"); ok {
			n = inner
		}
		if n.kind == splice.JSONObject {
			d.take(src, file, n, rename)
		}
	}
	read := func(file string) {
		p := d.parse(inJSON, file)
		if p.err != nil {
			d.notes = append(d.notes, unread("claude", file, p.err))
		} else if p.found {
			take(file, p.root)
		}
	}
	read(filepath.Join(dir, ".mcp.json"))
	manifest := filepath.Join(dir, ".claude-plugin", "plugin.json")
	if p := d.parse(inJSON, manifest); p.err != nil {
		d.notes = append(d.notes, unread("claude", manifest, p.err))
	} else if n, err := p.root.at([]string{"mcpServers"}); p.found && err == nil {
		switch {
		case n.kind == splice.JSONObject:
			take(manifest, n)
		case n.kind == splice.JSONString && filepath.IsLocal(filepath.FromSlash(n.text)):
			read(filepath.Join(dir, filepath.FromSlash(n.text)))
		default:
			d.notes = append(d.notes, unread("claude", manifest, splice.Fault{
				Line: n.line, Column: 1, Problem: "mcpServers is neither a map of servers nor a file inside the plugin",
			}))
		}
	}
	for server, e := range d.byName {
		for i := before[server]; i < len(e.server.Found); i++ {
			e.server.Found[i].Plugin, e.server.Found[i].Disabled = name, e.server.Found[i].Disabled || off
		}
	}
}

func countPlaces(byName map[string]*entry) map[string]int {
	out := make(map[string]int, len(byName))
	for name, e := range byName {
		out[name] = len(e.server.Found)
	}
	return out
}
