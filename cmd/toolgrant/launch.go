package main

import (
	"crypto/rand"
	"errors"

	"github.com/spf13/cobra"

	"toolgrant/pipeline/launch"
)

func (p *program) launchCommand() *cobra.Command {
	var s launch.Settings
	var work, transport, inherited, agent string
	var exec, print bool
	cmd := &cobra.Command{
		Use:   "launch",
		Short: "LaunchAgentCommand JSON on stdin becomes argv (JSON on stdout)",
		Long: "launch reads a LaunchAgentCommand (JSON, snake_case) on stdin and prints the exact argv for its\n" +
			"vendor's program, or a refusal. Its MCP allowlist is resolved through the owned registry only.",
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if exec {
				if err := p.noDryRun(cmd, "leave --exec out: the launch is printed"); err != nil {
					return err
				}
			}
			if exec && print {
				return hint("choose one", "--exec and --print contradict each other")
			}
			pl, err := p.places()
			if err != nil {
				return err
			}
			s.Work, s.Transport = launch.Work(work), launch.Transport(transport)
			if s.Nonces, err = launch.NewNonces(rand.Reader); err != nil {
				return err
			}
			o := launch.Options{Settings: s, Inherited: inherited, Env: p.environ, Home: pl.Home}
			if agent != "" {
				o.FromConfig = func() ([]string, error) { return p.configuredAllowlist(pl, agent) }
			}
			result, err := launch.Prepare(cmd.Context(), p.input(cmd.Context()), o)
			if err != nil {
				return refused(err)
			}
			for _, w := range result.Warnings {
				p.say("warning: %s", w)
			}
			if exec {
				return launch.Exec(result, p.environ, "/dev/tty")
			}
			return p.printJSON(result)
		},
	}
	f := cmd.Flags()
	f.StringVar(&s.ServerURL, "server-url", "", "the control plane; without it no server can be attached")
	f.StringVar(&s.CLIPath, "cli-path", launch.DefaultCLIPath, "command of every owned server")
	f.StringVar(&s.Worktree, "worktree", "", "folder to work in, absolute")
	f.StringVar(&work, "work", "", "owned or borrowed; default: as the command says")
	f.StringVar(&transport, "transport", "", "pty or app-server")
	f.StringVar(&s.ReviewConfig, "review-config", "", "kind review, Claude: path of the temporary MCP file")
	f.StringVar(&s.SystemPrompt, "system-prompt", "", "kind review: the rendered instructions")
	f.StringVar(&s.CodexPath, "codex", "codex", "the codex program, which is asked what a launch would inherit")
	f.StringVar(&s.IsolatedDir, "isolated-dir", "", "OpenCode: an empty configuration folder, absolute")
	f.BoolVar(&s.Strict, "strict", false, "refuse a list with anything but read-only servers (recommended)")
	f.StringVar(&inherited, "inherited", "", "what Codex would inherit: a file as codex mcp list --json prints it, or none")
	f.StringVar(&agent, "agent", "", "agent whose configured allowlist fills a command that has none")
	f.BoolVar(&exec, "exec", false, "replace this process with the launch")
	f.BoolVar(&print, "print", false, "print the launch (the default)")
	return cmd
}

// configuredAllowlist is the agent's list from the configuration, or nil.
func (p *program) configuredAllowlist(pl places, agent string) ([]string, error) {
	settings, err := p.settings(pl)
	if err != nil {
		return nil, err
	}
	p.notes(settings.notes)
	list, _, _ := settings.selection.Allowlist(agent)
	return list, nil
}

// refused gives a refusal the hint it carries.
func refused(err error) error {
	if r, ok := errors.AsType[*launch.Refusal](err); ok {
		return hint(r.Hint, "%w", err)
	}
	return err
}
