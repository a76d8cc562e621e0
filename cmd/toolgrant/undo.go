package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"toolgrant/model"
	"toolgrant/pipeline/install"
)

func (p *program) undoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "undo",
		Short: "put back what the last apply replaced",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := p.noDryRun(cmd, "toolgrant status shows what is in place"); err != nil {
				return err
			}
			pl, err := p.places()
			if err != nil {
				return err
			}
			receipt, notes, err := p.store(pl, vouching(pl, "")).Undo(cmd.Context())
			p.notes(notes)
			if errors.Is(err, install.ErrNothingToUndo) {
				return hint("toolgrant status shows what is in place", "%w", err)
			}
			if _, ok := errors.AsType[*install.RefusedError](err); err != nil && !ok {
				return err
			}
			if p.flags.json {
				return errors.Join(p.printJSON(receipt), err)
			}
			for _, e := range receipt.Entries {
				if e.Undone {
					fmt.Fprintln(p.stdout, model.Printable("put back "+pl.tilde(e.Path)))
				}
			}
			return err
		},
	}
}

func (p *program) uninstallCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "uninstall",
		Short: "remove exactly what apply wrote, by receipt, and restore what it replaced",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := p.noDryRun(cmd, "toolgrant status shows what is in place"); err != nil {
				return err
			}
			pl, err := p.places()
			if err != nil {
				return err
			}
			if p.inTerminal && !p.flags.yes && !p.flags.json {
				if err := p.confirm(cmd.Context(), "remove everything toolgrant wrote, and put back what was there before?"); err != nil {
					return err
				}
			}
			removal, notes, err := p.store(pl, vouching(pl, "")).Uninstall(cmd.Context())
			p.notes(notes)
			if err != nil {
				return err
			}
			if p.flags.json {
				return p.printJSON(removal)
			}
			for _, path := range removal.Restored {
				fmt.Fprintln(p.stdout, model.Printable("restored "+pl.tilde(path)))
			}
			for _, path := range removal.Removed {
				fmt.Fprintln(p.stdout, model.Printable("removed "+pl.tilde(path)))
			}
			for _, f := range removal.Kept {
				p.say("kept %s: %s", pl.tilde(f.Path), f.Why)
			}
			p.say("%d restored, %d removed, %d kept", len(removal.Restored), len(removal.Removed), len(removal.Kept))
			return nil
		},
	}
}

// noDryRun refuses the flag where a command cannot do without doing it: a flag that is
// taken and not heeded does what it promises not to.
func (p *program) noDryRun(cmd *cobra.Command, advice string) error {
	if !p.flags.dryRun {
		return nil
	}
	return hint(advice, "%s has no --dry-run, and nothing was done", cmd.Name())
}
