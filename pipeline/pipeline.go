package pipeline

import (
	"context"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"toolgrant/model"
)

// An Input is everything a plan depends on besides the selection: it is read once
// and stays as it is for the life of a Pipeline.
type Input struct {
	Targets   []*Target
	Catalogue model.Catalogue
	Snapshot  Snapshot
	Workers   int // concurrent renderers; 0 means one
}

// A Pipeline makes plans from selections over one input. It keeps what a selection
// does not change, so that the next plan costs only what the difference touches. It
// is safe for concurrent use.
type Pipeline struct {
	in     Input
	stages []Stage
	bodies bodies

	mu   sync.Mutex
	made map[madeKey]*made
	once map[*model.Document]*granted
	sigs map[*model.Document]string
}

type madeKey struct {
	target *Target
	doc    *model.Document
}

// made is one document rendered for one target and compared with the snapshot.
type made struct {
	sig     string
	changes []model.Change
	image   model.Image
	notes   []model.Note
	refused bool
}

// New prepares planning over an input.
func New(in Input) *Pipeline {
	for _, t := range in.Targets {
		t.prepare()
	}
	return &Pipeline{
		in: in, stages: Stages(),
		made: map[madeKey]*made{}, once: map[*model.Document]*granted{}, sigs: map[*model.Document]string{},
	}
}

// Load takes documents through the stages that act once, before any host. What is
// refused there is left out, with notes.
func Load(docs []model.Document) ([]*model.Document, []model.Note) {
	var kept []*model.Document
	var notes []model.Note
	for _, d := range docs {
		refused := false
		for _, s := range Stages() {
			if s.Once != nil && !refused {
				var n []model.Note
				d, n = s.Once(d)
				notes = append(notes, n...)
				refused = len(n) > 0
			}
		}
		if !refused {
			kept = append(kept, &d)
		}
	}
	return kept, notes
}

// signature is what a document's artifacts depend on besides the input.
func signature(asked []model.Grant, enforced bool) string {
	var b strings.Builder
	if enforced {
		b.WriteByte('!')
	}
	for _, g := range asked {
		b.WriteString(g.Tool)
		b.WriteByte(0)
		b.WriteString(g.Selector)
		b.WriteByte(0)
		b.WriteString(string(g.Origin))
		b.WriteByte(0)
	}
	return b.String()
}

// granted answers the grants stage for a document, once per list of grants.
func (p *Pipeline) granted(d *model.Document, asked []model.Grant) granted {
	sig := signature(asked, false)
	p.mu.Lock()
	g, ok := p.once[d]
	if ok && p.sigs[d] == sig {
		p.mu.Unlock()
		return *g
	}
	p.mu.Unlock()
	fresh := grantTo(d, asked, p.in.Catalogue)
	p.mu.Lock()
	p.once[d], p.sigs[d] = &fresh, sig
	p.mu.Unlock()
	return fresh
}

// make renders one document for one target, or answers what it made last time.
func (p *Pipeline) make(t *Target, d *model.Document, sel model.Selection) *made {
	asked := sel.Grants(d.Stem)
	enforced := sel.Enforced(t.Row.ID)
	sig := signature(asked, enforced)
	key := madeKey{t, d}
	p.mu.Lock()
	m, ok := p.made[key]
	p.mu.Unlock()
	if ok && m.sig == sig {
		return m
	}
	j := p.job(t, d, asked, enforced)
	m = &made{sig: sig, image: j.Image, notes: j.Notes, refused: j.Refused}
	for _, f := range j.Files {
		m.changes = append(m.changes, p.compare(t, d, f, j))
	}
	p.mu.Lock()
	p.made[key] = m
	p.mu.Unlock()
	return m
}

// job takes one document through the stages for one target.
func (p *Pipeline) job(t *Target, d *model.Document, asked []model.Grant, enforced bool) *Job {
	j := &Job{
		Row: t.Row, Target: t, Source: d, Doc: *d, Enforced: enforced && t.Row.Tools.Enforceable,
		Catalogue: p.in.Catalogue, granted: p.granted(d, asked), stages: p.stages, bodies: &p.bodies,
	}
	for _, s := range p.stages {
		if s.Head != nil && !j.Refused {
			s.Head(j)
		}
	}
	j.noteFates()
	return j
}

// Plan compares what the selection asks for with what is on disk, for the named
// runtimes, or for all when none is named.
func (p *Pipeline) Plan(ctx context.Context, sel model.Selection, runtimes ...string) (model.Plan, error) {
	targets := p.in.Targets
	if len(runtimes) > 0 {
		targets = slices.DeleteFunc(slices.Clone(targets), func(t *Target) bool { return !slices.Contains(runtimes, t.Row.ID) })
	}
	jobs := make([][]*made, len(targets))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, p.in.Workers))
	for i, t := range targets {
		jobs[i] = make([]*made, len(t.Documents))
		for chunk := range slices.Chunk(indices(len(t.Documents)), 64) {
			group.Go(func() error {
				for _, k := range chunk {
					if err := ctx.Err(); err != nil {
						return err
					}
					jobs[i][k] = p.make(t, t.Documents[k], sel)
				}
				return nil
			})
		}
	}
	if err := group.Wait(); err != nil {
		return model.Plan{}, err
	}
	return p.assemble(sel, targets, jobs), nil
}

func indices(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}

// Preview is what one agent's artifacts on one runtime would become, at once and
// with the bytes of unchanged files too. It is the path of a single key press.
func (p *Pipeline) Preview(sel model.Selection, agent, runtime string) ([]model.Change, []model.Image, []model.Note) {
	var changes []model.Change
	var images []model.Image
	var notes []model.Note
	for _, t := range p.in.Targets {
		if t.Row.ID != runtime {
			continue
		}
		for _, d := range t.Documents {
			if model.Family(d.Stem) != agent {
				continue
			}
			j := p.job(t, d, sel.Grants(d.Stem), sel.Enforced(runtime))
			for _, f := range j.Files {
				c := p.compare(t, d, f, j)
				c.After = f.Content()
				if c.Kind == model.Unchanged {
					c.Before = c.After
				}
				changes = append(changes, c)
			}
			images = append(images, j.Image)
			notes = append(notes, j.Notes...)
		}
	}
	return changes, images, notes
}
