package tui

import "toolgrant/model"

// A World is everything the screen shows that is not a plan: read in one go by
// Engine.Load and never changed afterwards.
type World struct {
	Agents    []model.Agent
	Hosts     []Host // in table order
	Selection model.Selection
	Servers   []model.Server // found in hosts' configuration
	// Peers is what each agent of the mesh may do now, by agent; nil without a mesh.
	Peers map[string]model.VerbSet
	// Owned is the launch registry; nil when there is none.
	Owned []model.OwnedServer

	Scope   model.Scope
	Home    string // shown as ~
	Project string // the folder; empty outside a project
	Global  string // path of the global config file
	Local   string // path of the project config file; empty when it cannot be written
	Fresh   bool   // no config file exists yet

	LookedFor []Looked     // shown when something was not found
	Notes     []model.Note // what reading all this had to say
	Undo      string       // what undo would put back, in words; empty when nothing
}

// A Host is a runtime as this machine has it.
type Host struct {
	model.Runtime
	Detected bool
	Ticked   bool   // part of the plan at the start
	Folder   string // its agents folder in the current scope
	Why      string // why it cannot be ticked; empty when it can
}

// A Looked is one place that was searched.
type Looked struct {
	What, Where string
	Found       bool
}
