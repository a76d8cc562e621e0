package main

import (
	"context"
	"errors"

	"toolgrant/model"
)

// catalogue is what is known of MCP servers and their tools.
func (p *program) catalogue(w *world) model.Catalogue { return model.Catalogue{} }

// toolWords turns what a person typed into canonical tools.
func (p *program) toolWords(ctx context.Context, words []string) ([]string, error) {
	var tools []string
	for _, w := range words {
		t, err := model.AcceptGrant(w)
		if err != nil {
			return nil, hint("write it as mcp__server__tool, or as a built-in tool's name", "%q %w", w, err)
		}
		tools = append(tools, t)
	}
	return tools, nil
}

func (p *program) listServers(ctx context.Context, probe bool, names []string) error {
	return errors.New("not wired yet")
}
