package tui

import (
	"context"

	"toolgrant/model"
)

// An Engine is what the screen asks of the rest of the program. Every method may
// block, is called from commands only, possibly several at a time, and must stop
// early when its context ends. A Selection handed in is never changed.
type Engine interface {
	// Load reads sources, configuration, hosts and servers.
	Load(ctx context.Context) (World, error)
	// Use takes another source of agents from now on; Load follows.
	Use(ctx context.Context, s Source) error
	// Preview renders one agent for one runtime: its documents there, and the
	// agent's agent.json where its verbs are narrowed. It is the fast path of a key.
	Preview(ctx context.Context, sel model.Selection, agent, runtime string) (Preview, error)
	// Plan is the whole plan for the given runtimes. It runs in the background.
	Plan(ctx context.Context, sel model.Selection, runtimes []string) (model.Plan, error)
	// ConfigDiff is what saving the selection would change in the config files.
	ConfigDiff(ctx context.Context, sel model.Selection) ([]model.Change, error)
	// Save writes the config files only.
	Save(ctx context.Context, sel model.Selection) error
	// Apply writes exactly this plan, then saves the selection, as one undoable
	// step. Files that need a decision follow decide, by path; one that is missing
	// there is kept. When ctx ends, or a write fails, everything is put back.
	Apply(ctx context.Context, plan model.Plan, sel model.Selection, decide map[string]Decision, progress Progress) (Result, error)
	// Undo puts back what the last apply replaced.
	Undo(ctx context.Context) (Result, error)
	// Probe starts or calls one server and lists its tools.
	Probe(ctx context.Context, server string) (model.Server, error)
	// Watch returns when a source, a config file or an artifact changed on disk
	// since the last Load, or with ctx.Err().
	Watch(ctx context.Context) error
}

// Progress is told how far an apply has come: files done, files in all, and the
// path at hand.
type Progress func(done, total int, path string)

// A Source is where agents come from when none were found.
type Source struct {
	Demo   bool   // the embedded sample pack
	Folder string // a folder of agent files
}

// A Decision is what to do with a file that somebody else wrote or changed.
type Decision int

// The decisions. Keep is the zero value, so that what nobody decided stays.
const (
	Keep Decision = iota
	Overwrite
)

// A Preview is what one agent becomes on one runtime.
type Preview struct {
	Files []Rendered
	Notes []model.Note
}

// A Rendered is one file of a preview, with its tool list as the host will see it.
type Rendered struct {
	model.Change
	Tools model.Image
}

// A Result is what an apply or an undo did.
type Result struct {
	ID      string   // receipt id
	Written int      // files created, updated or removed
	Left    []string // paths that were kept as they are by decision
	Notes   []model.Note
}
