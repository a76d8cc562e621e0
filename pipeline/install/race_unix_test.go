//go:build unix

package install

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
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
	h.FS = &faultFS{} // no fault: it only leaves out the syncs
	name := os.Getenv(workerName)
	rounds, _ := strconv.Atoi(os.Getenv(workerRounds))
	for i := range rounds {
		var err error
		switch i % 4 {
		case 0, 2:
			err = h.grant(fmt.Sprintf("%s-%d", name, i))
		case 1:
			err = h.render(fmt.Sprintf("%s-%d", name, i))
		case 3:
			err = h.takeBack()
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

// Two processes apply, undo and edit the configuration at once. No grant is lost:
// the file holds what was granted and not undone, in that order. No file is mixed:
// a reader that looks all the time sees whole versions only.
func TestTwoProcessesAtOnce(t *testing.T) {
	const workers, rounds = 2, 200
	h := newHouse(t)
	stop := make(chan struct{})
	looked := make(chan int)
	go func() {
		n := 0
		for {
			select {
			case <-stop:
				looked <- n
				return
			default:
			}
			for i := range artifacts {
				if b, err := h.read(artifact(i)); err != nil || b != nil && !whole(string(b)) {
					t.Errorf("mixed file: %v, %.80q", err, b)
				}
				n++
			}
		}
	}()
	type result struct {
		out []byte
		err error
	}
	results := make(chan result, workers)
	for w := range workers {
		go func() {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), workerHome+"="+h.Home, workerName+"="+string(rune('a'+w)), workerRounds+"="+strconv.Itoa(rounds))
			cmd.Stderr = os.Stderr
			out, err := cmd.Output()
			results <- result{out, err}
		}()
	}
	granted, deeds := map[string]string{}, 0
	var undone []string
	for range workers {
		r := <-results
		if r.err != nil {
			t.Fatalf("worker: %v", r.err)
		}
		for line := range strings.Lines(string(r.out)) {
			deeds++
			switch f := strings.Fields(line); f[0] {
			case "granted":
				granted[f[1]] = f[2]
			case "undid":
				undone = append(undone, f[1])
			}
		}
	}
	close(stop)
	looks := <-looked
	if n := len(granted); n != workers*rounds/2 {
		t.Errorf("%d grants were told, want %d: two receipts had one id", n, workers*rounds/2)
	}
	for _, id := range undone {
		delete(granted, id)
	}
	var want []string
	for id := range granted {
		want = append(want, id)
	}
	slices.Sort(want)
	for i, id := range want {
		want[i] = granted[id]
	}
	var got []string
	for s := bufio.NewScanner(strings.NewReader(h.get(grantsFile))); s.Scan(); {
		got = append(got, s.Text())
	}
	if !slices.Equal(got, want) {
		same(t, "grants", strings.Join(want, "\n"), strings.Join(got, "\n"))
	}
	versions := map[string]bool{}
	for i := range artifacts {
		versions[h.get(artifact(i))] = true
	}
	if len(versions) != 1 {
		t.Errorf("the artifacts stand in %d versions after an all-or-nothing apply", len(versions))
	}
	leftovers(t, "after the race", h)
	t.Logf("%d processes, %d rounds each, %d deeds told, %d undone, %d reads meanwhile", workers, rounds, deeds, len(undone), looks)
}
