package main

import (
	"toolgrant/model"
)

// A mesh is the agent mesh that the configuration's peer verbs are for.
type mesh struct {
	root string
}

func (m mesh) found() bool { return m.root != "" }

func (w *world) loadMesh(dir, cwd string) error { return nil }

func (w *world) meshChanges(sel model.Selection) ([]model.Change, []model.Note) { return nil, nil }

type verbsView struct{}

func (v *verbsView) words() string { return "" }

func (w *world) verbsOf(agent string) *verbsView { return nil }

func (p *program) showVerbs(agent string) error { return nil }
