package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"toolgrant/model"
)

// flags are the flags shared by all commands (CLI.md).
type flags struct {
	agents      []string
	pack        string
	runtime     string
	scope       string
	home        string
	project     string
	mesh        string
	color       string
	json        bool
	dryRun      bool
	yes         bool
	keep        bool
	remake      bool
	followLinks bool
	offline     bool
	exitCode    bool
	apply       bool
}

func (p *program) root() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "toolgrant",
		Short: "decide what every AI coding agent may touch, and make it true in every host",
		Long: "toolgrant decides, in one place, what every AI coding agent may touch, and makes it\n" +
			"true in every host that runs it. Without a command it opens the configurator.",
		Args:          noCommand,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if p.flags.apply {
				return p.apply(cmd.Context())
			}
			return p.screen(cmd.Context())
		},
	}
	cmd.CompletionOptions.DisableDefaultCmd = true
	cmd.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return hint("toolgrant "+c.Name()+" --help lists the flags", "%w", suggestFlag(c, err))
	})
	f := cmd.PersistentFlags()
	f.StringArrayVar(&p.flags.agents, "agents", nil, "folder with source agents (*.md); may be given several times")
	f.StringVar(&p.flags.pack, "pack", "auto", "text rules of a source: auto, gsd or plain")
	f.StringVar(&p.flags.runtime, "runtime", "detected", "hosts by id, comma separated; all; detected")
	f.StringVar(&p.flags.scope, "scope", "global", "install to config homes (global) or into the project (local)")
	f.StringVar(&p.flags.home, "home", "", "stand-in for the home folder")
	f.StringVar(&p.flags.project, "project", "", "stand-in for the project folder")
	f.StringVar(&p.flags.mesh, "mesh", "", "mesh root (default: nearest mesh.json)")
	f.StringVar(&p.flags.color, "color", "auto", "auto, always or never")
	f.BoolVar(&p.flags.json, "json", false, "machine output on stdout, and nothing else there")
	f.BoolVar(&p.flags.dryRun, "dry-run", false, "apply: plan and print, write nothing")
	f.BoolVar(&p.flags.yes, "yes", false, "do not ask; overwrite changed files with a backup")
	f.BoolVar(&p.flags.keep, "keep", false, "apply: leave drifted and foreign files as they are")
	f.BoolVar(&p.flags.remake, "remake", false, "make files again that somebody deleted")
	f.BoolVar(&p.flags.followLinks, "follow-links", false, "follow an agents folder that is a link out of the home")
	f.BoolVar(&p.flags.offline, "offline", false, "server catalogue from the cache only")
	f.BoolVar(&p.flags.exitCode, "exit-code", false, "diff, status, check: exit 2 when something differs")
	cmd.Flags().BoolVar(&p.flags.apply, "apply", false, "one shot, no screen: render everything and install it")
	cmd.PersistentPreRunE = func(*cobra.Command, []string) error { return p.checkFlags() }
	cmd.AddCommand(
		p.applyCommand(), p.diffCommand(), p.statusCommand(), p.listCommand(),
		p.grantCommand(), p.revokeCommand(), p.verbsCommand(), p.allowCommand(), p.disallowCommand(),
		p.enforceCommand(), p.explainCommand(), p.checkCommand(), p.adoptCommand(),
		p.undoCommand(), p.uninstallCommand(), p.bridgeCommand(), p.launchCommand(),
		p.demoCommand(), p.demoServerCommand(), p.schemaCommand(), p.completionCommand(), p.versionCommand(),
	)
	return cmd
}

// checkFlags refuses values that no flag can have, before anything is read.
func (p *program) checkFlags() error {
	for _, c := range []struct{ flag, value string }{
		{"pack", p.flags.pack}, {"scope", p.flags.scope}, {"color", p.flags.color},
	} {
		allowed := map[string][]string{
			"pack":  {"auto", string(model.GSD), string(model.Plain)},
			"scope": {string(model.GlobalScope), string(model.LocalScope)},
			"color": {"auto", "always", "never"},
		}[c.flag]
		if !contains(allowed, c.value) {
			return hint(fmt.Sprintf("write --%s %s", c.flag, oneOf(allowed)), "--%s does not know %q", c.flag, c.value)
		}
	}
	if p.flags.yes && p.flags.keep {
		return hint("choose one", "--yes and --keep contradict each other")
	}
	return nil
}
