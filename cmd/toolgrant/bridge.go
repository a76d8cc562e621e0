package main

import (
	"errors"

	"github.com/spf13/cobra"
)

func (p *program) bridgeCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "bridge FOLDER",
		Short: "serve that agent's peer bridge (MCP on stdio)",
		Args:  atLeast(1, "toolgrant bridge FOLDER"),
		RunE:  func(*cobra.Command, []string) error { return errors.New("not wired yet") },
	}
}
