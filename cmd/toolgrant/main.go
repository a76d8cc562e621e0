// Command toolgrant decides, in one place, what every AI coding agent may touch, and
// makes it true in every host that runs it.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/term"
)

func main() {
	ctx, stop := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		s, _ := (<-signals).(syscall.Signal)
		signal.Reset() // a second one ends the program at once
		stop(signalled{s})
	}()
	// A reader that goes away ends a write with an error, which puts things back and
	// ends peers; the signal would end this process before it could.
	signal.Ignore(syscall.SIGPIPE)
	cwd, _ := os.Getwd()
	exe, _ := os.Executable()
	p := &program{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
		environ: os.Environ(), cwd: cwd, executable: exe,
		inTerminal:  term.IsTerminal(int(os.Stdin.Fd())),
		outTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		errTerminal: term.IsTerminal(int(os.Stderr.Fd())),
	}
	os.Exit(p.run(ctx, os.Args[1:]))
}
