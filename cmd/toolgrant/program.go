package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"toolgrant/model"
)

// A program is one invocation: what it was given and where it talks to. Nothing below
// main looks at the process itself, so tests run it with folders of their own.
type program struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	environ        []string
	cwd            string
	executable     string

	inTerminal, outTerminal, errTerminal bool

	typed  *bufio.Reader // what a person answers, once somebody was asked
	flags  flags
	sample bool // the embedded pack stands in for every source
	none   bool // go on without sources: the screen shows where they were looked for
}

// The exit codes of CLI.md.
const (
	exitDone        = 0
	exitError       = 1
	exitDiffers     = 2
	exitSignal      = 128 // plus the signal's number, as shells have it
	exitInterrupted = exitSignal + int(syscall.SIGINT)
)

// errDiffers ends a command whose --exit-code found a difference.
var errDiffers = errors.New("something differs")

// A hinted error is a problem and what to do about it.
type hinted struct {
	problem error
	hint    string
}

func (h hinted) Error() string { return h.problem.Error() }
func (h hinted) Unwrap() error { return h.problem }

func hint(hint, format string, args ...any) error {
	return hinted{fmt.Errorf(format, args...), hint}
}

// noteErrors are problems that were found together; each is printed.
type noteErrors []model.Note

func (n noteErrors) Error() string {
	if len(n) == 1 {
		return n[0].String()
	}
	return fmt.Sprintf("%s (and %d more)", n[0], len(n)-1)
}

// run runs one command line and returns the exit code.
func (p *program) run(ctx context.Context, args []string) int {
	root := p.root()
	root.SetArgs(args)
	root.SetIn(p.stdin)
	root.SetOut(p.stdout)
	root.SetErr(p.prefixed())
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errDiffers):
		return exitDiffers
	}
	p.complain(err)
	if s, ok := errors.AsType[signalled](context.Cause(ctx)); ok {
		return exitSignal + int(s.Signal)
	}
	if ctx.Err() != nil {
		return exitInterrupted
	}
	return exitError
}

// signalled is the cause of a context that a signal ended.
type signalled struct{ syscall.Signal }

func (s signalled) Error() string { return s.String() }

// getenv is the environment the program was given.
func (p *program) getenv(name string) string {
	for i := len(p.environ) - 1; i >= 0; i-- {
		if value, ok := strings.CutPrefix(p.environ[i], name+"="); ok {
			return value
		}
	}
	return ""
}

// complain prints an error with its hint, in the voice of every other message.
func (p *program) complain(err error) {
	if many, ok := errors.AsType[noteErrors](err); ok {
		for _, n := range many {
			p.say("%s", n)
			if n.Hint != "" {
				p.say("hint: %s", n.Hint)
			}
		}
		return
	}
	if one, ok := errors.AsType[model.Note](err); ok {
		p.complain(noteErrors{one})
		return
	}
	for line := range strings.Lines(err.Error()) {
		p.say("%s", strings.TrimRight(line, "\n"))
	}
	if h, ok := errors.AsType[hinted](err); ok && h.hint != "" {
		p.say("hint: %s", h.hint)
	}
}

// say prints one line to a person: on stderr, with the program's name in front, and
// with nothing in it that a terminal would act on.
func (p *program) say(format string, args ...any) {
	fmt.Fprintf(p.stderr, "toolgrant: %s\n", model.Printable(fmt.Sprintf(format, args...)))
}

// prefixed is stderr for text that is not ours, cobra's for instance.
func (p *program) prefixed() io.Writer { return &prefixWriter{w: p.stderr} }

type prefixWriter struct {
	w    io.Writer
	rest []byte
}

func (w *prefixWriter) Write(b []byte) (int, error) {
	w.rest = append(w.rest, b...)
	for {
		n, line, _ := bufio.ScanLines(w.rest, false)
		if n == 0 {
			return len(b), nil
		}
		fmt.Fprintf(w.w, "toolgrant: %s\n", model.Printable(string(line)))
		w.rest = w.rest[n:]
	}
}
