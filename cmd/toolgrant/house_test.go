package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"toolgrant/pipeline"
)

// A house is a home with every host, a project and a folder of agents, in which a law
// runs the whole program in process.
type house struct {
	t                     *testing.T
	home, project, agents string
	out, err              bytes.Buffer
}

// newHouse makes the config home of every host of the table.
func newHouse(t *testing.T) *house {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, home: filepath.Join(root, "home"), project: filepath.Join(root, "project"), agents: filepath.Join(root, "agents")}
	for _, dir := range []string{h.home, h.project, h.agents} {
		h.mkdir(dir)
	}
	for _, r := range pipeline.Runtimes() {
		h.mkdir(pipeline.ConfigHome(r.Home, pipeline.Surroundings{
			Home: h.home, Project: h.project, Env: func(string) string { return "" }, Exists: func(string) bool { return false },
		}))
	}
	return h
}

func (h *house) mkdir(dir string) {
	h.t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) write(path, text string) {
	h.t.Helper()
	h.mkdir(filepath.Dir(path))
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		h.t.Fatal(err)
	}
}

// program is a fresh invocation in this house.
func (h *house) program() *program {
	h.out.Reset()
	h.err.Reset()
	return &program{
		stdin: strings.NewReader(""), stdout: &h.out, stderr: &h.err, cwd: h.project, executable: "/bin/toolgrant",
		environ: []string{"HOME=" + h.home, "TOOLGRANT_AGENTS=" + h.agents},
	}
}

// run runs one command line and demands its exit status.
func (h *house) run(want int, args ...string) {
	h.t.Helper()
	if got := h.program().run(h.t.Context(), args); got != want {
		h.t.Fatalf("toolgrant %q ended with %d, want %d\n%s%s", args, got, want, h.out.String(), h.err.String())
	}
}

// listing is every file of the home but toolgrant's own, with times when asked.
func (h *house) listing(times bool) []string {
	h.t.Helper()
	lines, err := listTree(h.home, times)
	if err != nil {
		h.t.Fatal(err)
	}
	return slices.DeleteFunc(lines, func(l string) bool { return strings.HasSuffix(l, " .gsd/defaults.json\n") })
}

// age makes every file old, so that one that is written again shows.
func (h *house) age() {
	h.t.Helper()
	long := time.Now().Add(-time.Hour)
	err := filepath.WalkDir(h.home, func(path string, e os.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			err = os.Chtimes(path, long, long)
		}
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// same compares two listings and names the first difference.
func (h *house) same(what string, got, want []string) {
	h.t.Helper()
	for _, l := range got {
		if !slices.Contains(want, l) {
			h.t.Fatalf("%s: not so before: %s", what, l)
		}
	}
	for _, l := range want {
		if !slices.Contains(got, l) {
			h.t.Fatalf("%s: no longer so: %s", what, l)
		}
	}
}
