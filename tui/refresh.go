package tui

import (
	"context"
	"errors"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"toolgrant/tui/cell"
)

// settle brings everything that follows from the state up to date: the layout, the
// rows of the middle pane, the lists' heights. It is cheap and does no work that a
// command should do.
func (r Root) settle() Root {
	r.lay = arrange(r.w, r.h, r.focus)
	r.agents.list = r.agents.resize(len(r.agents.shown), r.lay.content(agentsPane).h)
	r.grants.height = max(1, r.lay.content(grantsPane).h)
	if r.loaded {
		e := r.agents.current()
		if e.agent != nil {
			r.sample = e.stem()
		}
		r.grants = r.grants.with(rows(r.world, r.cat, r.subject(e)))
	}
	if c := r.lay.content(diffPane); c.w > 0 && (c.w != r.diff.w || c.h != r.diff.h) {
		r.diff = r.diff.size(c.w, c.h)
	}
	b := overlayRect(r.lay).inner()
	r.overlays = slices.Clone(r.overlays)
	for i, o := range r.overlays {
		r.overlays[i] = o.size(b.w, b.h)
	}
	return r
}

// wanted is what the diff pane should show now.
func (r Root) wanted() viewKey {
	k := viewKey{gen: r.gen, agent: r.agents.current().stem(), runtime: r.hosts.current().ID, mode: r.diff.mode}
	if k.mode != oneRuntime {
		k.runtime = ""
	}
	if k.mode == launchLines {
		k.plan = r.plan.gen
	}
	return k
}

// refresh starts the commands that the state asks for: first what is visible, then
// the whole plan. A lane that works on something nobody wants any more is stopped;
// its answer, when it comes, is dropped by its key.
func (r Root) refresh() (Root, tea.Cmd) {
	if !r.loaded || len(r.world.Agents) == 0 {
		return r, nil
	}
	want := r.wanted()
	if r.diff.key != want {
		if r.looking.busy {
			if r.looking.key != want {
				r.looking.cancel()
			}
			return r, nil
		}
		return r.startLook(want)
	}
	if r.looking.busy || r.plan.gen == r.gen {
		return r, nil
	}
	if r.plan.lane.busy {
		if r.plan.lane.key.gen != r.gen {
			r.plan.lane.cancel()
		}
		return r, nil
	}
	ctx, cancel := context.WithCancel(r.ctx)
	r.plan.lane = lane{busy: true, key: viewKey{gen: r.gen}, cancel: cancel}
	return r, r.planCmd(ctx)
}

func (r Root) startLook(want viewKey) (Root, tea.Cmd) {
	l := look{key: want, sel: r.sel, sample: r.sample, place: r.place(), launches: r.plan.Launches}
	switch {
	case want.mode == allRuntimes:
		l.runtimes = r.hosts.plan()
	case want.runtime != "":
		l.runtimes = []string{want.runtime}
	}
	if l.sample == "" && len(r.world.Agents) > 0 {
		l.sample = r.world.Agents[0].Stem
	}
	ctx, cancel := context.WithCancel(r.ctx)
	r.looking = lane{busy: true, key: want, cancel: cancel}
	return r, r.viewCmd(ctx, l)
}

// viewed takes a rendered view, unless something else is wanted by now.
func (r Root) viewed(m viewedMsg) Root {
	r.looking = r.looking.done()
	// A view that was stopped may be wanted again by now: it is asked for anew.
	if m.key != r.wanted() || errors.Is(m.err, context.Canceled) {
		return r
	}
	if m.err != nil {
		m.content.add(badLine, "x "+cell.Text(m.err.Error()))
	}
	r.diff = r.diff.show(m.key, m.content)
	return r
}

// planned takes a plan, unless it was made for an older generation.
func (r Root) planned(m plannedMsg) Root {
	r.plan.lane = r.plan.lane.done()
	if m.gen != r.gen || errors.Is(m.err, context.Canceled) {
		return r
	}
	r.plan.Plan, r.plan.gen, r.plan.err = m.plan, m.gen, m.err
	r.plan.files = len(m.plan.Pending())
	return r
}

// whyNotApply is why a cannot act now; empty when it can.
func (r Root) whyNotApply() string {
	switch {
	case !r.loaded || len(r.world.Agents) == 0:
		return "there are no agents yet"
	case r.job != "":
		return "still " + r.job
	case len(r.hosts.ticked) == 0:
		return "no runtime is ticked"
	case r.plan.gen != r.gen:
		return "the plan is still being made"
	case r.plan.err != nil:
		return "the plan fails: " + cell.Text(r.plan.err.Error())
	case r.plan.Empty() && len(r.unsaved) > 0:
		return "no file would change; s saves the config"
	case r.plan.Empty():
		return "everything is in place"
	}
	return ""
}
