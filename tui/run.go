package tui

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"
)

// Run shows the screen until the person quits or ctx ends, and gives the terminal
// back as it was on every way out, a panic included. Signals are the caller's: it
// ends ctx on those that should end the program, and the cause of that end comes
// back as the error. Work that writes is stopped, put back and waited for, so that
// nothing is half done when Run returns.
//
// After a panic the error is tea.ErrProgramPanic; what it said is on the terminal.
func Run(ctx context.Context, engine Engine, o Options) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	root := New(inner, engine, o)
	p := tea.NewProgram(root, tea.WithContext(inner), tea.WithoutSignalHandler(),
		tea.WithInput(o.In), tea.WithOutput(o.Out), tea.WithAltScreen(), tea.WithMouseCellMotion())
	final, err := p.Run()
	cancel()
	root.writes.Wait()
	switch r, ok := final.(Root); {
	case errors.Is(err, tea.ErrProgramPanic):
		return root.crash.err()
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return err
	case ok && !r.loaded:
		return r.failure
	}
	return nil
}
