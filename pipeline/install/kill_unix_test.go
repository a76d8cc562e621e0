//go:build unix

package install

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"toolgrant/model"
)

// The variables that make this test binary the child that is killed, or one of the
// two that work at once.
const (
	killedHome = "INSTALL_TEST_KILLED_HOME"
	killedAct  = "INSTALL_TEST_KILLED_ACT"
	killedAt   = "INSTALL_TEST_KILLED_AT"
	killedKind = "INSTALL_TEST_KILLED_KIND"
)

func TestMain(m *testing.M) {
	switch {
	case os.Getenv(killedHome) != "":
		runKilled()
	case os.Getenv(workerHome) != "":
		os.Exit(runWorker())
	default:
		os.Exit(m.Run())
	}
}

// childTB is what a child has instead of a test.
type childTB struct{ testing.TB }

func (childTB) Helper() {}

func (childTB) Fatal(args ...any) {
	fmt.Fprintln(os.Stderr, args...)
	os.Exit(1)
}

func (c childTB) Fatalf(format string, args ...any) { c.Fatal(fmt.Sprintf(format, args...)) }

// die does not return.
func die() {
	syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// runKilled runs an act and dies by SIGKILL at one operation of it.
func runKilled() {
	at, _ := strconv.Atoi(os.Getenv(killedAt))
	kind, _ := strconv.Atoi(os.Getenv(killedKind))
	h := houseAt(childTB{}, os.Getenv(killedHome))
	h.vouchRef()
	h.FS = &faultFS{at: at, kind: fault(kind), hit: die}
	for _, a := range acts() {
		if a.name == os.Getenv(killedAct) {
			if err := a.run(h); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
	}
	os.Exit(0)
}

// A process that is killed at any operation, or in the middle of any write, leaves
// each file wholly old or wholly new, and the next run makes the tree whole.
func TestKilledAtEveryStep(t *testing.T) {
	killed := 0
	for _, a := range acts() {
		ready := a.ready(t)
		before, after, ops := ready.outcome()
		for _, kind := range []fault{fails, failsHalf} {
			for _, n := range kind.steps(ops) {
				h := ready.again(&faultFS{})
				cmd := exec.Command(os.Args[0])
				cmd.Env = append(os.Environ(), killedHome+"="+h.Home, killedAct+"="+a.name,
					killedAt+"="+strconv.Itoa(n), killedKind+"="+strconv.Itoa(int(kind)))
				out, err := cmd.CombinedOutput()
				where := fmt.Sprintf("%s killed at %d of %d", a.name, n, len(ops))
				exit, ok := errors.AsType[*exec.ExitError](err)
				if !ok || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
					t.Fatalf("%s: the child ended with %v: %s", where, err, out)
				}
				killed++
				oldOrNew(t, where, before, after, h.tree())
				settled(t, where, h, before, after)
				// The lock of the dead is free, and the work can be done.
				if h.tree() == before {
					if err := a.run(h); err != nil {
						t.Errorf("%s: doing it again: %v", where, err)
					}
					same(t, where+": done again", after, h.tree())
				}
				if t.Failed() {
					t.FailNow()
				}
			}
		}
	}
	t.Logf("%d processes killed", killed)
}

// A person who looks at the tree before recovery is told who was interrupted.
func TestRecoveryIsTold(t *testing.T) {
	a := acts()[0]
	ready := a.ready(t)
	_, _, ops := ready.outcome()
	told := map[string]int{}
	for n := 1; n <= len(ops); n += 11 {
		h := ready.again(&faultFS{at: n, kind: diesThere, err: syscall.EIO})
		a.run(h)
		h.FS = &faultFS{}
		notes, err := h.Recover(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, note := range notes {
			if note.Code == "recovered" && note.Severity == model.Warning {
				for _, word := range []string{"put back", "finished"} {
					if strings.Contains(note.Problem, word) {
						told[word]++
					}
				}
			}
		}
	}
	if told["put back"] == 0 || told["finished"] == 0 {
		t.Errorf("told: %v, want both endings", told)
	}
}
