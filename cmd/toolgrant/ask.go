package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"toolgrant/model"
	"toolgrant/pipeline/install"
)

// answer is one line that a person types. An interrupt ends the wait: a read from a
// terminal does not end by itself.
func (p *program) answer(ctx context.Context) (string, error) {
	if p.typed == nil {
		p.typed = bufio.NewReader(p.stdin)
	}
	type line struct {
		text string
		err  error
	}
	got := make(chan line, 1)
	go func() {
		text, err := p.typed.ReadString('\n')
		got <- line{strings.ToLower(strings.TrimSpace(text)), err}
	}()
	select {
	case <-ctx.Done():
		fmt.Fprintln(p.stderr)
		return "", errors.New("interrupted, nothing was changed")
	case l := <-got:
		return l.text, l.err
	}
}

// input is stdin as a whole, whose reading ends when the program is interrupted.
func (p *program) input(ctx context.Context) io.Reader {
	r, w := io.Pipe()
	context.AfterFunc(ctx, func() { r.CloseWithError(context.Cause(ctx)) })
	go func() {
		_, err := io.Copy(w, p.stdin)
		w.CloseWithError(err)
	}()
	return r
}

// confirm asks a question that only yes answers.
func (p *program) confirm(ctx context.Context, question string) error {
	fmt.Fprintf(p.stderr, "toolgrant: %s [y/N] ", question)
	answer, err := p.answer(ctx)
	if ctx.Err() != nil {
		return err
	}
	if answer == "y" || answer == "yes" {
		return nil
	}
	return errors.New("nothing was changed")
}

// ask asks about one file.
func (p *program) ask(ctx context.Context, w *world, c model.Change) (install.Decision, error) {
	for {
		p.say("%s: %s", w.tilde(c.Path), ownershipWords(c.Ownership))
		fmt.Fprint(p.stderr, "toolgrant: [k]eep it, [o]verwrite with a backup, show the [d]iff? ")
		answer, err := p.answer(ctx)
		switch answer {
		case "k", "keep":
			return install.Keep, nil
		case "o", "overwrite":
			return install.Overwrite, nil
		case "d", "diff":
			if err := p.showDiffs([]model.Change{c}); err != nil {
				return "", err
			}
		}
		if ctx.Err() != nil {
			return "", err
		}
		if err != nil {
			return "", errors.New("no answer, nothing was changed")
		}
	}
}

func ownershipWords(o model.Ownership) string {
	switch o {
	case model.Drifted:
		return "changed by somebody since toolgrant wrote it"
	case model.Foreign:
		return "not written by toolgrant"
	case model.Gone:
		return "deleted by somebody"
	}
	return string(o)
}
