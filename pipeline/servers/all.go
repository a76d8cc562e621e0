package servers

import (
	"context"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"toolgrant/model"
)

// atOnce bounds the servers that are asked at the same time: most of them are a
// package runner with an interpreter behind it.
const atOnce = 4

// Progress tells that a server is being asked, or what came of it.
type Progress struct {
	Name        string
	Done, Total int          // servers that are through, this one included, and all
	Server      model.Server // filled in once it is through
	Finished    bool
}

// ProbeAll asks every server of a list, a few at a time, and gives them back in the
// list's order with all notes. Servers that every host has switched off are left as
// they are. progress, if there is one, is called by one goroutine at a time. One
// server's failure is its State, never an error of the whole; a cancelled context
// ends them all, and every started process with them.
func (l List) ProbeAll(ctx context.Context, o Options, progress func(Progress)) ([]model.Server, []model.Note) {
	out := l.Servers()
	found := make([][]model.Note, len(out))
	var mu sync.Mutex
	done := 0
	tell := func(p Progress) {
		mu.Lock()
		defer mu.Unlock()
		if p.Finished {
			done++
		}
		p.Done, p.Total = done, len(out)
		if progress != nil {
			progress(p)
		}
	}
	var g errgroup.Group
	g.SetLimit(atOnce)
	for i, s := range out {
		if !s.Enabled() {
			tell(Progress{Name: s.Name, Server: s, Finished: true})
			continue
		}
		g.Go(func() error {
			tell(Progress{Name: s.Name})
			out[i], found[i], _ = l.Probe(ctx, s.Name, o) // the error is the server's State too
			tell(Progress{Name: s.Name, Server: out[i].Clone(), Finished: true})
			return nil
		})
	}
	g.Wait()
	return out, slices.Concat(found...)
}
