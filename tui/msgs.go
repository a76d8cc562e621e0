package tui

import "toolgrant/model"

// Messages are answers of commands. Those that depend on what a person decided
// carry the generation or the key they were asked for.
type (
	loadedMsg struct {
		world  World
		cat    catalog
		agents agentList
		err    error
	}
	viewedMsg struct {
		key     viewKey
		content content
		err     error
	}
	plannedMsg struct {
		gen  int
		plan model.Plan
		err  error
	}
	savedMsg struct {
		sel model.Selection
		err error
	}
	progressMsg struct {
		done, total int
		path        string
	}
	appliedMsg struct {
		result Result
		sel    model.Selection
		err    error
	}
	undoneMsg struct {
		result Result
		err    error
	}
	probedMsg struct {
		server model.Server
		err    error
	}
	usedMsg    struct{ err error }
	changedMsg struct{ err error }
	shownMsg   struct{ content content }
)
