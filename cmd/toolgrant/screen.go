package main

import (
	"context"
)

// screen opens the configurator.
func (p *program) screen(ctx context.Context) error {
	if !p.inTerminal || !p.outTerminal {
		return hint("toolgrant status, diff and apply do the same without one; toolgrant --help lists the commands",
			"the configurator needs a terminal")
	}
	return nil
}
