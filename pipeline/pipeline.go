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
	Sources   []string // folders that documents were read from, also those that have none
	Catalogue model.Catalogue
	Snapshot  Snapshot
	Workers   int  // concurrent renderers; 0 means one
	Remake    bool // make files again that somebody deleted
}

// A Pipeline makes plans from selections over one input. It keeps what a selection
// does not change, so that the next plan costs only what the difference touches. It
// is safe for concurrent use.
type Pipeline struct {
	in     Input
	stages []Stage
	bodies bodies

	mu   sync.Mutex
	made map[*Target][]*made // by document, of the last plan
	once map[*model.Document]granting
}

// granting is a grants stage's answer and the list of grants it is for.
type granting struct {
	sig string
	granted
}

// made is one document rendered for one target and compared with the snapshot.
type made struct {
	sig     string
	changes []model.Change
	notes   []model.Note
	refused bool
}

// New prepares planning over an input.
func New(in Input) *Pipeline {
	for _, t := range in.Targets {
		t.prepare()
	}
	return &Pipeline{in: in, stages: Stages(), made: map[*Target][]*made{}, once: map[*model.Document]granting{}}
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

// An asking is what a selection asks for one document: its grants, and a text that is
// equal for equal ones.
type asking struct {
	grants []model.Grant
	sig    string
}

func askingFor(sel model.Selection, stem string) asking {
	a := asking{grants: sel.Grants(stem)}
	var b strings.Builder
	for _, g := range a.grants {
		b.WriteString(g.Tool)
		b.WriteByte(0)
		b.WriteString(g.Selector)
		b.WriteByte(0)
		b.WriteString(string(g.Origin))
		b.WriteByte(0)
	}
	a.sig = b.String()
	return a
}

// granted answers the grants stage for a document, once per list of grants.
func (p *Pipeline) granted(d *model.Document, a asking) granted {
	p.mu.Lock()
	g, ok := p.once[d]
	p.mu.Unlock()
	if ok && g.sig == a.sig {
		return g.granted
	}
	g = granting{a.sig, grantTo(d, a.grants, p.in.Catalogue)}
	p.mu.Lock()
	p.once[d] = g
	p.mu.Unlock()
	return g.granted
}

// make renders one document for one target, unless the last plan asked the same of it.
func (p *Pipeline) make(t *Target, d *model.Document, a asking, enforced bool, last *made) *made {
	if enforced {
		a.sig += "!"
	}
	if last != nil && last.sig == a.sig {
		return last
	}
	j := p.job(t, d, a, enforced)
	m := &made{sig: a.sig, notes: j.Notes, refused: j.Refused}
	for _, f := range j.Files {
		m.changes = append(m.changes, p.compare(t, d, f, j))
	}
	return m
}

// job takes one document through the stages for one target.
func (p *Pipeline) job(t *Target, d *model.Document, a asking, enforced bool) *Job {
	j := &Job{
		Row: t.Row, Target: t, Source: d, Doc: *d, Enforced: enforced && t.Row.Tools.Enforceable,
		Catalogue: p.in.Catalogue, granted: p.granted(d, a), stages: p.stages, bodies: &p.bodies,
		before: func(name string) (string, bool) { return p.asLeft(t, name) },
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
	asked := map[string]asking{}
	for _, t := range targets {
		for _, d := range t.Documents {
			if _, ok := asked[d.Stem]; !ok {
				asked[d.Stem] = askingFor(sel, d.Stem)
			}
		}
	}
	jobs := make([][]*made, len(targets))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, p.in.Workers))
	for i, t := range targets {
		jobs[i] = make([]*made, len(t.Documents))
		last := p.last(t)
		enforced := sel.Enforced(t.Row.ID)
		for chunk := range slices.Chunk(indices(len(t.Documents)), 64) {
			group.Go(func() error {
				for _, k := range chunk {
					if err := ctx.Err(); err != nil {
						return err
					}
					d := t.Documents[k]
					jobs[i][k] = p.make(t, d, asked[d.Stem], enforced, last[k])
				}
				return nil
			})
		}
	}
	if err := group.Wait(); err != nil {
		return model.Plan{}, err
	}
	p.mu.Lock()
	for i, t := range targets {
		p.made[t] = jobs[i]
	}
	p.mu.Unlock()
	return p.assemble(sel, targets, jobs), nil
}

// last is what the last plan made for a target, by document.
func (p *Pipeline) last(t *Target) []*made {
	p.mu.Lock()
	defer p.mu.Unlock()
	if last := p.made[t]; last != nil {
		return last
	}
	return make([]*made, len(t.Documents))
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
			j := p.job(t, d, askingFor(sel, d.Stem), sel.Enforced(runtime))
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
