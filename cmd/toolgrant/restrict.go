package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"toolgrant/model"
	"toolgrant/pipeline"
	"toolgrant/pipeline/launch"
)

func (p *program) allowCommand() *cobra.Command {
	return p.allowlistCommand("allow", "let a launch of the agent have these servers of the owned registry",
		func(list []string, server string) []string {
			if slices.Contains(list, server) {
				return list
			}
			return append(slices.Clone(list), server)
		})
}

func (p *program) disallowCommand() *cobra.Command {
	return p.allowlistCommand("disallow", "take servers out of the agent's launch allowlist",
		func(list []string, server string) []string {
			return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return strings.EqualFold(s, server) })
		})
}

func (p *program) allowlistCommand(use, short string, change func([]string, string) []string) *cobra.Command {
	var layerFlag string
	cmd := &cobra.Command{
		Use: use + " AGENT SERVER...", Short: short,
		Args: atLeast(2, "toolgrant "+use+" AGENT SERVER..."),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := layer(layerFlag)
			if err != nil {
				return err
			}
			if use == "allow" {
				if err := allowable(args[1:]); err != nil {
					return err
				}
			}
			defer p.warnStranger(cmd.Context(), args[0])
			return p.edit(cmd.Context(), o, func(s model.Selection) (model.Selection, error) {
				list, _, _ := s.Allowlist(args[0])
				for _, server := range args[1:] {
					list = change(list, server)
				}
				if len(list) == 0 {
					list = nil
				}
				return s.With(o, s.Layer(o).WithLaunch(args[0], list)), nil
			})
		},
	}
	layerVar(cmd, &layerFlag)
	return cmd
}

// allowable refuses servers that no launch would ever attach.
func allowable(names []string) error {
	var known []string
	for _, s := range launch.Owned() {
		if s.Locked == "" {
			known = append(known, s.ID)
		}
	}
	for _, name := range names {
		for _, s := range launch.Owned() {
			if strings.EqualFold(strings.TrimSpace(name), s.ID) && s.Locked != "" {
				return hint("choose among "+oneOf(known), "%s cannot be allowed: %s", s.ID, s.Locked)
			}
		}
		if !slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, strings.TrimSpace(name)) }) {
			return hint("choose among "+oneOf(known), "%q is no server of the owned registry", name)
		}
	}
	return nil
}

func (p *program) enforceCommand() *cobra.Command {
	var layerFlag string
	var off bool
	cmd := &cobra.Command{
		Use:   "enforce RUNTIME...",
		Short: "make hosts hold agents' lists where they would give everything",
		Args:  atLeast(1, "toolgrant enforce RUNTIME... [--off]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := layer(layerFlag)
			if err != nil {
				return err
			}
			for _, id := range args {
				if err := enforceable(id, off); err != nil {
					return err
				}
			}
			return p.edit(cmd.Context(), o, func(s model.Selection) (model.Selection, error) {
				for _, id := range args {
					s = s.With(o, s.Layer(o).WithEnforced(id, !off))
				}
				return s, nil
			})
		},
	}
	cmd.Flags().BoolVar(&off, "off", false, "stop enforcing")
	layerVar(cmd, &layerFlag)
	return cmd
}

// enforceable refuses hosts that cannot be made to hold a list, with the reason.
func enforceable(id string, off bool) error {
	rows := pipeline.Runtimes()
	i := slices.IndexFunc(rows, func(r pipeline.Row) bool { return r.ID == id })
	switch {
	case off:
		return nil // also what is no host has to go out of the file
	case i < 0:
		return unknownRuntime(id, rows)
	case !rows[i].Tools.Enforceable:
		return hint("the agents' lists stay as they are there", "lists cannot be enforced on %s: %s", rows[i].Name, rows[i].Tools.Refusal)
	}
	return nil
}

func unknownRuntime(id string, rows []pipeline.Row) error {
	var ids []string
	for _, r := range rows {
		ids = append(ids, r.ID)
	}
	if near := nearest(id, ids); len(near) > 0 {
		return hint("did you mean "+oneOf(near)+"?", "no runtime is called %q", id)
	}
	return hint("toolgrant list runtimes shows them: "+strings.Join(ids, ", "), "no runtime is called %q", id)
}

func (p *program) verbsCommand() *cobra.Command {
	var layerFlag, set string
	var none, reset bool
	cmd := &cobra.Command{
		Use:   "verbs AGENT",
		Short: "show an agent's peer verbs; --set, --none and --reset change them",
		Args:  exactly(1, "toolgrant verbs AGENT [--set a,b | --none | --reset]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := layer(layerFlag)
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("set") && !none && !reset {
				return p.showVerbs(args[0])
			}
			if moreThanOne(cmd.Flags().Changed("set"), none, reset) {
				return hint("choose one", "--set, --none and --reset contradict each other")
			}
			verbs := []model.Verb{}
			if set != "" {
				chosen, err := model.ParseVerbSet(set)
				if err != nil {
					return hint("toolgrant list verbs shows what each lets an agent do", "%w", err)
				}
				verbs = chosen.List()
			}
			if reset {
				verbs = nil
			}
			defer p.warnStranger(cmd.Context(), args[0])
			return p.edit(cmd.Context(), o, func(s model.Selection) (model.Selection, error) {
				return s.With(o, s.Layer(o).WithVerbs(args[0], verbs)), nil
			})
		},
	}
	cmd.Flags().StringVar(&set, "set", "", "the verbs that stay, comma separated")
	cmd.Flags().BoolVar(&none, "none", false, "no verb at all")
	cmd.Flags().BoolVar(&reset, "reset", false, "all six again: the setting is taken out")
	layerVar(cmd, &layerFlag)
	return cmd
}

func moreThanOne(of ...bool) bool {
	n := 0
	for _, b := range of {
		if b {
			n++
		}
	}
	return n > 1
}
