package tui

import (
	tea "github.com/charmbracelet/bubbletea"
)

// do acts on an intent. With an overlay on top, what moves and chooses is the
// overlay's; what it hands back is Root's.
func (r Root) do(i intent) (Root, tea.Cmd) {
	if n := len(r.overlays); n > 0 {
		if _, ok := i.(suspend); ok {
			return r, tea.Suspend
		}
		top, out := r.overlays[n-1].do(i)
		r = r.replace(top)
		if out == nil {
			return r, nil
		}
		return r.finish(out)
	}
	switch i := i.(type) {
	case moveBy:
		return r.move(i.by), nil
	case pageBy:
		return r.page(i.by), nil
	case edge:
		return r.edge(i.last), nil
	case sideways:
		return r.sideways(i.by), nil
	case focusBy:
		r.focus = (r.focus + pane(i.by) + panes) % panes
	case focusOn:
		r.focus = i.pane
	case toggle:
		return r.toggle()
	case openRow:
		return r.open(), nil
	case mark:
		return r.mark(), nil
	case escape:
		return r.clear(), nil
	case walkHost:
		r.hosts = r.hosts.walk(i.by)
	case walkDiff:
		return r.walkDiff(i.by), nil
	case nextView:
		r.diff.mode = (r.diff.mode + 1) % viewModes
		if r.diff.mode == launchLines && r.world.Owned == nil {
			r.diff.mode = oneRuntime
		}
	case wrapLines:
		r.diff.wrap = !r.diff.wrap
		r.diff = r.diff.size(r.diff.w, r.diff.h)
	case nextLayer:
		return r.nextLayer(), nil
	case enforce:
		return r.enforce(), nil
	case filter:
		return r.startFilter(), nil
	case suspend:
		return r, tea.Suspend
	}
	return r.ask(i)
}

// ask acts on the intents that open an overlay or start work.
func (r Root) ask(i intent) (Root, tea.Cmd) {
	switch i.(type) {
	case addGrant:
		return r.askGrant(), nil
	case who:
		return r.askWho(), nil
	case probe:
		return r.askProbe()
	case explain:
		return r.push(newText("About "+r.agents.current().label, r.about())), nil
	case help:
		return r.push(newText("Keys", r.helpText())), nil
	case apply:
		if why := r.whyNotApply(); why != "" {
			return r.complain("a: " + why), nil
		}
		return r.push(newConfirm(r.plan, r.world, r.place())), nil
	case save:
		return r.save()
	case undo:
		return r.askUndo(), nil
	case reload:
		return r.say("reading again"), r.loadCmd()
	case quit:
		if r.job != "" && r.job != "probing" {
			return r.complain("q: still " + r.job), nil
		}
		if len(r.unsaved) == 0 {
			return r, tea.Quit
		}
		return r.askQuit(), nil
	}
	return r, nil
}

// finish acts on what an overlay handed back.
func (r Root) finish(i intent) (Root, tea.Cmd) {
	switch i := i.(type) {
	case applyNow:
		return r.apply(i)
	case cancel:
		if r.run.cancel != nil {
			r.run.cancel()
		}
		return r.say("stopping: everything is put back"), nil
	case undoNow:
		r.job = "undoing"
		return r.say("undoing"), r.undoCmd()
	case probeNow:
		r.job = "probing"
		return r.say("asking " + i.server), r.probeCmd(i.server)
	case grantText:
		return r.grantTyped(i.text), nil
	case giveTo:
		return r.giveTo(i), nil
	case goTo:
		r.overlays = nil
		r.agents = r.agents.filtered("").on(i.agent)
		r.focus = grantsPane
		return r, nil
	case source:
		return r.say("reading"), r.useCmd(i.Source)
	case askFolder:
		return r.push(newFolderField()), nil
	case showFile:
		for _, c := range r.plan.Changes {
			if c.Path == i.path {
				return r, r.showCmd(c)
			}
		}
	case saveQuit:
		r.quitting = true
		return r.save()
	case quitNow:
		return r, tea.Quit
	}
	return r, nil
}
