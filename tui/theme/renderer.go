package theme

import (
	"io"

	"github.com/charmbracelet/lipgloss"
)

// RendererOf is a renderer for one output, with the colours that its terminal and
// the environment allow (NO_COLOR, TERM).
//
// Bubble Tea asks the terminal for its background when it is imported. Asking again
// while the program reads keys would take the answer for keys.
func RendererOf(out io.Writer) *lipgloss.Renderer {
	r := lipgloss.NewRenderer(out)
	r.SetHasDarkBackground(lipgloss.HasDarkBackground())
	return r
}
