package main

import (
	"github.com/spf13/cobra"

	"toolgrant/model"
	"toolgrant/pipeline"
)

func (p *program) checkCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "read sources and config, report every problem, write nothing",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w, err := p.world(cmd.Context())
			if err != nil {
				return err
			}
			plan, err := w.plan(cmd.Context(), w.selection)
			if err != nil {
				return err
			}
			var notes []model.Note
			for _, a := range w.agents {
				for _, d := range a.Documents {
					notes = append(notes, d.Notes...)
				}
			}
			notes = append(notes, plan.Notes...)
			counts := map[model.Severity]int{}
			for _, n := range notes {
				counts[n.Severity]++
			}
			if p.flags.json {
				err = p.printJSON(notes)
			} else {
				p.source(w)
				p.notes(pipeline.Group(notes))
				p.say("%s, %s, %s: %s, %s", counted(plan.Agents, "agent"), counted(plan.Documents, "document"),
					counted(len(plan.Runtimes), "host"), counted(counts[model.Error], "error"), counted(counts[model.Warning], "warning"))
			}
			switch {
			case err != nil:
				return err
			case counts[model.Error] > 0:
				return hint("each one is listed above", "%s", counted(counts[model.Error], "problem"))
			case p.flags.exitCode && counts[model.Warning] > 0:
				return errDiffers
			}
			return nil
		},
	}
}
