package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"toolgrant/agents"
	"toolgrant/model"
	"toolgrant/pipeline"
	"toolgrant/pipeline/install"
)

func (p *program) adoptCommand() *cobra.Command {
	var from string
	cmd := &cobra.Command{
		Use:   "adopt [NAME...]",
		Short: "take agents that live only in a host's folder as sources, so that they can be granted",
		Long: "adopt keeps pristine copies of agents from a folder that is a destination (default: Claude Code's) in\n" +
			"~/.gsd/agents, or with --scope local in the project's .gsd/agents, and records the installed files as\n" +
			"toolgrant's. From then on grants reach them in every host. Adopt again to take an edit of an installed\n" +
			"file back to its source.",
		RunE: func(cmd *cobra.Command, names []string) error { return p.adopt(cmd.Context(), from, names) },
	}
	cmd.Flags().StringVar(&from, "from", "", "folder of agents in Claude Code's form (default: Claude Code's own)")
	return cmd
}

func (p *program) adopt(ctx context.Context, from string, names []string) error {
	pl, err := p.places()
	if err != nil {
		return err
	}
	s, err := p.settings(pl)
	if err != nil {
		return err
	}
	w := &world{settings: s, rows: pipeline.Runtimes()}
	row := w.authored()
	if from == "" {
		from = pipeline.ArtifactDir(row.Runtime, pl.scope, pl.Surroundings)
	}
	if !filepath.IsAbs(from) {
		from = filepath.Join(p.cwd, from)
	}
	w.store = p.store(pl, vouching(pl, from), from)
	ledger, err := w.store.Ledger()
	if err != nil {
		return err
	}
	docs, notes, err := agents.Read(from, model.Plain)
	if err != nil {
		return err
	}
	p.notes(notes)
	a := adopter{world: w, ledger: ledger, into: pl.adopted(), vouched: vouching(pl, from)}
	adoptions, skipped := a.choose(docs, names)
	for _, n := range skipped {
		p.notes([]model.Note{n})
	}
	if missing := a.missing(docs, names); len(missing) > 0 {
		return hint("toolgrant adopt without names takes every agent of the folder", "no agent %s in %s", oneOf(missing), pl.tilde(from))
	}
	refused := len(slices.DeleteFunc(skipped, func(n model.Note) bool { return n.Severity != model.Error }))
	if len(adoptions) == 0 {
		if refused > 0 {
			return fmt.Errorf("nothing was adopted from %s", pl.tilde(from))
		}
		p.say("nothing to adopt in %s", pl.tilde(from))
		return p.adopted(pl, "", nil)
	}
	if p.flags.dryRun {
		return p.adopted(pl, "would adopt", adoptions)
	}
	_, applied, err := w.store.Adopt(ctx, adoptions, install.Options{Yes: true})
	p.notes(applied)
	if err != nil {
		return err
	}
	if err := p.adopted(pl, "adopted", adoptions); err != nil {
		return err
	}
	if refused > 0 {
		return fmt.Errorf("%s could not be adopted", counted(refused, "agent"))
	}
	return nil
}

// adopted prints which files became, or would become, which sources.
func (p *program) adopted(pl places, verb string, adoptions []install.Adoption) error {
	type row struct {
		Agent  string `json:"agent"`
		Path   string `json:"path"`
		Source string `json:"source"`
	}
	rows := []row{}
	for _, ad := range adoptions {
		rows = append(rows, row{ad.Agent, ad.Path, ad.Source})
		if !p.flags.json {
			fmt.Fprintln(p.stdout, model.Printable(verb+" "+pl.tilde(ad.Path)+" as "+pl.tilde(ad.Source)))
		}
	}
	if p.flags.json {
		return p.printJSON(rows)
	}
	return nil
}

// adopted is the folder of pristine copies.
func (pl places) adopted() string {
	if pl.scope == model.LocalScope {
		return filepath.Join(pl.Project, ".gsd", "agents")
	}
	return filepath.Join(pl.Home, ".gsd", "agents")
}

// An adopter decides which files of a folder become sources.
type adopter struct {
	*world
	ledger  install.Ledger
	into    string
	vouched func(string, model.Sum) bool
}

// choose is the adoptions that a run makes, and a note for each file it passes over.
func (a adopter) choose(docs []model.Document, names []string) ([]install.Adoption, []model.Note) {
	var adoptions []install.Adoption
	var notes []model.Note
	for _, d := range docs {
		if len(names) > 0 && !slices.Contains(names, d.Stem) {
			continue
		}
		installed := []byte(d.Text())
		if a.vouched(d.Path, "") {
			if len(names) > 0 {
				notes = append(notes, model.Note{Severity: model.Warning, Code: "not-adopted", File: d.Path,
					Problem: "gsd-core installed this agent and keeps its own source of it", Hint: "grants reach it already"})
			}
			continue
		}
		ad := install.Adoption{
			Runtime: a.authored().ID, Agent: model.Family(d.Stem), Path: d.Path,
			Installed: installed, Pristine: installed, Source: filepath.Join(a.into, d.Stem+".md"),
		}
		before, exists, err := a.disk.Read(ad.Source)
		if exists && err == nil {
			ad.SourceBefore = before
		}
		if e, ok := a.ledger.Entry(d.Path); ok {
			if string(before) == string(installed) || e.After == model.SumOf(installed) {
				continue // as we left it: nothing to take back
			}
			pristine, ok := a.without(d, e.Tools, before)
			if !ok {
				notes = append(notes, model.Note{Severity: model.Error, Code: "not-adopted", File: d.Path, Line: d.Tools.Line,
					Problem: "the edit touches the tool list that toolgrant's grants stand in, so the author's list cannot be told from it",
					Hint:    "revoke the grants, apply, make the edit again and adopt"})
				continue
			}
			ad.Pristine, ad.Tools = pristine, e.Tools
		}
		adoptions = append(adoptions, ad)
	}
	return adoptions, notes
}

// without is an installed document without the grants that we put into it: the list
// of the pristine source in the edited document, accepted only when granting again
// gives exactly the installed bytes.
func (a adopter) without(d model.Document, granted []model.Grant, source []byte) ([]byte, bool) {
	if len(granted) == 0 {
		return []byte(d.Text()), true
	}
	pristine := agents.Parse(d.Path, d.Stem, string(source))
	f, ok := d.Field("tools")
	g, had := pristine.Field("tools")
	if !ok || !had {
		return nil, false
	}
	parts := d.Parts
	parts.Header = d.Header[:f.Start] + pristine.Header[g.Start:g.End] + d.Header[f.End:]
	candidate := agents.Parse(d.Path, d.Stem, parts.Text())
	again, _, _ := agents.AppendTools(candidate, granted)
	return []byte(parts.Text()), again.Text() == d.Text()
}

// missing is the names that the folder does not have.
func (a adopter) missing(docs []model.Document, names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return slices.ContainsFunc(docs, func(d model.Document) bool { return d.Stem == name })
	})
}
