package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"toolgrant/agents/manifest"
	"toolgrant/model"
	"toolgrant/pipeline"
)

// A mesh is the agent mesh that the configuration's peer verbs are for.
type mesh struct {
	manifest.Mesh
	root string // empty when there is none
}

func (m mesh) found() bool { return m.root != "" }

// loadMesh finds the mesh: the folder of --mesh, else the nearest mesh.json.
func (w *world) loadMesh(dir, cwd string) error {
	root := dir
	if root == "" {
		found, err := manifest.FindMesh(w.Project)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		root = found
	} else if !filepath.IsAbs(root) {
		root = filepath.Join(cwd, root)
	}
	m, err := manifest.ReadMesh(root)
	if err != nil {
		return hint("name the folder that holds mesh.json", "%w", err)
	}
	w.mesh = mesh{Mesh: m, root: root}
	w.notes = append(w.notes, m.Notes...)
	return nil
}

// cards are the mesh's agent.json files.
func (m mesh) cards() []pipeline.Card {
	var cards []pipeline.Card
	for _, a := range m.Agents {
		c := pipeline.Card{Agent: a.Name, Path: a.Card()}
		if a.Outside {
			c.Barred = "its folder lies outside the mesh"
		}
		cards = append(cards, c)
	}
	return cards
}

// meshChanges is what the selection's peer verbs do to the cards, and where written
// verbs are not enforced, because another bridge is started there (DECISIONS 27).
func (w *world) meshChanges(sel model.Selection) ([]model.Change, []model.Note) {
	if !w.mesh.found() {
		return nil, w.verbsWithoutMesh(sel)
	}
	changes, notes := pipeline.Verbs(w.mesh.cards(), sel, w.disk, func(path string) ([]byte, bool) {
		data, ok, err := w.store.Origin(path)
		return data, ok && err == nil
	})
	for _, a := range w.mesh.Agents {
		if _, _, declared := sel.PeerVerbs(a.Name); declared && !w.enforced(a) {
			notes = append(notes, model.Note{
				Severity: model.Warning, Code: "written-not-enforced", Agent: a.Name, Runtime: model.MeshFile, File: filepath.Join(a.Root, ".mcp.json"),
				Problem: "its peer verbs are written, not enforced: another bridge than toolgrant's is started there, and it does not read them",
				Hint:    "toolgrant bridge --install " + w.tilde(a.Root),
			})
		}
	}
	return changes, notes
}

// enforced reports whether the agent's .mcp.json starts our bridge.
func (w *world) enforced(a manifest.Agent) bool {
	data, exists, err := w.disk.Read(filepath.Join(a.Root, ".mcp.json"))
	if !exists || err != nil {
		return false
	}
	return startsOurs(manifest.Starts(data))
}

// startsOurs recognises our bridge by its verb, wherever the program lies.
func startsOurs(argv []string) bool {
	return len(argv) >= 2 && argv[1] == "bridge"
}

// verbsWithoutMesh says that verbs are configured where nothing can hold them.
func (w *world) verbsWithoutMesh(sel model.Selection) []model.Note {
	if len(sel.Global.Verbs)+len(sel.Project.Verbs) == 0 {
		return nil
	}
	return []model.Note{{
		Severity: model.Info, Code: "no-mesh",
		Problem: "peer_bridge_verbs is set, but no mesh.json is here or above",
		Hint:    "go to the mesh, or name it with --mesh DIR",
	}}
}

// A verbsView is what decides about one agent's peer verbs.
type verbsView struct {
	Agent      string       `json:"agent"`
	Mesh       string       `json:"mesh,omitempty"`
	Effective  []model.Verb `json:"effective"`
	Why        string       `json:"why"`
	Configured []model.Verb `json:"configured,omitempty"`
	Origin     model.Origin `json:"origin,omitempty"`
	Enforced   bool         `json:"enforced"`
	Notes      []model.Note `json:"notes,omitempty"`
}

func (v verbsView) words() string {
	text := fmt.Sprintf("%s (%s)", model.VerbSetOf(v.Effective...), v.Why)
	if !v.Enforced {
		text += "; written, not enforced: no bridge of toolgrant's is started there"
	}
	return text
}

// verbsOf is an agent's verbs, nil outside a mesh.
func (w *world) verbsOf(name string) *verbsView {
	a, ok := w.mesh.Agent(name)
	if !ok {
		return nil
	}
	d := manifest.ReadVerbs(a.Root)
	v := &verbsView{Agent: name, Mesh: w.mesh.root, Effective: d.Verbs.List(), Why: d.Why(), Enforced: w.enforced(a), Notes: d.Notes}
	if list, origin, ok := w.selection.PeerVerbs(name); ok {
		v.Configured, v.Origin = list, origin
	}
	return v
}

// showVerbs prints one agent's verbs, each with what it lets the agent do.
func (p *program) showVerbs(name string) error {
	pl, err := p.places()
	if err != nil {
		return err
	}
	s, err := p.settings(pl)
	if err != nil {
		return err
	}
	w := &world{settings: s}
	if err := w.loadMesh(p.flags.mesh, p.cwd); err != nil {
		return err
	}
	v := w.verbsOf(name)
	if v == nil {
		v = &verbsView{Agent: name, Why: "no mesh here names this agent"}
		if list, o, ok := s.selection.PeerVerbs(name); ok {
			v.Effective, v.Configured, v.Origin = list, list, o
		} else {
			v.Effective = model.Verbs()
		}
	}
	if p.flags.json {
		return p.printJSON(v)
	}
	set := model.VerbSetOf(v.Effective...)
	out := p.paint()
	for _, verb := range model.Verbs() {
		mark := "[ ]"
		if set.Has(verb) {
			mark = "[x]"
		}
		out.line("", "%s %-22s %s", mark, verb, verb.Does())
	}
	p.say("%s: %s", name, v.Why)
	if v.Origin != "" && model.VerbSetOf(v.Configured...) != set {
		p.say("the %s config wants %s: run toolgrant apply", v.Origin, model.VerbSetOf(v.Configured...))
	}
	p.notes(v.Notes)
	return nil
}
