package config

import (
	"fmt"
	"slices"

	"toolgrant/model"
	"toolgrant/model/splice"
)

// A reader turns one file into a layer and collects what there is to say about it.
type reader struct {
	model.Layer
	file  string
	notes []model.Note
	lines map[string]int
}

// layer reads the four keys. Only a text that is no JSON object is an error.
func (r *reader) layer(data []byte) error {
	doc, err := splice.ParseJSON(data)
	if err != nil {
		return err
	}
	root := doc.Root()
	if root.Kind() != splice.JSONObject {
		line, column := root.Position()
		return splice.Fault{Line: line, Column: column, Problem: fmt.Sprintf("is %s where an object is expected", root.Kind()),
			Hint: "put {} around its keys"}
	}
	if extension, strict := doc.Strict(); !strict {
		r.notes = append(r.notes, model.Note{Severity: model.Warning, Code: "config-not-strict", File: r.file,
			Line: extension.Line, Column: extension.Column,
			Problem: extension.Problem + ", so gsd-core ignores this file, and an install of it may replace the file",
			Hint:    "keep to plain JSON when gsd-core is installed too"})
	}
	for _, key := range []string{toolsKey, verbsKey, launchKey, enforceKey} {
		for _, twin := range doc.Twins([]string{key}) {
			if key == enforceKey || key == verbsKey {
				// These restrict: to pass over one would lift what somebody meant to hold.
				return faultAt(twin.Key, "the key %s differs only by case from %s, which restricts agents", shown(twin.Name), key)
			}
			r.note(model.Warning, "config-case", twin.Key, "", "the key %s differs only by case from %s and is ignored", shown(twin.Name), key)
		}
	}
	keys := map[string]splice.JSONNode{}
	var twice []string
	for _, m := range root.Members() {
		if _, ok := keys[m.Name]; ok && slices.Contains([]string{toolsKey, verbsKey, launchKey}, m.Name) {
			twice = append(twice, m.Name)
			r.note(model.Error, "config-duplicate", m.Key, "", "the key %s is there twice; neither counts", m.Name)
		}
		keys[m.Name] = m.Value
	}
	r.tools(keys[toolsKey], slices.Contains(twice, toolsKey))
	r.verbs(keys[verbsKey], slices.Contains(twice, verbsKey))
	r.launch(keys[launchKey], slices.Contains(twice, launchKey))
	return r.enforce(root)
}

// tools reads agent_tools. What is wrong narrows: a container that is no object
// hides the other layer's grants, a selector that is no list grants nothing (CF11).
func (r *reader) tools(node splice.JSONNode, twice bool) {
	if node.Absent() {
		return
	}
	if twice || !r.isObject(model.Warning, node, toolsKey, "no tool is granted") {
		r.ToolsInvalid = true
		return
	}
	r.Tools, r.lines = map[string][]string{}, map[string]int{}
	for _, m := range node.Members() {
		_, again := r.Tools[m.Name]
		r.lines[m.Name], _ = m.Key.Position()
		r.Tools[m.Name] = []string{}
		if again {
			r.note(model.Error, "config-duplicate", m.Key, m.Name, "the selector %s is there twice; neither counts", shown(m.Name))
			continue
		}
		if r.isList(model.Warning, m.Value, m.Name, toolsKey, "nothing is granted by it") {
			r.Tools[m.Name] = r.entries(m.Value, m.Name, acceptTool)
		}
	}
	for name := range duplicates(node) {
		r.Tools[name] = []string{}
	}
	r.Loaded = r.Tools
}

// verbs reads peer_bridge_verbs. A value that is no list is an error for that agent,
// since nobody knows what it was meant to take away; names that are no verb are left
// out, so a list of only those allows nothing.
func (r *reader) verbs(node splice.JSONNode, twice bool) {
	if node.Absent() {
		return
	}
	if twice || !r.isObject(model.Error, node, verbsKey, "every agent.json stays as it is") {
		r.VerbsUnread = []string{model.Everyone}
		return
	}
	r.Verbs = map[string][]model.Verb{}
	again := duplicates(node)
	for _, m := range node.Members() {
		switch {
		case slices.Contains(r.VerbsUnread, m.Name):
		case again[m.Name]:
			r.note(model.Error, "config-duplicate", m.Key, m.Name, "the agent %s is there twice; its agent.json stays as it is", shown(m.Name))
			r.VerbsUnread = append(r.VerbsUnread, m.Name)
		case !r.isList(model.Error, m.Value, m.Name, verbsKey, "its agent.json stays as it is"):
			r.VerbsUnread = append(r.VerbsUnread, m.Name)
		default:
			list := []model.Verb{}
			for _, v := range r.entries(m.Value, m.Name, acceptVerb) {
				list = append(list, model.Verb(v))
			}
			r.Verbs[m.Name] = list
		}
	}
}

// launch reads mcp_allowlist. What is wrong attaches no server.
func (r *reader) launch(node splice.JSONNode, twice bool) {
	if node.Absent() {
		return
	}
	if twice || !r.isObject(model.Warning, node, launchKey, "no launch gets a server") {
		r.LaunchInvalid = true
		return
	}
	r.Launch = map[string][]string{}
	again := duplicates(node)
	for _, m := range node.Members() {
		r.Launch[m.Name] = []string{}
		switch {
		case again[m.Name]:
			r.note(model.Error, "config-duplicate", m.Key, m.Name, "the agent %s is there twice; neither counts", shown(m.Name))
		case r.isList(model.Warning, m.Value, m.Name, launchKey, "its launches get no server"):
			r.Launch[m.Name] = r.entries(m.Value, m.Name, acceptName)
		}
	}
}

// enforce reads enforce_tools. It restricts, so nothing of it may get lost: to leave
// out what cannot be read would open every host that it names, and the next apply would
// write that. A file with such a value is broken as a whole.
func (r *reader) enforce(root splice.JSONNode) error {
	var node splice.JSONNode
	for _, m := range root.Members() {
		switch {
		case m.Name != enforceKey:
		case !node.Absent():
			return faultAt(m.Key, "the key %s is there twice", enforceKey)
		default:
			node = m.Value
		}
	}
	switch {
	case node.Absent():
		return nil
	case node.Kind() != splice.JSONArray:
		return faultAt(node, "%s is %s where a list is expected, so the hosts that it enforces are not known", enforceKey, node.Kind())
	case node.Len() > MaxEntries:
		return faultAt(node, "%s has %d entries, more than the %d that are read", enforceKey, node.Len(), MaxEntries)
	}
	for _, item := range node.Items() {
		if _, err := acceptNode(item, acceptName); err != nil {
			return faultAt(item, "the entry %s of %s %v, so a host that it enforces is not known", shownNode(item), enforceKey, err)
		}
	}
	r.Enforce = r.entries(node, "", acceptName)
	return nil
}

func faultAt(node splice.JSONNode, format string, args ...any) error {
	line, column := node.Position()
	return splice.Fault{Line: line, Column: column, Problem: fmt.Sprintf(format, args...), Hint: "write a list of host ids, as toolgrant list runtimes shows them"}
}
