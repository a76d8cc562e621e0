package tui

import (
	"context"
	"errors"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"toolgrant/model"
	"toolgrant/tui/cell"
)

// handle acts on one message: keys and clicks become intents, answers change state.
func (r Root) handle(msg tea.Msg) (Root, tea.Cmd) {
	switch m := msg.(type) {
	case tea.WindowSizeMsg:
		if m.Width > 0 && m.Height > 0 { // some terminals report 0x0 while they start
			r.w, r.h = m.Width, m.Height
		}
	case tea.KeyMsg:
		return r.key(m)
	case tea.MouseMsg:
		return r.mouse(m)
	case loadedMsg:
		return r.took(m)
	case viewedMsg:
		return r.viewed(m), nil
	case plannedMsg:
		return r.planned(m), nil
	case savedMsg:
		return r.saved(m)
	case progressMsg:
		return r.progressed(m)
	case appliedMsg:
		return r.applied(m)
	case undoneMsg:
		return r.undone(m)
	case probedMsg:
		return r.probed(m)
	case shownMsg:
		return r.push(newText("Difference", m.content)), nil
	case usedMsg:
		if m.err != nil {
			return r.complain(problem(m.err)), nil
		}
		return r, r.loadCmd()
	case changedMsg:
		r.watching = false
		if m.err != nil {
			if !errors.Is(m.err, context.Canceled) {
				r = r.complain("files are not watched: " + problem(m.err))
			}
			return r, nil
		}
		return r, r.loadCmd()
	}
	return r, nil
}

// key turns a key into an intent: the filter being typed comes first, then the
// overlay on top, then the pane with the focus.
func (r Root) key(m tea.KeyMsg) (Root, tea.Cmd) {
	if r.search != nil {
		return r.searching(m)
	}
	if n := len(r.overlays); n > 0 {
		top := r.overlays[n-1]
		i := meaning(r.binds, top.scope(), true, m)
		if i == nil {
			if t, ok := top.(typist); ok {
				r = r.replace(t.typed(m))
			}
			return r, nil
		}
		return r.do(i)
	}
	i := meaning(r.binds, r.focus.scope(), false, m)
	if i == nil {
		return r, nil
	}
	r.status = status{}
	return r.do(i)
}

// searching is a key while a filter is typed: the list follows each letter.
func (r Root) searching(m tea.KeyMsg) (Root, tea.Cmd) {
	switch m.Type {
	case tea.KeyEnter, tea.KeyTab:
		r.search = nil
		return r, nil
	case tea.KeyEsc, tea.KeyCtrlC:
		r.search = nil
		return r.filterBy(""), nil
	case tea.KeyUp:
		return r.do(moveBy{-1})
	case tea.KeyDown:
		return r.do(moveBy{1})
	}
	f, ok := r.search.typed(m)
	if !ok {
		return r, nil
	}
	r.search = &f
	return r.filterBy(f.value()), nil
}

func (r Root) filterBy(pattern string) Root {
	if r.focus == grantsPane {
		r.grants.filter = pattern
		r.grants.anchor = 0
		return r
	}
	r.agents = r.agents.filtered(pattern)
	return r
}

// took takes a world: the first as it is, a later one under the person's edits.
func (r Root) took(m loadedMsg) (Root, tea.Cmd) {
	if m.err != nil {
		if !r.loaded {
			r.failure = m.err
			return r.push(newText("Cannot start", notice(m.err))), nil
		}
		return r.complain("not read again: " + problem(m.err) + "; ctrl+r tries again"), nil
	}
	first := !r.loaded
	sel, strip := m.world.Selection, newHostStrip(m.world.Hosts)
	list := m.agents
	if r.loaded {
		sel = rebase(r.world.Selection, r.sel, sel)
		strip = strip.keep(r.hosts)
		list.picked = r.agents.picked
		list = list.filtered(r.agents.filter).on(r.agents.current().stem())
	}
	r.failure = nil
	r.world, r.cat, r.agents, r.hosts, r.loaded = m.world, m.cat, list, strip, true
	for _, e := range edits(r.world.Selection, sel) {
		if e.grant && e.on {
			r.cat = r.cat.with(e.tool)
		}
	}
	r = r.changed(sel).welcome()
	if first {
		r = r.greet()
	}
	if r.watching {
		return r, nil
	}
	r.watching = true
	return r, r.watchCmd()
}

func (r Root) saved(m savedMsg) (Root, tea.Cmd) {
	r.job = ""
	if m.err != nil {
		r.quitting = false
		return r.push(newText("Not saved", notice(m.err))), nil
	}
	if r.quitting {
		return r, tea.Quit
	}
	r.world.Selection = m.sel
	r = r.changed(r.sel).say("saved: " + r.place().short(r.configPath(r.layer)))
	return r, r.loadCmd()
}

func (r Root) applied(m appliedMsg) (Root, tea.Cmd) {
	r.job = ""
	if r.run.cancel != nil {
		r.run.cancel()
	}
	r = r.drop(inProgress)
	switch {
	case errors.Is(m.err, context.Canceled):
		return r.say("stopped: everything was put back"), nil
	case m.err != nil:
		return r.push(newText("Not applied", notice(m.err))), r.loadCmd()
	}
	r.world.Selection = m.sel
	text := "in place: " + plural(m.result.Written, "file") + " written"
	if n := len(m.result.Left); n > 0 {
		text += fmt.Sprintf(", %d kept as they were", n)
	}
	r = r.changed(r.sel).say(text+"; u puts them back").remarks("Applied, and", m.result)
	return r, r.loadCmd()
}

// remarks shows what an apply or an undo had to say, and which files were left.
func (r Root) remarks(title string, res Result) Root {
	if len(res.Notes) == 0 {
		return r
	}
	var c content
	c.addNotes(res.Notes)
	for _, path := range res.Left {
		c.add(infoLine, "kept as it was: "+r.place().short(path))
	}
	return r.push(newText(title, c))
}

func (r Root) undone(m undoneMsg) (Root, tea.Cmd) {
	r.job = ""
	if m.err != nil {
		return r.push(newText("Not undone", notice(m.err))), r.loadCmd()
	}
	r = r.say("undone: "+plural(m.result.Written, "file")+" put back").remarks("Undone, and", m.result)
	return r, r.loadCmd()
}

func (r Root) probed(m probedMsg) (Root, tea.Cmd) {
	r.job = ""
	if m.err != nil {
		return r.complain("no answer from the server: " + problem(m.err)), nil
	}
	r.cat = r.cat.probed(m.server)
	r.grants = r.grants.opening(m.server.Name)
	return r.say(cell.Text(m.server.Name) + " has " + plural(len(m.server.Tools), "tool")), nil
}

// configPath is the file that a layer is kept in.
func (r Root) configPath(o model.Origin) string {
	if o == model.Project {
		return r.world.Local
	}
	return r.world.Global
}

func problem(err error) string { return cell.Text(err.Error()) }

// notice is an error as lines to read.
func notice(err error) content {
	var c content
	var n model.Note
	if errors.As(err, &n) {
		c.addNotes([]model.Note{n})
		return c
	}
	c.add(badLine, "x "+problem(err))
	return c
}
