package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"toolgrant/model"
)

func (p *program) statusCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "agents by hosts: in place, pending, drifted, foreign, inherits, cannot express",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w, plan, err := p.planned(cmd.Context())
			if err != nil {
				return err
			}
			rows := w.states(plan)
			if p.flags.json {
				err = p.printJSON(rows)
			} else {
				p.showStatus(w, plan, rows)
			}
			if err == nil && p.flags.exitCode && !plan.Empty() {
				return errDiffers
			}
			return err
		},
	}
}

// A state is how one agent stands on one host.
type state struct {
	Agent     string   `json:"agent"`
	Runtime   string   `json:"runtime"`
	State     string   `json:"state"` // in place, pending, drifted, foreign, gone, refused
	Files     int      `json:"files"`
	Inherits  bool     `json:"inherits"`             // the host gives more than the list says
	CannotDo  []string `json:"cannot_express"`       // granted or listed tools the host cannot hold
	Wider     []string `json:"wider,omitempty"`      // tools that are wider there than asked for
	Changed   []string `json:"changed,omitempty"`    // paths that apply would touch
	Shadowed  []string `json:"shadowed,omitempty"`   // files elsewhere that change what the host sees
	Unproven  bool     `json:"unproven,omitempty"`   // nobody has seen what the host does
	NotLoaded []string `json:"not_loaded,omitempty"` // why nothing is written
}

// stateOf words a change, the worst first when several are joined.
func stateOf(c model.Change) string {
	switch {
	case c.Kind == model.Unchanged && c.Ownership == model.Gone:
		return "gone"
	case c.Kind == model.Unchanged:
		return "in place"
	case c.Ownership == model.Drifted:
		return "drifted"
	case c.Ownership == model.Foreign:
		return "foreign"
	}
	return "pending"
}

// stateOrder puts what needs a person first.
func stateOrder(s string) int {
	return slices.Index([]string{"refused", "drifted", "foreign", "pending", "gone", "in place", "nothing"}, s)
}

// states is the table of a plan, by agent and then host.
func (w *world) states(plan model.Plan) []state {
	at := map[[2]string]*state{}
	get := func(agent, runtime string) *state {
		key := [2]string{agent, runtime}
		if at[key] == nil {
			at[key] = &state{Agent: agent, Runtime: runtime, State: "nothing", CannotDo: []string{}}
		}
		return at[key]
	}
	for _, c := range plan.Changes {
		if c.Agent == "" {
			continue
		}
		s := get(c.Agent, c.Runtime)
		s.Files++
		if now := stateOf(c); stateOrder(now) < stateOrder(s.State) {
			s.State = now
		}
		if c.Kind != model.Unchanged {
			s.Changed = append(s.Changed, c.Path)
		}
		s.Shadowed = append(s.Shadowed, w.shadows(c)...)
	}
	for _, n := range plan.Notes {
		if n.Agent == "" || n.Runtime == "" {
			continue
		}
		s := get(n.Agent, n.Runtime)
		switch n.Code {
		case "inherits", "not-enforced":
			s.Inherits = true
		case "cannot-express":
			s.CannotDo = addOnce(s.CannotDo, n.Tool)
		case "wider":
			s.Wider = addOnce(s.Wider, n.Tool)
		case "unverified":
			s.Unproven = true
		}
		if n.Severity == model.Error {
			s.State = "refused"
			s.NotLoaded = append(s.NotLoaded, n.Problem)
		}
	}
	rows := make([]state, 0, len(at))
	for _, s := range at {
		rows = append(rows, *s)
	}
	slices.SortFunc(rows, func(a, b state) int { return cmp.Or(cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Runtime, b.Runtime)) })
	return rows
}

func addOnce(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// showStatus prints a line a host, then the agents that are not simply in place.
func (p *program) showStatus(w *world, plan model.Plan, rows []state) {
	out := p.paint()
	for _, id := range plan.Runtimes {
		counts := map[string]int{}
		inherits, cannot, agents := 0, 0, 0
		for _, r := range rows {
			if r.Runtime != id {
				continue
			}
			agents++
			counts[r.State]++
			if r.Inherits {
				inherits++
			}
			if len(r.CannotDo) > 0 {
				cannot++
			}
		}
		var parts []string
		for _, s := range []string{"in place", "pending", "drifted", "foreign", "gone", "refused"} {
			if counts[s] > 0 {
				parts = append(parts, fmt.Sprintf("%d %s", counts[s], s))
			}
		}
		if inherits > 0 {
			parts = append(parts, fmt.Sprintf("%d inherit more than listed", inherits))
		}
		if cannot > 0 {
			parts = append(parts, fmt.Sprintf("%d cannot express a tool", cannot))
		}
		out.line("", "%-12s %-18s %9s: %s", id, w.row(id).Name, counted(agents, "agent"), strings.Join(parts, ", "))
	}
	for _, r := range rows {
		quiet := r.State == "in place" || r.State == "pending" || r.State == "nothing"
		if quiet && len(r.CannotDo) == 0 && len(r.Shadowed) == 0 {
			continue // the counts above say enough
		}
		line := fmt.Sprintf("  %-28s %-12s %s", r.Agent, r.Runtime, r.State)
		if len(r.CannotDo) > 0 {
			line += "; cannot express " + strings.Join(r.CannotDo, ", ")
		}
		for _, s := range r.Shadowed {
			line += "; shadowed by " + w.tilde(s)
		}
		colour := ""
		if r.State == "drifted" || r.State == "foreign" || r.State == "refused" {
			colour = out.warn
		}
		out.line(colour, "%s", line)
	}
	absent := slices.ContainsFunc(rows, func(r state) bool { return r.State == "gone" || r.State == "refused" })
	switch {
	case !plan.Empty():
		p.summary(plan, "pending")
		p.say("run toolgrant apply")
	case absent:
		p.say("nothing is pending; what is gone or refused above stays so")
	default:
		p.say("everything is in place")
	}
}
