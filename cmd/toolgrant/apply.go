package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"toolgrant/model"
	"toolgrant/pipeline/install"
)

func (p *program) applyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "apply",
		Short: "render everything the config asks for and install it",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return p.apply(cmd.Context()) },
	}
}

// apply makes a plan and, unless it is a dry run, makes it true.
func (p *program) apply(ctx context.Context) error {
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
	options, err := p.decisions(w, plan)
	if err != nil {
		return err
	}
	options.Progress = p.progress()
	receipt, notes, err := w.store.Apply(ctx, plan.Pending(), options)
	p.notes(notes)
	if pending, ok := errors.AsType[*install.PendingDecisionsError](err); ok {
		p.undecided(w, pending)
		return hint("toolgrant apply --yes overwrites them with a backup, --keep leaves them",
			"%s left for a decision", counted(len(pending.Files), "file"))
	}
	if err != nil {
		return err
	}
	if p.flags.json {
		return p.planJSON(plan, &receipt)
	}
	if len(receipt.Entries) == 0 {
		p.summary(plan, "in place")
		return nil
	}
	p.summary(plan, "applied")
	return nil
}

// decisions asks about files that somebody else wrote or changed, when somebody is
// there to ask.
func (p *program) decisions(w *world, plan model.Plan) (install.Options, error) {
	o := install.Options{Yes: p.flags.yes, Keep: p.flags.keep, Decide: map[string]install.Decision{}}
	if p.flags.yes || p.flags.keep {
		return o, nil
	}
	if err := p.askProject(w, plan); err != nil {
		return o, err
	}
	if !p.inTerminal || p.flags.json {
		return o, nil
	}
	in := bufio.NewReader(p.stdin)
	for _, c := range plan.Pending() {
		if !c.Drifted() {
			continue
		}
		d, err := p.ask(in, w, c)
		if err != nil {
			return o, err
		}
		o.Decide[c.Path] = d
	}
	return o, nil
}

// askProject asks before a project's config widens agents in the home, where every
// other project uses them too (DECISIONS 13).
func (p *program) askProject(w *world, plan model.Plan) error {
	if plan.Scope != model.GlobalScope {
		return nil
	}
	var files int
	for _, c := range plan.Pending() {
		if slices.ContainsFunc(c.Because, func(g model.Grant) bool { return g.Origin == model.Project }) {
			files++
		}
	}
	if files == 0 {
		return nil
	}
	problem := fmt.Sprintf("%s grants tools to agents in the home, where every project uses them (%s)",
		w.tilde(w.project.Path), counted(files, "file"))
	const advice = "--scope local keeps it inside the project; --yes means it for every project"
	if !p.inTerminal || p.flags.json {
		return hint(advice, "%s", problem)
	}
	p.say("%s", problem)
	p.say("hint: %s", advice)
	return p.confirm("go on?")
}

func (p *program) confirm(question string) error {
	fmt.Fprintf(p.stderr, "toolgrant: %s [y/N] ", question)
	line, _ := bufio.NewReader(p.stdin).ReadString('\n')
	if answer := strings.ToLower(strings.TrimSpace(line)); answer == "y" || answer == "yes" {
		return nil
	}
	return errors.New("nothing was changed")
}

// ask asks about one file.
func (p *program) ask(in *bufio.Reader, w *world, c model.Change) (install.Decision, error) {
	for {
		p.say("%s: %s", w.tilde(c.Path), ownershipWords(c.Ownership))
		fmt.Fprint(p.stderr, "toolgrant: [k]eep it, [o]verwrite with a backup, show the [d]iff? ")
		line, err := in.ReadString('\n')
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "k", "keep":
			return install.Keep, nil
		case "o", "overwrite":
			return install.Overwrite, nil
		case "d", "diff":
			if err := p.showDiffs([]model.Change{c}); err != nil {
				return "", err
			}
		}
		if err != nil {
			return "", errors.New("no answer, nothing was changed")
		}
	}
}

func ownershipWords(o model.Ownership) string {
	switch o {
	case model.Drifted:
		return "changed by somebody since toolgrant wrote it"
	case model.Foreign:
		return "not written by toolgrant"
	case model.Gone:
		return "deleted by somebody"
	}
	return string(o)
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
