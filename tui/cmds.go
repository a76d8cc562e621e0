package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"toolgrant/model"
	"toolgrant/tui/cell"
)

// The closures of this file are the only ones that do work; Update and View only
// arrange what they return.

func (r Root) loadCmd() tea.Cmd {
	return r.work(func() tea.Msg {
		w, err := r.engine.Load(r.ctx)
		if err != nil {
			return loadedMsg{err: err}
		}
		return loadedMsg{world: w, cat: newCatalog(w), agents: newAgentList(w)}
	})
}

func (r Root) watchCmd() tea.Cmd {
	return r.work(func() tea.Msg { return changedMsg{r.engine.Watch(r.ctx)} })
}

func (r Root) useCmd(s Source) tea.Cmd {
	return r.work(func() tea.Msg { return usedMsg{r.engine.Use(r.ctx, s)} })
}

func (r Root) probeCmd(server string) tea.Cmd {
	return r.work(func() tea.Msg {
		s, err := r.engine.Probe(r.ctx, server)
		return probedMsg{s, err}
	})
}

// A look is everything that decides what the diff pane shows.
type look struct {
	key      viewKey
	sel      model.Selection
	sample   string // stands in for every agent
	runtimes []string
	launches []model.LaunchPreview
	place    place
}

// viewCmd renders what the diff pane shows and computes its hunks.
func (r Root) viewCmd(ctx context.Context, l look) tea.Cmd {
	return r.work(func() tea.Msg {
		c, err := l.content(ctx, r.engine)
		return viewedMsg{l.key, c, err}
	})
}

func (l look) content(ctx context.Context, e Engine) (content, error) {
	var c content
	if l.key.mode == launchLines {
		c.launch(l)
		return c, nil
	}
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
		c.add(infoLine, "every agent changes alike; for example "+cell.Text(agent)+":")
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

func (r Root) planCmd(ctx context.Context) tea.Cmd {
	return r.work(func() tea.Msg {
		plan, err := r.engine.Plan(ctx, r.sel, r.hosts.plan())
		return plannedMsg{r.gen, plan, err}
	})
}

// writing marks a command that writes: Run waits for it before it returns.
func (r Root) writing(do func() tea.Msg) tea.Cmd {
	return r.work(func() tea.Msg {
		r.writes.Add(1)
		defer r.writes.Done()
		return do()
	})
}

func (r Root) saveCmd() tea.Cmd {
	return r.writing(func() tea.Msg { return savedMsg{r.sel, r.engine.Save(r.ctx, r.sel)} })
}

func (r Root) undoCmd() tea.Cmd {
	return r.writing(func() tea.Msg {
		res, err := r.engine.Undo(r.ctx)
		return undoneMsg{res, err}
	})
}

// applyCmd applies one plan. Progress goes through a channel of one place: a screen
// that is slower than the disk sees the newest figure, and the disk never waits.
func (r Root) applyCmd(ctx context.Context, plan model.Plan, decide map[string]Decision) tea.Cmd {
	ticks := r.run.ticks
	return r.writing(func() tea.Msg {
		defer close(ticks)
		res, err := r.engine.Apply(ctx, plan, r.sel, decide, func(done, total int, path string) {
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
		return appliedMsg{res, r.sel, err}
	})
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
func (r Root) showCmd(c model.Change) tea.Cmd {
	return r.work(func() tea.Msg {
		var out content
		out.file(r.place(), Rendered{Change: c})
		return shownMsg{out}
	})
}
