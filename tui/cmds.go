package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"toolgrant/model"
)

// The closures of this file are the only ones that do work; Update and View only
// arrange what they return.

func loadCmd(ctx context.Context, e Engine) tea.Cmd {
	return func() tea.Msg {
		w, err := e.Load(ctx)
		if err != nil {
			return loadedMsg{err: err}
		}
		return loadedMsg{world: w, cat: newCatalog(w), agents: newAgentList(w)}
	}
}

func watchCmd(ctx context.Context, e Engine) tea.Cmd {
	return func() tea.Msg { return changedMsg{e.Watch(ctx)} }
}

func useCmd(ctx context.Context, e Engine, s Source) tea.Cmd {
	return func() tea.Msg { return usedMsg{e.Use(ctx, s)} }
}

// A look is everything that decides what the diff pane shows.
type look struct {
	key      viewKey
	sel      model.Selection
	sample   string // stands in for every agent
	runtimes []string
	place    place
}

// viewCmd renders what the diff pane shows and computes its hunks.
func viewCmd(ctx context.Context, e Engine, l look) tea.Cmd {
	return func() tea.Msg {
		c, err := l.content(ctx, e)
		return viewedMsg{l.key, c, err}
	}
}

func (l look) content(ctx context.Context, e Engine) (content, error) {
	var c content
	if l.key.mode == configFile {
		changes, err := e.ConfigDiff(ctx, l.sel)
		for _, ch := range changes {
			c.file(l.place, Rendered{Change: ch})
		}
		if err == nil && len(changes) == 0 {
			c.add(infoLine, "nothing to save: the config files say what the screen says")
		}
		return c, err
	}
	agent := l.key.agent
	if agent == model.Everyone {
		agent = l.sample
		if agent == "" {
			return c, nil
		}
		c.add(infoLine, "every agent changes alike; for example "+model.Printable(agent)+":")
	}
	if len(l.runtimes) == 0 {
		c.add(infoLine, "no runtime is ticked: tab to Runtimes and press space on one")
	}
	for _, id := range l.runtimes {
		p, err := e.Preview(ctx, l.sel, agent, id)
		if err != nil {
			return c, err
		}
		for _, f := range p.Files {
			c.file(l.place, f)
		}
		c.addNotes(p.Notes)
	}
	return c, nil
}

func planCmd(ctx context.Context, e Engine, gen int, sel model.Selection, runtimes []string) tea.Cmd {
	return func() tea.Msg {
		plan, err := e.Plan(ctx, sel, runtimes)
		noted := map[string]int{}
		for _, n := range plan.Notes {
			if n.Severity != model.Info && n.Agent != "" {
				noted[n.Agent]++
			}
		}
		return plannedMsg{gen, plan, noted, err}
	}
}

func saveCmd(ctx context.Context, e Engine, sel model.Selection) tea.Cmd {
	return func() tea.Msg { return savedMsg{sel, e.Save(ctx, sel)} }
}

func undoCmd(ctx context.Context, e Engine) tea.Cmd {
	return func() tea.Msg {
		res, err := e.Undo(ctx)
		return undoneMsg{res, err}
	}
}

func probeCmd(ctx context.Context, e Engine, server string) tea.Cmd {
	return func() tea.Msg {
		s, err := e.Probe(ctx, server)
		return probedMsg{s, err}
	}
}

// applyCmd applies one plan. Progress goes through a channel of one place: a screen
// that is slower than the disk sees the newest figure, and the disk never waits.
func applyCmd(ctx context.Context, e Engine, plan model.Plan, sel model.Selection, decide map[string]Decision, ticks chan progressMsg) tea.Cmd {
	return func() tea.Msg {
		defer close(ticks)
		res, err := e.Apply(ctx, plan, sel, decide, func(done, total int, path string) {
			m := progressMsg{done, total, path}
			select {
			case ticks <- m:
			default:
				select {
				case <-ticks:
				default:
				}
				select {
				case ticks <- m:
				default:
				}
			}
		})
		return appliedMsg{res, sel, err}
	}
}

// listenCmd waits for the next figure of a running apply.
func listenCmd(ticks chan progressMsg) tea.Cmd {
	return func() tea.Msg {
		if m, ok := <-ticks; ok {
			return m
		}
		return nil
	}
}

// showCmd computes the difference of one change for an overlay.
func showCmd(c model.Change, p place) tea.Cmd {
	return func() tea.Msg {
		var out content
		out.file(p, Rendered{Change: c})
		return shownMsg{c.Path, out}
	}
}
