package tui

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"toolgrant/model"
)

// fake is an engine in memory: small renderers, a disk that is a map, and switches
// for what can go wrong.
type fake struct {
	mu      sync.Mutex
	world   World
	disk    map[string]string
	backup  map[string]string
	foreign map[string]bool
	calls   []string
	fails   map[string]error
	changes chan struct{}
	gate    chan struct{} // Apply waits here for each file when set
	decided map[string]Decision
	panics  bool
	after   []model.Note // what Apply has to say
}

func newFake(agents, hosts int) *fake {
	f := &fake{disk: map[string]string{}, foreign: map[string]bool{}, fails: map[string]error{}}
	f.world = sampleWorld(agents, hosts)
	for _, a := range f.world.Agents {
		for _, h := range f.world.Hosts {
			if h.Detected {
				f.disk[h.Folder+"/"+a.Stem+h.Global.Ext] = render(a, h, model.Selection{})
			}
		}
	}
	return f
}

func (f *fake) called(what string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, what)
	return f.fails[what]
}

func (f *fake) Load(context.Context) (World, error) {
	err := f.called("load")
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.world, err
}

func (f *fake) Use(_ context.Context, s Source) error {
	if err := f.called("use"); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.world.Agents = sampleWorld(2, 1).Agents
	f.world.Notes = []model.Note{{Severity: model.Info, Problem: "source: " + s.Folder}}
	return nil
}

func (f *fake) change(a model.Agent, h Host, sel model.Selection) Rendered {
	f.mu.Lock()
	defer f.mu.Unlock()
	path := h.Folder + "/" + a.Stem + h.Global.Ext
	before, there := f.disk[path]
	after := render(a, h, sel)
	c := model.Change{Runtime: h.ID, Agent: a.Stem, Path: path, Kind: model.Update, Ownership: model.Ours,
		Before: []byte(before), After: []byte(after), Because: sel.Grants(a.Stem)}
	switch {
	case !there:
		c.Kind, c.Before, c.Ownership = model.Create, nil, model.Vacant
	case before == after:
		c.Kind = model.Unchanged
	case f.foreign[path]:
		c.Ownership = model.Drifted
	}
	return Rendered{Change: c, Tools: model.Image{Inherits: h.Tools.BuiltIn == model.Inherits}}
}

func (f *fake) Preview(ctx context.Context, sel model.Selection, agent, runtime string) (Preview, error) {
	if err := f.called("preview"); err != nil {
		return Preview{}, err
	}
	i := slices.IndexFunc(f.world.Agents, func(a model.Agent) bool { return a.Stem == agent })
	h := hostIndex(f.world.Hosts, runtime)
	if i < 0 || h < 0 {
		return Preview{}, fmt.Errorf("%s on %s: not known", agent, runtime)
	}
	p := Preview{Files: []Rendered{f.change(f.world.Agents[i], f.world.Hosts[h], sel)}}
	if runtime == "codex" {
		p.Notes = []model.Note{{Severity: model.Warning, Code: "inherits", Agent: agent, Runtime: runtime, Problem: "a role has its parent's servers"}}
	}
	return p, ctx.Err()
}

func (f *fake) Plan(ctx context.Context, sel model.Selection, runtimes []string) (model.Plan, error) {
	if err := f.called("plan"); err != nil {
		return model.Plan{}, err
	}
	p := model.Plan{Agents: len(f.world.Agents), Documents: len(f.world.Agents), Runtimes: runtimes, Scope: f.world.Scope}
	for _, h := range f.world.Hosts {
		if !slices.Contains(runtimes, h.ID) {
			continue
		}
		for _, a := range f.world.Agents {
			if ctx.Err() != nil {
				return model.Plan{}, ctx.Err()
			}
			p.Changes = append(p.Changes, f.change(a, h, sel).Change)
		}
		if h.Tools.BuiltIn == model.Inherits {
			p.Notes = append(p.Notes, model.Note{Severity: model.Warning, Code: "inherits", Runtime: h.ID, Problem: h.Name + " gives every tool"})
		}
	}
	return p, nil
}

func (f *fake) ConfigDiff(_ context.Context, sel model.Selection) ([]model.Change, error) {
	if err := f.called("config"); err != nil {
		return nil, err
	}
	var out []model.Change
	for _, o := range []model.Origin{model.Global, model.Project} {
		before, after := configText(f.world.Selection.Layer(o)), configText(sel.Layer(o))
		if before == after {
			continue
		}
		path := f.world.Global
		if o == model.Project {
			path = f.world.Local
		}
		out = append(out, model.Change{Runtime: "config", Path: path, Kind: model.Update, Ownership: model.Ours, Before: []byte(before), After: []byte(after)})
	}
	return out, nil
}

func configText(l model.Layer) string {
	var b strings.Builder
	b.WriteString("{\n  \"agent_tools\": {\n")
	for _, k := range slices.Sorted(maps.Keys(l.Tools)) {
		fmt.Fprintf(&b, "    %q: [%s]\n", k, strings.Join(l.Tools[k], ", "))
	}
	fmt.Fprintf(&b, "  },\n  \"enforce_tools\": %q\n}\n", l.Enforce)
	return b.String()
}

func (f *fake) Save(_ context.Context, sel model.Selection) error {
	if err := f.called("save"); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.world.Selection, f.world.Fresh = sel, false
	return nil
}

func (f *fake) Apply(ctx context.Context, plan model.Plan, sel model.Selection, decide map[string]Decision, progress Progress) (Result, error) {
	if err := f.called("apply"); err != nil {
		return Result{}, err
	}
	before := maps.Clone(f.disk)
	res := Result{ID: "r1", Notes: f.after}
	todo := plan.Pending()
	for i, c := range todo {
		if f.gate != nil {
			select {
			case <-f.gate:
			case <-ctx.Done():
			}
		}
		if ctx.Err() != nil {
			f.disk = before
			return Result{}, ctx.Err()
		}
		progress(i, len(todo), c.Path)
		if c.Drifted() && decide[c.Path] == Keep {
			res.Left = append(res.Left, c.Path)
			continue
		}
		f.mu.Lock()
		f.disk[c.Path] = string(c.After)
		delete(f.foreign, c.Path)
		f.mu.Unlock()
		res.Written++
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.backup, f.decided = before, decide
	f.world.Selection, f.world.Undo = sel, plural(res.Written, "file")
	return res, nil
}

func (f *fake) Undo(context.Context) (Result, error) {
	if f.panics {
		panic("undo broke")
	}
	if err := f.called("undo"); err != nil {
		return Result{}, err
	}
	if f.backup == nil {
		return Result{}, errors.New("nothing to undo")
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.disk, f.backup, f.world.Undo = f.backup, nil, ""
	return Result{Written: 1}, nil
}

func (f *fake) Probe(_ context.Context, server string) (model.Server, error) {
	if err := f.called("probe"); err != nil {
		return model.Server{}, err
	}
	return sampleServer(server, model.FromUser, "browser-mcp", "ask", "tell"), nil
}

func (f *fake) Watch(ctx context.Context) error {
	if f.changes == nil { // tests that play the loop themselves watch nothing
		return context.Canceled
	}
	select {
	case <-f.changes:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
