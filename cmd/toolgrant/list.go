package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"toolgrant/model"
	"toolgrant/pipeline"
	"toolgrant/pipeline/launch"
)

func (p *program) listCommand() *cobra.Command {
	var owned, probe bool
	kinds := []string{"agents", "runtimes", "servers", "verbs"}
	cmd := &cobra.Command{
		Use:       "list agents|runtimes|servers|verbs",
		Short:     "list what toolgrant knows",
		ValidArgs: kinds,
		Args:      atLeast(1, "toolgrant list "+oneOf(kinds)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 && (args[0] != "servers" || owned) {
				return surplus("toolgrant list "+args[0], args[1:])
			}
			switch args[0] {
			case "agents":
				return p.listAgents(cmd.Context())
			case "runtimes":
				return p.listRuntimes(cmd.Context())
			case "servers":
				if owned {
					return p.listOwned()
				}
				return p.listServers(cmd.Context(), probe, args[1:])
			case "verbs":
				return p.listVerbs()
			}
			return hint("choose "+oneOf(kinds), "there is no list of %s", args[0])
		},
	}
	cmd.Flags().BoolVar(&owned, "owned", false, "servers: the owned registry of launches")
	cmd.Flags().BoolVar(&probe, "probe", false, "servers: start or call the named ones (or all) and ask for their tools")
	return cmd
}

type agentRow struct {
	Agent     string         `json:"agent"`
	Name      string         `json:"name"`
	Documents int            `json:"documents"`
	Pack      model.Pack     `json:"pack"`
	Source    string         `json:"source"`
	Form      model.ListForm `json:"form"`
	ReadOnly  bool           `json:"read_only"`
	Grants    []model.Grant  `json:"grants"`
}

func (p *program) listAgents(ctx context.Context) error {
	w, err := p.world(ctx)
	if err != nil {
		return err
	}
	var rows []agentRow
	for _, a := range w.agents {
		d := a.Lead()
		row := agentRow{
			Agent: a.Stem, Name: d.Name, Documents: len(a.Documents), Pack: d.Pack, Source: d.Source,
			Form: d.Tools.Form, ReadOnly: a.ReadOnly(), Grants: w.selection.Grants(a.Stem),
		}
		if row.Grants == nil {
			row.Grants = []model.Grant{}
		}
		rows = append(rows, row)
	}
	if p.flags.json {
		return p.printJSON(rows)
	}
	p.source(w)
	out := p.paint()
	for _, r := range rows {
		marks := []string{}
		switch {
		case r.Form == model.Absent:
			marks = append(marks, "inherits all tools")
		case r.Form == model.Unreadable:
			marks = append(marks, "list cannot be read")
		case r.ReadOnly:
			marks = append(marks, "read-only")
		}
		if n := len(r.Grants); n > 0 {
			marks = append(marks, fmt.Sprintf("+%d", n))
		}
		if r.Name != r.Agent {
			marks = append(marks, "named "+r.Name)
		}
		out.line("", "%-32s %s", r.Agent, strings.Join(marks, ", "))
	}
	return nil
}

type runtimeRow struct {
	Runtime  string   `json:"runtime"`
	Name     string   `json:"name"`
	Home     string   `json:"home"`
	Detected bool     `json:"detected"`
	Folder   string   `json:"folder,omitempty"`
	Form     string   `json:"form"`
	BuiltIn  string   `json:"built_in"`
	MCP      string   `json:"mcp"`
	Enforced bool     `json:"enforced"`
	Why      string   `json:"not_enforceable,omitempty"`
	Remarks  []string `json:"remarks"`
	Source   string   `json:"source"`
	Checked  string   `json:"checked"`
}

func (p *program) listRuntimes(_ context.Context) error {
	pl, err := p.places()
	if err != nil {
		return err
	}
	s, err := p.settings(pl)
	if err != nil {
		return err
	}
	var rows []runtimeRow
	for _, r := range pipeline.Runtimes() {
		home := pipeline.ConfigHome(r.Home, pl.Surroundings)
		row := runtimeRow{
			Runtime: r.ID, Name: r.Name, Home: home, Detected: pl.Exists(home),
			Folder: pipeline.ArtifactDir(r.Runtime, pl.scope, pl.Surroundings),
			Form:   r.Tools.Form, BuiltIn: string(r.Tools.BuiltIn), MCP: string(r.Tools.MCP),
			Enforced: s.selection.Enforced(r.ID) && r.Tools.Enforceable, Why: r.Tools.Refusal,
			Remarks: r.Tools.Remarks, Source: r.Tools.Source, Checked: r.Tools.Checked,
		}
		if row.Enforced {
			row.BuiltIn, row.MCP = string(model.Restricts), string(model.Restricts)
		}
		rows = append(rows, row)
	}
	if p.flags.json {
		return p.printJSON(rows)
	}
	out := p.paint()
	out.line(out.bold, "  %-12s %-18s %-10s %-10s %-10s %s", "runtime", "name", "built-in", "MCP", "", "home")
	for _, r := range rows {
		mark, state := " ", ""
		if r.Detected {
			mark = "*"
		}
		switch {
		case r.Enforced:
			state = "enforced"
		case r.Why != "":
			state = "fixed"
		}
		out.line("", "%s %-12s %-18s %-10s %-10s %-10s %s", mark, r.Runtime, r.Name, r.BuiltIn, r.MCP, state, pl.tilde(filepath.Clean(r.Home)))
	}
	p.say("* is found here; restricts: the list holds; inherits: the host gives everything; fixed: cannot be enforced")
	return nil
}

func (p *program) listOwned() error {
	if p.flags.json {
		return p.printJSON(launch.Owned())
	}
	out := p.paint()
	for _, s := range launch.Owned() {
		text := fmt.Sprintf("%-16s %s", s.ID, s.Does)
		if s.Locked != "" {
			text += " [locked: " + s.Locked + "]"
		}
		out.line("", "%s", text)
	}
	return nil
}

func (p *program) listVerbs() error {
	type row struct {
		Verb model.Verb `json:"verb"`
		Does string     `json:"does"`
	}
	var rows []row
	for _, v := range model.Verbs() {
		rows = append(rows, row{v, v.Does()})
	}
	if p.flags.json {
		return p.printJSON(rows)
	}
	out := p.paint()
	for _, r := range rows {
		out.line("", "%-22s %s", r.Verb, r.Does)
	}
	return nil
}
