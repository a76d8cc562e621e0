package tui

import (
	"fmt"
	"runtime/debug"
	"strings"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"toolgrant/model"
)

// A crash keeps what the first panic said. Bubble Tea restores the terminal after a
// panic but prints its text on the screen that it then leaves.
type crash struct {
	once sync.Once
	text string
}

// note is deferred around everything that may panic. It lets the panic go on.
func (c *crash) note() {
	v := recover()
	if v == nil {
		return
	}
	c.once.Do(func() {
		var b strings.Builder
		fmt.Fprintln(&b, model.Printable(fmt.Sprint(v)))
		for line := range strings.Lines(string(debug.Stack())) {
			line = strings.TrimRight(line, "\n")
			fmt.Fprintln(&b, strings.Repeat("    ", strings.Count(line, "\t")), model.Printable(strings.TrimLeft(line, "\t")))
		}
		c.text = b.String()
	})
	panic(v)
}

func (c *crash) err() error { return fmt.Errorf("%w: %s", tea.ErrProgramPanic, c.text) }

// work is a command of ours.
func (r Root) work(do func() tea.Msg) tea.Cmd {
	return func() tea.Msg {
		defer r.crash.note()
		return do()
	}
}
