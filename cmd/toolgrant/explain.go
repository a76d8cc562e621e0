package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"toolgrant/model"
)

func (p *program) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain AGENT",
		Short: "each tool the agent ends up with, where it comes from, what each host makes of it",
		Args:  exactly(1, "toolgrant explain AGENT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			w, err := p.world(cmd.Context())
			if err != nil {
				return err
			}
			agent, ok := w.find(args[0])
			if !ok {
				return w.unknownAgent(args[0])
			}
			e := w.explain(agent)
			if p.flags.json {
				return p.printJSON(e)
			}
			p.showExplanation(e)
			return nil
		},
	}
}

// An explanation is everything known of one agent.
type explanation struct {
	Agent  string         `json:"agent"`
	Name   string         `json:"name"`
	Source []string       `json:"source"`
	Form   model.ListForm `json:"form"`
	Listed []string       `json:"listed"`
	Grants []model.Grant  `json:"grants"`
	Hosts  []hostImage    `json:"hosts"`
	Verbs  *verbsView     `json:"verbs,omitempty"`
	Launch []string       `json:"launch_allowlist,omitempty"`
	Notes  []model.Note   `json:"notes"`
}

type hostImage struct {
	Runtime  string            `json:"runtime"`
	Name     string            `json:"name"`
	Inherits bool              `json:"inherits"`
	Enforced bool              `json:"enforced"`
	Tools    []model.ImageLine `json:"tools"`
}

func (w *world) explain(agent model.Agent) explanation {
	lead := agent.Lead()
	e := explanation{
		Agent: agent.Stem, Name: lead.Name, Form: lead.Tools.Form, Listed: lead.Tools.Entries,
		Grants: w.selection.Grants(agent.Stem), Notes: []model.Note{},
	}
	for _, d := range agent.Documents {
		e.Source = append(e.Source, d.Path)
		e.Notes = append(e.Notes, d.Notes...)
	}
	for _, t := range w.targets {
		_, images, notes := w.pipe.Preview(w.selection, agent.Stem, t.Row.ID)
		if len(images) == 0 {
			continue
		}
		i := images[0]
		e.Hosts = append(e.Hosts, hostImage{Runtime: t.Row.ID, Name: t.Row.Name, Inherits: i.Inherits, Enforced: i.Enforced, Tools: i.Lines})
		for _, n := range notes {
			if n.Code != "inherits" && n.Code != "cannot-express" && n.Code != "wider" {
				e.Notes = append(e.Notes, n)
			}
		}
	}
	e.Launch, _, _ = w.selection.Allowlist(agent.Stem)
	e.Verbs = w.verbsOf(agent.Stem)
	return e
}

func (p *program) showExplanation(e explanation) {
	out := p.paint()
	out.line(out.bold, "%s", e.Agent)
	for _, s := range e.Source {
		out.line(out.faint, "  from %s", s)
	}
	switch {
	case e.Form == model.Absent:
		out.line("", "  has no tool list: it inherits every tool of its host")
	case e.Form == model.Unreadable:
		out.line(out.warn, "  its tool list has no safe reading: nothing can be granted")
	default:
		out.line("", "  lists %s", orNone(e.Listed))
	}
	for _, g := range e.Grants {
		out.line("", "  granted %s by %s in the %s config", g.Tool, selectorWords(g.Selector), g.Origin)
	}
	for _, h := range e.Hosts {
		word := ""
		if h.Enforced {
			word = ", enforced"
		}
		out.line("", "")
		out.line(out.bold, "%s (%s%s)", h.Name, h.Runtime, word)
		if h.Inherits {
			out.line("", "  every tool: the agent has no list")
		}
		for _, l := range h.Tools {
			out.line(fateColour(out, l.Fate), "  %s", lineWords(l))
		}
	}
	if e.Verbs != nil {
		out.line("", "")
		out.line(out.bold, "Peer bridge")
		out.line("", "  %s", e.Verbs.words())
	}
	if len(e.Launch) > 0 {
		out.line("", "")
		out.line(out.bold, "Launches")
		out.line("", "  may get %s", strings.Join(e.Launch, ", "))
	}
	p.notes(e.Notes)
}

func fateColour(out painter, f model.Fate) string {
	switch f {
	case model.Lost, model.Wider:
		return out.warn
	case model.Added, model.Inherited, model.Untold:
		return out.faint
	}
	return ""
}

// lineWords is one tool's way to one host in words.
func lineWords(l model.ImageLine) string {
	from := "source"
	if l.Grant != nil {
		from = fmt.Sprintf("%s, %s", selectorWords(l.Grant.Selector), l.Grant.Origin)
	}
	there := orNone(l.Host)
	if l.Fate == model.Inherited && len(l.Host) == 0 {
		there = "there already"
	}
	text := fmt.Sprintf("%-28s -> %-36s (%s)", l.Tool, there, from)
	if l.Fate == model.Added {
		text = fmt.Sprintf("%-28s -> %-36s (the host)", "", orNone(l.Host))
	}
	if l.Why != "" {
		text += " " + l.Why
	}
	return text
}

func selectorWords(selector string) string {
	if selector == model.Everyone {
		return "*"
	}
	return selector
}

func orNone(list []string) string {
	if len(list) == 0 {
		return "nothing"
	}
	return strings.Join(list, ", ")
}
