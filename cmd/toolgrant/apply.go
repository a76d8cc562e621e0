package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"toolgrant/model"
	"toolgrant/pipeline/install"
)

func (p *program) applyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "apply",
		Short: "render everything the config asks for and install it",
		Args:  noArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return p.apply(cmd.Context()) },
	}
}

// apply makes a plan and, unless it is a dry run, makes it true.
func (p *program) apply(ctx context.Context) error {
	if !p.flags.dryRun {
		pl, err := p.places()
		if err != nil {
			return err
		}
		if err := p.recover(ctx, pl); err != nil {
			return err
		}
	}
	w, plan, err := p.planned(ctx)
	if err != nil {
		return err
	}
	if p.flags.dryRun {
		if p.flags.json {
			return p.planJSON(plan, nil)
		}
		if err := p.showDiffs(plan.Pending()); err != nil {
			return err
		}
		p.summary(plan, "would change")
		return nil
	}
	options, err := p.decisions(ctx, w, plan)
	if err != nil {
		return err
	}
	options.Progress = p.progress()
	receipt, notes, err := w.store.Apply(ctx, plan.Pending(), options)
	p.notes(notes)
	pending, undecided := errors.AsType[*install.PendingDecisionsError](err)
	if err != nil && !undecided {
		return err
	}
	if p.flags.json {
		err = p.planJSON(plan, &receipt)
	} else {
		p.wrote(plan, receipt)
		err = nil
	}
	if undecided {
		p.undecided(w, pending)
		err = errors.Join(err, hint("toolgrant apply --yes overwrites them with a backup, --keep leaves them",
			"%s left for a decision", counted(len(pending.Files), "file")))
	}
	return errors.Join(err, leftOut(plan.Notes))
}

// leftOut ends an apply that could not do all that was asked: the rest is written, and
// each thing that is not was said above.
func leftOut(notes []model.Note) error {
	n := 0
	for _, note := range notes {
		if note.Severity == model.Error {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return hint("each one is named above; toolgrant check lists them again", "%s kept something from being done", counted(n, "problem"))
}

// wrote says in one line what an apply did, which is less than its plan where files
// were left as they are.
func (p *program) wrote(plan model.Plan, receipt model.Receipt) {
	var s model.Summary
	for _, e := range receipt.Entries {
		switch {
		case e.Removed():
			s.Remove++
		case e.Created():
			s.Create++
		default:
			s.Update++
		}
	}
	verb := "applied"
	if len(receipt.Entries) == 0 {
		verb = "in place"
	}
	s.Unchanged = plan.Summary().Unchanged
	p.sum(plan, s, verb)
	if left := len(plan.Pending()) - len(receipt.Entries); left > 0 {
		p.say("left alone: %s", counted(left, "file"))
	}
}

// decisions asks about files that somebody else wrote or changed, when somebody is
// there to ask.
func (p *program) decisions(ctx context.Context, w *world, plan model.Plan) (install.Options, error) {
	o := install.Options{Yes: p.flags.yes, Keep: p.flags.keep, Decide: map[string]install.Decision{}}
	if p.flags.yes {
		return o, nil
	}
	if err := p.askProject(ctx, w, plan); err != nil {
		return o, err
	}
	if p.flags.keep || !p.inTerminal || p.flags.json {
		return o, nil
	}
	for _, c := range plan.Pending() {
		if !c.Drifted() {
			continue
		}
		d, err := p.ask(ctx, w, c)
		if err != nil {
			return o, err
		}
		o.Decide[c.Path] = d
	}
	return o, nil
}

// undecided lists what was left alone.
func (p *program) undecided(w *world, pending *install.PendingDecisionsError) {
	for _, f := range pending.Files {
		p.say("%s: %s, left as it is", w.tilde(f.Path), f.Why)
	}
}

// progress shows long work on stderr when that is a terminal.
func (p *program) progress() func(done, total int, path string) {
	if !p.errTerminal {
		return nil
	}
	return func(done, total int, _ string) {
		fmt.Fprintf(p.stderr, "\rtoolgrant: %d of %d files", done, total)
		if done == total {
			fmt.Fprint(p.stderr, "\r\x1b[K")
		}
	}
}
