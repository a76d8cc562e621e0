package tui

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"toolgrant/model"
	"toolgrant/tui/theme"
)

// A progressOverlay shows an apply under way.
type progressOverlay struct {
	at       progressMsg
	place    place
	w        int
	stopping bool
}

func (o progressOverlay) scope() scope { return inProgress }

func (o progressOverlay) size(w, _ int) overlay {
	o.w = w
	return o
}

func (o progressOverlay) do(i intent) (overlay, intent) {
	if i == (cancel{}) && !o.stopping {
		o.stopping = true
		return o, cancel{}
	}
	return o, nil
}

func (o progressOverlay) view(t theme.Theme) (string, []string) {
	title := "Applying"
	if o.stopping {
		title = "Stopping: everything is put back"
	}
	room := max(1, min(o.w-12, 60))
	full := 0
	if o.at.total > 0 {
		full = clamp(room*o.at.done/o.at.total, 0, room)
	}
	bar := t.Accent.Render(strings.Repeat(t.Marks.BarFull, full)) + t.Muted.Render(strings.Repeat(t.Marks.BarEmpty, room-full))
	return title, []string{bar + fmt.Sprintf(" %d/%d", o.at.done, o.at.total), t.Muted.Render(o.place.short(o.at.path))}
}

// apply starts applying exactly the plan that the confirm overlay showed. One that
// was made anew meanwhile, because something changed on disk, has to be shown first.
func (r Root) apply(a applyNow) (Root, tea.Cmd) {
	if why := r.whyNotApply(); why != "" {
		return r.complain("not applied: " + why + "; a tries again"), nil
	}
	plan := r.plan.Plan
	if !samePlan(a.plan, plan) {
		return r.complain("not applied: something changed on disk while the plan was shown; a shows the new one"), nil
	}
	ctx, cancel := context.WithCancel(r.ctx)
	r.job = "applying"
	r.run = applyRun{cancel: cancel, ticks: make(chan progressMsg, 1)}
	r = r.push(progressOverlay{at: progressMsg{total: len(plan.Pending())}, place: r.place()})
	return r, tea.Batch(r.applyCmd(ctx, plan, a.decide), listenCmd(r.run.ticks))
}

// samePlan reports whether two plans write the same bytes over the same bytes.
func samePlan(a, b model.Plan) bool {
	return slices.EqualFunc(a.Changes, b.Changes, func(a, b model.Change) bool {
		return a.Path == b.Path && a.Kind == b.Kind && a.Ownership == b.Ownership &&
			bytes.Equal(a.Before, b.Before) && bytes.Equal(a.After, b.After)
	})
}

func (r Root) progressed(m progressMsg) (Root, tea.Cmd) {
	r.overlays = slices.Clone(r.overlays)
	for i, o := range r.overlays {
		if p, ok := o.(progressOverlay); ok {
			p.at = m
			r.overlays[i] = p
		}
	}
	return r, listenCmd(r.run.ticks)
}
