package main

import (
	"context"

	"github.com/spf13/cobra"

	"toolgrant/model"
	"toolgrant/pipeline"
)

func (p *program) diffCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "diff",
		Short: "show what apply would change, as unified diffs",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, plan, err := p.planned(cmd.Context())
			if err != nil {
				return err
			}
			if p.flags.json {
				err = p.planJSON(plan, nil)
			} else {
				if err = p.showDiffs(plan.Pending()); err == nil {
					err = p.showLaunches(plan)
				}
			}
			if err == nil && p.flags.exitCode && !plan.Empty() {
				return errDiffers
			}
			return err
		},
	}
}

// planned reads the world and plans over it, with its notes on stderr.
func (p *program) planned(ctx context.Context) (*world, model.Plan, error) {
	w, err := p.world(ctx)
	if err != nil {
		return nil, model.Plan{}, err
	}
	plan, err := w.plan(ctx, w.selection)
	if err != nil {
		return nil, model.Plan{}, err
	}
	p.source(w)
	p.tell(plan.Notes)
	return w, plan, nil
}

// tell prints what a person must know before an apply, and counts the rest.
func (p *program) tell(notes []model.Note) {
	var now []model.Note
	later := 0
	for _, n := range pipeline.Group(notes) {
		if n.Severity == model.Info && n.Code != "inherits" {
			later++
			continue
		}
		now = append(now, n)
	}
	p.notes(now)
	if later > 0 {
		p.say("%s about what hosts hold: toolgrant check shows them", counted(later, "note"))
	}
}

// showDiffs prints changes as unified diffs.
func (p *program) showDiffs(changes []model.Change) error {
	out := p.paint()
	for _, c := range changes {
		out.diff(unified(c))
	}
	return nil
}

// showLaunches prints what allowlists do to launches, as diffs of their argv.
func (p *program) showLaunches(plan model.Plan) error {
	out := p.paint()
	for _, l := range plan.Launches {
		if l.Changed() {
			out.diff(l.Diff)
		}
	}
	return nil
}

// summary says in one line what became of a plan.
func (p *program) summary(plan model.Plan, verb string) {
	p.sum(plan, plan.Summary(), verb)
}

func (p *program) sum(plan model.Plan, s model.Summary, verb string) {
	p.say("%s: %d created, %d updated, %d removed, %d unchanged (%s, %s, %s)", verb,
		s.Create, s.Update, s.Remove, s.Unchanged,
		counted(plan.Agents, "agent"), counted(plan.Documents, "document"), counted(len(plan.Runtimes), "host"))
}
