package pipeline_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"toolgrant/agents"
	"toolgrant/model"
	"toolgrant/pipeline"
	"toolgrant/pipeline/rewrite"
)

// onDisk is a snapshot of real files.
type onDisk struct{ nothing }

func (onDisk) Read(path string) ([]byte, bool, error) {
	data, err := os.ReadFile(path)
	return data, err == nil, nil
}

// made is a folder tree with sources and, after an apply, the artifacts of some hosts.
type bench struct {
	dir     string
	sources []string
	rows    []pipeline.Row
}

func newBench(b *testing.B, agentsN int, ids ...string) bench {
	b.Helper()
	t := bench{dir: b.TempDir()}
	src := filepath.Join(t.dir, "src")
	if err := os.MkdirAll(src, 0o755); err != nil {
		b.Fatal(err)
	}
	body := strings.Repeat("Read ~/.claude/gsd-core/rules.md first, then do the step that was asked for and stop.\n", 30)
	for i := range agentsN {
		name := fmt.Sprintf("agent-%04d", i)
		text := "---\nname: " + name + "\ndescription: Does one thing well and reports what it did.\ntools: Read, Grep, Bash, mcp__docs__search\ncolor: cyan\n---\n\n" + body
		path := filepath.Join(src, name+".md")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
		t.sources = append(t.sources, path)
	}
	for _, r := range pipeline.Runtimes() {
		if len(ids) == 0 || contains(ids, r.ID) {
			t.rows = append(t.rows, r)
		}
	}
	return t
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// pipeline reads the sources and prepares a plan for every row.
func (t bench) pipeline(b *testing.B, pack model.Pack, snapshot pipeline.Snapshot) *pipeline.Pipeline {
	b.Helper()
	var docs []model.Document
	for _, path := range t.sources {
		data, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		d := agents.Parse(path, strings.TrimSuffix(filepath.Base(path), ".md"), string(data))
		d.Pack, d.Source = pack, filepath.Dir(path)
		docs = append(docs, d)
	}
	loaded, _ := pipeline.Load(docs)
	around := pipeline.Surroundings{Home: t.dir, Project: t.dir, Env: func(string) string { return "" }, Exists: func(string) bool { return false }}
	in := pipeline.Input{Snapshot: snapshot, Workers: runtime.GOMAXPROCS(0)}
	for i := range t.rows {
		row := &t.rows[i]
		dir := pipeline.ArtifactDir(row.Runtime, model.GlobalScope, around)
		if dir == "" {
			continue
		}
		in.Targets = append(in.Targets, &pipeline.Target{
			Row: row, Scope: model.GlobalScope, Dir: dir, Documents: loaded, Commands: rewrite.KnownCommands(),
			Place: rewrite.Place{Home: t.dir, Target: pipeline.TextTarget(row.Runtime, model.GlobalScope, around), Scope: model.GlobalScope, Absolute: row.AbsolutePaths},
		})
	}
	return pipeline.New(in)
}

// install writes what a plan wants, so that the next plan compares real files.
func (t bench) install(b *testing.B, pack model.Pack, sel model.Selection) {
	b.Helper()
	plan, err := t.pipeline(b, pack, nothing{}).Plan(b.Context(), sel)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range plan.Changes {
		if err := os.MkdirAll(filepath.Dir(c.Path), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(c.Path, c.After, 0o644); err != nil {
			b.Fatal(err)
		}
	}
}

func granting() model.Selection {
	var s model.Selection
	return s.Grant(model.Global, "*", "mcp__codegraph__*").Grant(model.Global, "agent-0001", "mcp__serena__find_symbol")
}

func (t bench) run(b *testing.B, pack model.Pack) {
	sel := granting()
	t.install(b, pack, sel)
	files := t.files(b)
	b.ReportAllocs()
	for b.Loop() {
		plan, err := t.pipeline(b, pack, onDisk{}).Plan(b.Context(), sel)
		if err != nil || !plan.Empty() {
			b.Fatal(err, plan.Summary())
		}
	}
	b.StopTimer()
	per := b.Elapsed().Seconds() / float64(b.N)
	b.ReportMetric(per/t.reading(b, files), "x-reading")
	b.ReportMetric(float64(len(files)), "files")
}

func (t bench) files(b *testing.B) []string {
	var files []string
	if err := filepath.WalkDir(t.dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			files = append(files, path)
		}
		return err
	}); err != nil {
		b.Fatal(err)
	}
	return files
}

// reading is the time in seconds that reading the same files takes by itself.
func (t bench) reading(b *testing.B, files []string) float64 {
	best := time.Duration(1<<63 - 1)
	for range 5 {
		start := time.Now()
		for _, f := range files {
			if _, err := os.ReadFile(f); err != nil {
				b.Fatal(err)
			}
		}
		best = min(best, time.Since(start))
	}
	return best.Seconds()
}

// BenchmarkPlan reads sources and artifacts from disk and plans: the whole of a diff
// that finds nothing, as a ratio to reading the same files.
func BenchmarkPlan(b *testing.B) {
	b.Run("64x3/gsd", func(b *testing.B) { newBench(b, 64, "claude", "codex", "kilo").run(b, model.GSD) })
	b.Run("64x3/plain", func(b *testing.B) { newBench(b, 64, "claude", "codex", "kilo").run(b, model.Plain) })
	b.Run("1000x20/plain", func(b *testing.B) { newBench(b, 1000).run(b, model.Plain) })
}

// BenchmarkToggle toggles one agent's grant in a plan that is already made.
func BenchmarkToggle(b *testing.B) {
	t := newBench(b, 1000)
	sel := granting()
	t.install(b, model.Plain, sel)
	p := t.pipeline(b, model.Plain, onDisk{})
	if _, err := p.Plan(b.Context(), sel); err != nil {
		b.Fatal(err)
	}
	b.Run("preview", func(b *testing.B) {
		for b.Loop() {
			sel = sel.Toggle(model.Global, "agent-0500", "mcp__github__*")
			if c, _, _ := p.Preview(sel, "agent-0500", "claude"); len(c) != 1 {
				b.Fatal(len(c))
			}
		}
	})
	b.Run("plan", func(b *testing.B) {
		for b.Loop() {
			sel = sel.Toggle(model.Global, "agent-0500", "mcp__github__*")
			if _, err := p.Plan(b.Context(), sel); err != nil {
				b.Fatal(err)
			}
		}
	})
}
