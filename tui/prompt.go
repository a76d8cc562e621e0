package tui

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

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
// own, which would otherwise swallow the answers that come after its own. At the end
// of the input, and when the program is told to stop, it hands on empty lines, which
// everywhere mean the way back: huh takes the end after a wrong answer for that answer.
type lines struct {
	ctx  context.Context
	from chan []byte
	rest []byte
	end  bool
}

// newLines reads ahead by one line, so that a question can be left while it waits.
func newLines(ctx context.Context, in io.Reader) *lines {
	l := &lines{ctx: ctx, from: make(chan []byte)}
	go func() {
		defer close(l.from)
		r := bufio.NewReader(in)
		for {
			b, err := r.ReadSlice('\n')
			if len(b) > 0 {
				select {
				case l.from <- bytes.Clone(b):
				case <-ctx.Done():
					return
				}
			}
			if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
				return
			}
		}
	}()
	return l
}

func (l *lines) Read(p []byte) (int, error) {
	if len(l.rest) == 0 {
		var ok bool
		select {
		case l.rest, ok = <-l.from:
		case <-l.ctx.Done():
		}
		if !ok {
			l.end, l.rest = true, []byte("\n")
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// tell prints a line.
func (p *prompter) tell(format string, args ...any) { fmt.Fprintf(p.out, format+"\n", args...) }

// numbers reads numbers from 1 to last, and ranges of them.
func numbers(text string, last int) ([]int, error) {
	var out []int
	for _, word := range strings.Fields(text) {
		a, b, isRange := strings.Cut(word, "-")
		from, err := strconv.Atoi(a)
		to := from
		if err == nil && isRange {
			to, err = strconv.Atoi(b)
		}
		if err != nil || from < 1 || to > last || from > to {
			return nil, fmt.Errorf("%q is no number from 1 to %d and no range of them", word, last)
		}
		for n := from; n <= to; n++ {
			out = append(out, n)
		}
	}
	return out, nil
}

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
