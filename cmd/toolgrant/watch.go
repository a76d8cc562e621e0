package main

import (
	"context"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"time"

	"toolgrant/tui"
)

// watchEvery is how often the screen looks whether something changed on disk. Looking
// costs a few folder listings; no notification service covers folders that do not
// exist yet, links and network homes alike.
const watchEvery = 1500 * time.Millisecond

// Watch returns when a source, a config file or an artifact changed since Load.
func (e *engine) Watch(ctx context.Context) error {
	ticker := time.NewTicker(watchEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
		e.mu.Lock()
		w, before := e.world, e.print
		e.mu.Unlock()
		if w != nil && w.fingerprint() != before {
			return nil
		}
	}
}

// fingerprint sums up names, sizes and times of everything a world was read from.
func (w *world) fingerprint() string {
	h := fnv.New64a()
	add := func(path string) {
		info, err := os.Lstat(path)
		if err != nil {
			fmt.Fprintln(h, path, "-")
			return
		}
		fmt.Fprintln(h, path, info.Size(), info.ModTime().UnixNano(), info.Mode())
	}
	list := func(dir string) {
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			add(filepath.Join(dir, e.Name()))
		}
	}
	add(w.global.Path)
	add(w.project.Path)
	for _, s := range w.sources {
		list(s.Dir)
	}
	for _, t := range w.targets {
		list(t.Dir)
	}
	for _, a := range w.mesh.Agents {
		add(a.Card())
	}
	return fmt.Sprintf("%x", h.Sum64())
}

// looked is where agents were searched, for the screen of a first run.
func (w *world) looked() []tui.Looked {
	var l []tui.Looked
	for _, dir := range []string{filepath.Join(w.Home, ".gsd", "agents"), filepath.Join(w.Project, ".gsd", "agents")} {
		l = append(l, tui.Looked{What: "adopted agents", Where: w.tilde(dir), Found: w.Exists(dir)})
	}
	for _, s := range w.sources {
		l = append(l, tui.Looked{What: "agents (" + s.Origin + ")", Where: w.tilde(s.Dir), Found: true})
	}
	return l
}
