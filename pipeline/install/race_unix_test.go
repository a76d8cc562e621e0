//go:build unix

package install

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"toolgrant/model"
)

const (
	workerHome   = "INSTALL_TEST_WORKER_HOME"
	workerName   = "INSTALL_TEST_WORKER_NAME"
	workerRounds = "INSTALL_TEST_WORKER_ROUNDS"
	workerDies   = "INSTALL_TEST_WORKER_DIES" // the operation it is killed at; "" for never

	grantsFile = ".gsd/defaults.json"
	artifacts  = 5
)

func artifact(i int) string { return fmt.Sprintf(".claude/agents/agent-%d.md", i) }

// content is a whole version of a file: its first and last line say which one, and
// the middle is long enough that a mixed file would show.
func content(version string) string {
	return version + "\n" + strings.Repeat(version+"\n", 400) + version + "\n"
}

// whole reports whether a file is one version from its first line to its last.
func whole(b string) bool {
	version, _, ok := strings.Cut(b, "\n")
	return ok && b == content(version)
}

// runWorker applies, edits the configuration and undoes, round by round, and tells
// on stdout what it did: the receipts' ids put both workers' deeds in one order.
func runWorker() int {
	h := houseAt(childTB{}, os.Getenv(workerHome))
	h.Wait = time.Minute
	mortal := os.Getenv(workerDies) != ""
	at, _ := strconv.Atoi(os.Getenv(workerDies))
	h.FS = &faultFS{at: at, hit: die} // at 0 it only leaves out the syncs
	name := os.Getenv(workerName)
	rounds, _ := strconv.Atoi(os.Getenv(workerRounds))
	for i := range rounds {
		var err error
		switch {
		case i%4 == 1:
			err = h.render(fmt.Sprintf("%s-%d", name, i))
		case i%4 == 3 && !mortal: // else an undo could go untold
			err = h.takeBack()
		default:
			err = h.grant(fmt.Sprintf("%s-%d", name, i))
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return 0
}

// until runs a deed until nobody was quicker.
func until(deed func() error) error {
	for {
		err := deed()
		if _, drift := errors.AsType[*DriftError](err); !drift {
			return err
		}
	}
}

func (h house) read(name string) ([]byte, error) {
	b, err := os.ReadFile(h.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return b, err
}

// grant adds a line to the configuration, as an edit of the bytes it has read.
func (h house) grant(tool string) error {
	return until(func() error {
		b, err := h.read(grantsFile)
		if err != nil {
			return err
		}
		c := model.Change{Runtime: model.ConfigFile, Path: h.path(grantsFile), Kind: model.Update, Before: b, After: []byte(string(b) + tool + "\n")}
		if b == nil {
			c.Kind = model.Create
		}
		r, _, err := h.Apply(context.Background(), []model.Change{c}, Options{})
		if err == nil {
			fmt.Println("granted", r.ID, tool)
		}
		return err
	})
}

// render writes all artifacts in one version.
func (h house) render(version string) error {
	return until(func() error {
		var changes []model.Change
		for i := range artifacts {
			b, err := h.read(artifact(i))
			if err != nil {
				return err
			}
			c := model.Change{Runtime: "claude", Path: h.path(artifact(i)), Kind: model.Update, Before: b, After: []byte(content(version))}
			if b == nil {
				c.Kind, c.Ownership = model.Create, model.Gone
			}
			changes = append(changes, c)
		}
		_, _, err := h.Apply(context.Background(), changes, Options{})
		return err
	})
}

func (h house) takeBack() error {
	r, _, err := h.Undo(context.Background())
	if errors.Is(err, ErrNothingToUndo) {
		return nil
	}
	if err == nil {
		fmt.Println("undid", r.ID)
	}
	return err
}

// A race is a home with processes at work in it.
type race struct {
	house
	granted map[string]string // told grants by receipt
	undone  []string          // told undos, by receipt
	deeds   int
}

// work starts a worker. Its result is what it told, and how it ended.
func (r *race) work(name string, rounds, dies int) <-chan result {
	done := make(chan result, 1)
	go func() {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), workerHome+"="+r.Home, workerName+"="+name, workerRounds+"="+strconv.Itoa(rounds))
		if dies > 0 {
			cmd.Env = append(cmd.Env, workerDies+"="+strconv.Itoa(dies))
		}
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		done <- result{out, err}
	}()
	return done
}

type result struct {
	out []byte
	err error
}

// hear takes down what a worker told.
func (r *race) hear(out []byte) {
	for line := range strings.Lines(string(out)) {
		r.deeds++
		switch f := strings.Fields(line); f[0] {
		case "granted":
			r.granted[f[1]] = f[2]
		case "undid":
			r.undone = append(r.undone, f[1])
		}
	}
}

// want is the told grants that nobody undid, in the order of their receipts.
func (r *race) want() []string {
	standing := maps.Clone(r.granted)
	for _, id := range r.undone {
		delete(standing, id)
	}
	var want []string
	for _, id := range slices.Sorted(maps.Keys(standing)) {
		want = append(want, standing[id])
	}
	return want
}

// watch reads all artifacts until stopped, and reports how often.
func (r *race) watch() (stop func() int) {
	quit, looked := make(chan struct{}), make(chan int)
	go func() {
		for n := 0; ; n++ {
			select {
			case <-quit:
				looked <- n
				return
			default:
			}
			runtime.Gosched() // the workers need the processor more
			b, err := r.read(artifact(n % artifacts))
			if err != nil || b != nil && !whole(string(b)) {
				r.t.Errorf("mixed file: %v, %.80q", err, b)
			}
		}
	}()
	return func() int { close(quit); return <-looked }
}

// oneVersion checks that the artifacts, which are always written together, stand in
// one version.
func (r *race) oneVersion() {
	r.t.Helper()
	versions := map[string]bool{}
	for i := range artifacts {
		versions[r.get(artifact(i))] = true
	}
	if len(versions) != 1 {
		r.t.Errorf("the artifacts stand in %d versions after an all-or-nothing apply", len(versions))
	}
	leftovers(r.t, "after the race", r.house)
}

// Two processes apply, undo and edit the configuration at once. No grant is lost:
// the file holds what was granted and not undone, in that order. No file is mixed:
// a reader that looks all the time sees whole versions only.
func TestTwoProcessesAtOnce(t *testing.T) {
	const rounds = 200
	r := &race{house: newHouse(t), granted: map[string]string{}}
	stop := r.watch()
	a, b := r.work("a", rounds, 0), r.work("b", rounds, 0)
	for _, w := range []<-chan result{a, b} {
		res := <-w
		if res.err != nil {
			t.Fatalf("worker: %v", res.err)
		}
		r.hear(res.out)
	}
	looks := stop()
	if n := len(r.granted); n != rounds {
		t.Errorf("%d grants were told, want %d: two receipts had one id", n, rounds)
	}
	if got, want := strings.Fields(r.get(grantsFile)), r.want(); !slices.Equal(got, want) {
		same(t, "grants", strings.Join(want, "\n"), strings.Join(got, "\n"))
	}
	r.oneVersion()
	t.Logf("2 processes, %d rounds each, %d deeds told, %d undone, %d reads meanwhile", rounds, r.deeds, len(r.undone), looks)
}

// The same with processes that are killed while another works on: it recovers what
// they left. What was told stands; what stands and was not told is a grant whose
// process died between the commit and its telling.
func TestKilledAmongOthers(t *testing.T) {
	const rounds = 120
	r := &race{house: newHouse(t), granted: map[string]string{}}
	stop := r.watch()
	steady := r.work("steady", rounds, 0)
	killed := 0
	for dies := 20; dies < 2000; dies += 90 {
		res := <-r.work(fmt.Sprintf("mortal%d", dies), rounds, dies)
		if exit, ok := errors.AsType[*exec.ExitError](res.err); !ok || exit.ExitCode() != -1 {
			t.Fatalf("a worker that was to die ended with %v", res.err)
		}
		killed++
		r.hear(res.out)
	}
	res := <-steady
	if res.err != nil {
		t.Fatalf("worker: %v", res.err)
	}
	r.hear(res.out)
	if _, err := r.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	looks := stop()
	got := strings.Fields(r.get(grantsFile))
	told := slices.DeleteFunc(slices.Clone(got), func(tool string) bool {
		return strings.HasPrefix(tool, "mortal") && !slices.Contains(r.want(), tool)
	})
	if untold := len(got) - len(told); !slices.Equal(told, r.want()) || untold > killed {
		same(t, "grants", strings.Join(r.want(), "\n"), strings.Join(got, "\n"))
	}
	r.oneVersion()
	t.Logf("%d processes killed beside one at work, %d deeds told, %d reads meanwhile", killed, r.deeds, looks)
}
