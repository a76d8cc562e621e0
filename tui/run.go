package tui

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"
)

// Run shows the screen until the person quits or ctx ends, and gives the terminal
// back as it was on every way out, a panic and a signal included. The error is
// context.Canceled when ctx ended first, and tea.ErrInterrupted or
// tea.ErrProgramPanic where that was the end.
func Run(ctx context.Context, engine Engine, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := tea.NewProgram(New(ctx, engine, o), tea.WithContext(ctx),
		tea.WithInput(o.In), tea.WithOutput(o.Out), tea.WithAltScreen(), tea.WithMouseCellMotion())
	final, err := p.Run()
	if errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil {
		err = ctx.Err()
	}
	if r, ok := final.(Root); ok && err == nil && !r.loaded && r.failure != nil {
		err = r.failure
	}
	return err
}
