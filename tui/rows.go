package tui

import (
	"fmt"
	"slices"

	"toolgrant/model"
)

// box is the state of a tick box.
type box int

const (
	noBox box = iota
	off
	on
	part // some tools of a server
	shut // cannot be ticked at all
)

// String is the box as drawn; the state never hangs on a colour.
func (b box) String() string { return [...]string{"   ", "[ ]", "[x]", "[-]", "[!]"}[b] }

// rowKind is what a row of the grants pane stands for.
type rowKind int

const (
	heading rowKind = iota
	remark
	serverRow
	memberRow
	toolRow
	verbRow
	ownedRow
)

// A row is one line of the grants pane: what it is, its state, and everything that
// the footer needs to explain it.
type row struct {
	kind   rowKind
	label  string
	key    string // the grant, verb or server id that toggling it means
	box    box
	detail string // "2 of 7 tools"
	mark   string // where the state comes from: "from *", "project", "source"
	lock   string // why it cannot be changed; empty when it can
	does   string // what the thing itself is for
	server string
}

// A subject is whose grants are shown, and how.
type subject struct {
	agent  *model.Agent // nil for every agent
	sel    model.Selection
	layer  model.Origin
	opened map[string]bool // servers whose tools are shown
}

// selector is the subject's key in agent_tools.
func (s subject) selector() string {
	if s.agent == nil {
		return model.Everyone
	}
	return s.agent.Stem
}

// list is the tools of a selector as the edited layer has them, and the origin of
// each. The project layer shows what is effective there: it starts from it.
func (s subject) list(selector string) ([]string, model.Origin) {
	if s.layer == model.Project {
		return s.sel.Effective(selector)
	}
	return s.sel.Global.Tools[selector], model.Global
}

// state finds out about one grant: ticked or not, why, and whether that can change.
func (s subject) state(key string) (b box, mark, lock string) {
	own, origin := s.list(s.selector())
	if slices.Contains(own, key) {
		return on, s.ownMark(key, origin), ""
	}
	if s.agent == nil {
		return off, s.hidden(key), ""
	}
	declared, line := declares(*s.agent, key)
	if declared == len(s.agent.Documents) {
		return on, "source", fmt.Sprintf("the agent's own file declares it, line %d", line)
	}
	if all, _ := s.list(model.Everyone); slices.Contains(all, key) {
		return on, "from *", "every agent has it from *: take it away there, in the first row"
	}
	if declared > 0 {
		return off, fmt.Sprintf("source, %d of %d documents", declared, len(s.agent.Documents)), ""
	}
	return off, s.hidden(key), ""
}

// ownMark is the mark of a grant of the subject's own.
func (s subject) ownMark(key string, origin model.Origin) string {
	_, global := s.sel.Global.Tools[s.selector()]
	switch {
	case s.layer == model.Project && origin == model.Global:
		return "global"
	case s.layer == model.Project && global && !slices.Contains(s.sel.Global.Tools[s.selector()], key):
		return "project adds"
	case s.layer == model.Project:
		return "project"
	}
	if _, replaced := s.sel.Project.Tools[s.selector()]; replaced {
		if tools, _ := s.sel.Effective(s.selector()); !slices.Contains(tools, key) {
			return "project drops"
		}
	}
	return ""
}

// hidden is the mark of a box that is off in the layer shown and on in the other.
func (s subject) hidden(key string) string {
	if s.layer == model.Global && slices.Contains(s.sel.Project.Tools[s.selector()], key) {
		return "project adds"
	}
	if s.layer == model.Project && slices.Contains(s.sel.Global.Tools[s.selector()], key) {
		return "project drops"
	}
	return ""
}

// declares counts the documents of an agent whose own list names the tool, and says
// on which line the first one keeps its list.
func declares(a model.Agent, key string) (n, line int) {
	for _, d := range a.Documents {
		if slices.Contains(d.Tools.Entries, key) {
			n++
			if line == 0 {
				line = d.Tools.Line
			}
		}
	}
	return n, line
}
