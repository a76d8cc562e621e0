package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"toolgrant/agents/manifest"
	"toolgrant/agents/peerbridge"
	"toolgrant/model"
	"toolgrant/pipeline/install"
)

func (p *program) bridgeCommand() *cobra.Command {
	var check, installIt bool
	cmd := &cobra.Command{
		Use:   "bridge FOLDER",
		Short: "serve that agent's peer bridge (MCP on stdio); --check prints the effective verbs",
		Args:  exactly(1, "toolgrant bridge FOLDER [--check | --install]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			folder := args[0]
			if !filepath.IsAbs(folder) {
				folder = filepath.Join(p.cwd, folder)
			}
			switch {
			case check && installIt:
				return hint("choose one", "--check and --install contradict each other")
			case check:
				return p.checkBridge(folder)
			case installIt:
				return p.installBridge(cmd.Context(), folder)
			}
			return peerbridge.Serve(cmd.Context(), peerbridge.Options{
				Folder: folder, Mesh: p.flags.mesh, Env: p.environ,
				Stdin: p.stdin, Stdout: p.stdout, Stderr: p.stderr, Now: time.Now,
			})
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "print the effective verbs and why, and serve nothing")
	cmd.Flags().BoolVar(&installIt, "install", false, "make the agent's .mcp.json start this bridge")
	return cmd
}

func (p *program) checkBridge(folder string) error {
	e, err := peerbridge.Check(folder)
	if err != nil {
		return err
	}
	if p.flags.json {
		return p.printJSON(map[string]any{"folder": e.Folder, "verbs": e.Verbs.List(), "why": e.Why, "notes": e.Notes})
	}
	fmt.Fprintln(p.stdout, e.Verbs)
	p.say("%s", e.Why)
	p.notes(e.Notes)
	return nil
}

// installBridge edits one entry of the agent's .mcp.json in place, as an apply that
// undo puts back (DECISIONS 27).
func (p *program) installBridge(ctx context.Context, folder string) error {
	pl, err := p.places()
	if err != nil {
		return err
	}
	root := p.flags.mesh
	if root == "" {
		if root, err = manifest.FindMesh(folder); err != nil {
			return hint("name the folder that holds mesh.json with --mesh DIR", "no mesh.json is in %s or above", folder)
		}
	}
	if root, err = filepath.Abs(root); err != nil {
		return err
	}
	path := filepath.Join(folder, ".mcp.json")
	before, exists, err := disk{}.Read(path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	after, err := manifest.SetBridge(before, manifest.Bridge{Command: p.executable, Folder: folder, Mesh: root})
	if err != nil {
		return hint("mend the file, or take the entry out yourself", "%s: %w", path, err)
	}
	c := model.Change{Runtime: model.MeshFile, Agent: filepath.Base(folder), Path: path, Kind: model.Update, Before: before, After: after}
	switch {
	case !exists:
		c.Kind, c.Before = model.Create, nil
	case string(after) == string(before):
		p.say("in place: %s starts this bridge already", pl.tilde(path))
		return nil
	}
	if p.flags.dryRun {
		return p.edited(pl, []model.Change{c})
	}
	_, notes, err := p.store(pl, nil, folder).Apply(ctx, []model.Change{c}, install.Options{})
	p.notes(notes)
	if err != nil {
		return err
	}
	p.say("the verbs of its agent.json are enforced the next time its host starts the bridge")
	return p.edited(pl, []model.Change{c})
}
