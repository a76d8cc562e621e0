package main

import (
	"flag"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected files of scripts with what was seen")

// TestMain makes the test binary answer to the name toolgrant as well, so that plays
// and the terminal test run the real program without a second build.
func TestMain(m *testing.M) {
	testscript.Main(nowhere{m}, map[string]func(){"toolgrant": main})
}

// nowhere runs tests with a HOME that does not exist: one that forgets to make its own
// fails, and never reads or writes the home of the person who runs it.
type nowhere struct{ *testing.M }

func (m nowhere) Run() int {
	for _, name := range []string{"TOOLGRANT_AGENTS", "XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "NO_COLOR"} {
		os.Unsetenv(name)
	}
	os.Setenv("HOME", filepath.Join(os.TempDir(), "toolgrant-tests-have-no-home"))
	// A round of a law runs the program a dozen times; more rounds are asked for with
	// -rapid.checks, which is read after this.
	if err := flag.Set("rapid.checks", "3"); err != nil {
		panic(err)
	}
	return m.M.Run()
}

// TestHomeIsNotReal guards the guard.
func TestHomeIsNotReal(t *testing.T) {
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(home); err == nil {
		t.Errorf("HOME of the tests is %s, which exists", home)
	}
	if me, err := user.Current(); err == nil && me.HomeDir == home {
		t.Errorf("HOME of the tests is the real home %s", home)
	}
}

// TestScripts plays every script below testdata/script. Each has a home, a project and
// a folder of agents of its own; its first line says what it shows.
func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("the plays start a process for each line: run without -short")
	}
	root := filepath.Join("..", "..", "testdata", "script")
	acts, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, act := range acts {
		t.Run(act.Name(), func(t *testing.T) {
			t.Parallel()
			testscript.Run(t, testscript.Params{
				Dir: filepath.Join(root, act.Name()), Setup: stage, Cmds: props(),
				RequireExplicitExec: true, RequireUniqueNames: true, UpdateScripts: *update,
			})
		})
	}
}

// stage is what every play starts with: a home below $WORK, the project as the current
// folder, and $WORK/agents as the source where the script brings one.
func stage(e *testscript.Env) error {
	home, project, agents := filepath.Join(e.WorkDir, "home"), filepath.Join(e.WorkDir, "project"), filepath.Join(e.WorkDir, "agents")
	for _, dir := range []string{home, project} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	e.Setenv("HOME", home)
	e.Setenv("TERM", "xterm-256color")
	if _, err := os.Stat(agents); err == nil {
		e.Setenv("TOOLGRANT_AGENTS", agents)
	}
	e.Cd = project
	return nil
}

// TestScriptsIntroduceThemselves holds each script to its first line: a comment that is
// a sentence.
func TestScriptsIntroduceThemselves(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "script", "*", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	names := map[string]string{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(string(data), "\n")
		if !strings.HasPrefix(first, "# ") || !strings.HasSuffix(first, ".") {
			t.Errorf("%s: the first line is no sentence in a comment: %q", file, first)
		}
		if slices.Contains(strings.Split(string(data), "\n"), "skip") {
			t.Errorf("%s: a skipped script shows nothing", file)
		}
		if other := names[first]; other != "" {
			t.Errorf("%s and %s say that they show the same", file, other)
		}
		names[first] = file
	}
}
