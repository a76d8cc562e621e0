package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"toolgrant/config"
	"toolgrant/model"
)

func (p *program) grantCommand() *cobra.Command {
	var layerFlag string
	cmd := &cobra.Command{
		Use:   "grant SELECTOR TOOL...",
		Short: "write grants to the config; SELECTOR is an agent's file stem, or * for every agent",
		Example: "  toolgrant grant '*' 'mcp__codegraph__*'\n" +
			"  toolgrant grant reviewer serena/find_symbol github",
		Args: atLeast(2, "toolgrant grant SELECTOR TOOL..."),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := layer(layerFlag)
			if err != nil {
				return err
			}
			tools, err := p.toolWords(cmd.Context(), args[1:])
			if err != nil {
				return err
			}
			err = p.edit(cmd.Context(), o, func(s model.Selection) (model.Selection, error) {
				for _, t := range tools {
					s = s.Grant(o, args[0], t)
				}
				return s, nil
			})
			if err == nil {
				p.warnStranger(cmd.Context(), args[0])
			}
			return err
		},
	}
	layerVar(cmd, &layerFlag)
	return cmd
}

func (p *program) revokeCommand() *cobra.Command {
	var layerFlag string
	cmd := &cobra.Command{
		Use:   "revoke SELECTOR TOOL...",
		Short: "take grants out of the config",
		Args:  atLeast(2, "toolgrant revoke SELECTOR TOOL..."),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := layer(layerFlag)
			if err != nil {
				return err
			}
			return p.edit(cmd.Context(), o, func(s model.Selection) (model.Selection, error) {
				for _, word := range args[1:] {
					tool, err := heldAs(s, o, args[0], word)
					if errors.Is(err, errNotGranted) {
						err = p.listedBySource(cmd.Context(), args[0], word, err)
					}
					if err != nil {
						return s, err
					}
					s = s.Revoke(o, args[0], tool)
				}
				return s, nil
			})
		},
	}
	layerVar(cmd, &layerFlag)
	return cmd
}

// heldAs finds the grant that a word means among those of a selector. Short forms name
// what they would have granted. What only every agent's selector gives cannot be taken
// from one agent (DECISIONS 12).
func heldAs(s model.Selection, o model.Origin, selector, word string) (string, error) {
	held, origin := s.Effective(selector)
	for _, t := range held {
		if t == word || shortForm(t) == word || strings.TrimSuffix(t, "__*") == "mcp__"+word {
			if origin != o && o == model.Global {
				return "", hint("add --layer project", "the project's config gives %s to %s, not the global one", t, selector)
			}
			return t, nil
		}
	}
	everyone, _ := s.Effective(model.Everyone)
	for _, t := range everyone {
		if t == word || shortForm(t) == word {
			return "", hint(
				fmt.Sprintf("toolgrant revoke '*' %s takes it from every agent", t),
				"%s has %s from *, which gives it to every agent", selector, t)
		}
	}
	return "", hint("toolgrant explain "+selector+" shows where each tool comes from",
		"%w %s to %s", errNotGranted, word, selector)
}

// errNotGranted is how the revocation of what no config grants ends.
var errNotGranted = errors.New("no config gives")

// listedBySource words a refusal better where the agent's own file is what gives the
// tool: no config can take that away.
func (p *program) listedBySource(ctx context.Context, agent, word string, refusal error) error {
	w, err := p.world(ctx)
	if err != nil {
		return refusal
	}
	if a, ok := w.find(agent); ok {
		for _, d := range a.Documents {
			if slices.Contains(d.Tools.Entries, word) {
				return hint("edit "+w.tilde(d.Path), "%s has %s from its own file, not from a config", agent, word)
			}
		}
	}
	return refusal
}

// warnStranger says at once that a setting is for an agent which neither a source nor
// the mesh has. It is no error: the agent may come later.
func (p *program) warnStranger(ctx context.Context, name string) {
	w, err := p.world(ctx)
	if err != nil || name == model.Everyone || len(w.agents) == 0 {
		return // apply will say what is wrong
	}
	names := w.names()
	if slices.Contains(names, name) {
		return
	}
	n := model.Note{Severity: model.Warning, Code: "unknown-agent", Problem: fmt.Sprintf("no agent is called %q, so nobody gets this yet", name)}
	if near := config.Near(name, names); len(near) > 0 {
		n.Hint = "did you mean " + oneOf(near) + "?"
	}
	p.notes([]model.Note{n})
}

// shortForm is serena/find_symbol for mcp__serena__find_symbol.
func shortForm(tool string) string {
	t := model.ParseTool(tool)
	switch {
	case t.WholeServer():
		return t.Server
	case t.IsMCP():
		return t.Server + "/" + t.Member
	}
	return tool
}

func layerVar(cmd *cobra.Command, value *string) {
	cmd.Flags().StringVar(value, "layer", string(model.Global), "which config is edited: global or project")
}
