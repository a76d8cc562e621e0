package main

import (
	"context"
	"errors"
	"runtime"
	"time"

	"toolgrant/model"
	"toolgrant/pipeline/servers"
)

// found is the MCP servers that hosts have configured.
func (p *program) found(pl places) (servers.List, []model.Note) {
	root := "/"
	if p.flags.home != "" {
		root = ""
	}
	return servers.Discover(servers.Where{Home: pl.Home, Project: pl.Project, Root: root, OS: runtime.GOOS, Env: pl.Env})
}

// catalogue is what is known of MCP servers and their tools.
func (p *program) catalogue(w *world) model.Catalogue {
	list, notes := p.found(w.places)
	w.servers = list
	w.notes = append(w.notes, notes...)
	return model.NewCatalogue(list.Servers()...)
}

// Probe asks one server for its tools.
func (e *engine) Probe(ctx context.Context, name string) (model.Server, error) {
	w, err := e.now()
	if err != nil {
		return model.Server{}, err
	}
	s, _, err := w.servers.Probe(ctx, name, servers.Options{Now: time.Now, Version: version()})
	return s, err
}

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
