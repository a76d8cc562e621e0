package main

import (
	"errors"

	"github.com/spf13/cobra"
)

func (p *program) demoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "everything, in a throw-away home, on the embedded sample agents",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return errors.New("not wired yet") },
	}
}
