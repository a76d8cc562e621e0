package tui

import (
	"bufio"
	"fmt"
	"io"

	"github.com/charmbracelet/huh"

	"toolgrant/tui/theme"
)

// A prompter asks one plain question after the other: text and numbers, no colours,
// no cursor movement, for screen readers and for terminals that can do nothing else.
type prompter struct {
	in    *lines
	out   io.Writer
	theme theme.Theme
}

// lines hands on one line a read. Each prompt of huh reads through a buffer of its
// own, which would otherwise swallow the answers that come after its own.
type lines struct {
	r    *bufio.Reader
	rest []byte
	end  bool
}

func (l *lines) Read(p []byte) (int, error) {
	if len(l.rest) == 0 {
		b, err := l.r.ReadSlice('\n')
		if err != nil && len(b) == 0 {
			l.end = true
			return 0, io.EOF
		}
		l.rest = append([]byte(nil), b...)
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// tell prints a line.
func (p *prompter) tell(format string, args ...any) { fmt.Fprintf(p.out, format+"\n", args...) }

// choose asks for one of several options. The last one is the way back: it is what
// an empty line means, and the end of the input.
func (p *prompter) choose(title string, options ...string) int {
	picked := len(options) - 1
	list := make([]huh.Option[int], len(options))
	for i, o := range options {
		list[i] = huh.NewOption(o, i)
	}
	fmt.Fprintln(p.out)
	s := huh.NewSelect[int]().Title(title).Options(list...).Value(&picked)
	s.WithTheme(p.theme.Forms())
	if err := s.RunAccessible(p.out, p.in); err != nil || p.in.end {
		return len(options) - 1
	}
	return picked
}

// line takes a line of text that check accepts. An empty line is the way back.
func (p *prompter) line(title string, check func(string) error) string {
	text := ""
	i := huh.NewInput().Title(title + " (empty: back)").Value(&text).Validate(func(s string) error {
		if s == "" {
			return nil
		}
		return check(s)
	})
	i.WithTheme(p.theme.Forms())
	if err := i.RunAccessible(p.out, p.in); err != nil || p.in.end {
		return ""
	}
	return text
}
