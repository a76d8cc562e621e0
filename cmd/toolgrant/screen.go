package main

import (
	"context"
	"errors"
	"strings"

	"toolgrant/model"
	"toolgrant/tui"
)

// screen opens the configurator, or asks by prompts where ACCESSIBLE is set.
func (p *program) screen(ctx context.Context) error {
	if !p.inTerminal || !p.outTerminal {
		return hint("toolgrant status, diff and apply do the same without one; toolgrant --help lists the commands",
			"the configurator needs a terminal")
	}
	e := &engine{program: p}
	options := tui.Options{In: p.stdin, Out: p.stdout, ASCII: !p.unicode()}
	if p.getenv("ACCESSIBLE") != "" {
		return tui.RunAccessible(ctx, e, options)
	}
	return tui.Run(ctx, e, options)
}

// worldFor reads everything; the screen goes on without agents, and says where it
// looked, while a command ends.
func (p *program) worldFor(ctx context.Context, screen bool) (*world, error) {
	w, err := p.world(ctx)
	if n, ok := errors.AsType[model.Note](err); ok && screen && n.Code == "no-sources" {
		empty := *p
		empty.none = true
		return empty.world(ctx)
	}
	return w, err
}

// unicode reports whether the locale says that the terminal draws more than ASCII.
func (p *program) unicode() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToUpper(p.getenv(name)); v != "" {
			return strings.Contains(v, "UTF-8") || strings.Contains(v, "UTF8")
		}
	}
	return true // nothing is said: nearly every terminal does
}
