//go:build unix

package lock

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestMain lets the test program stand in for a second bridge.
func TestMain(m *testing.M) {
	if root := os.Getenv("LOCK_TEST_CONTEND"); root != "" {
		contend(root)
		return
	}
	if os.Getenv("LOCK_TEST_HOLD") != "" {
		io.Copy(io.Discard, os.Stdin) // holds what it inherited until told to end
		return
	}
	os.Exit(m.Run())
}

// contend takes the lock 150 times. A marker that only one process may see free shows
// any overlap, whatever the lock itself believes.
func contend(root string) {
	got, overlaps := 0, 0
	marker := filepath.Join(root, "marker")
	for range 150 {
		l, err := Acquire(context.Background(), root, time.Minute)
		if err != nil {
			continue
		}
		got++
		if f, err := os.OpenFile(marker, os.O_CREATE|os.O_EXCL, 0o644); err != nil {
			overlaps++
		} else {
			f.Close()
			for end := time.Now().Add(time.Millisecond); time.Now().Before(end); {
			}
			if os.Remove(marker) != nil {
				overlaps++
			}
		}
		l.Release()
	}
	fmt.Printf("%d %d", got, overlaps)
}

func TestFourProcessesNeverOverlap(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	var all sync.WaitGroup
	results := make([]string, 4)
	for i := range results {
		all.Go(func() {
			c := exec.Command(self)
			c.Env = append(os.Environ(), "LOCK_TEST_CONTEND="+root)
			out, err := c.CombinedOutput()
			results[i] = string(out)
			if err != nil {
				t.Errorf("contender %d: %v", i, err)
			}
		})
	}
	all.Wait()
	for _, r := range results {
		if r != "150 0" {
			t.Errorf("acquisitions and overlaps: got %q, want 150 0", r)
		}
	}
	t.Logf("4 processes, acquisitions and overlaps of each: %q", results)
}

func TestOneHolderInOneProcess(t *testing.T) {
	root := t.TempDir()
	l, err := Acquire(t.Context(), root, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if got := content(t, root); got != strconv.Itoa(os.Getpid())+"\n" {
		t.Errorf("do.lock holds %q", got)
	}
	if _, err := Acquire(t.Context(), root, 20*time.Millisecond); !errors.Is(err, ErrTimeout) {
		t.Errorf("a second holder: %v", err)
	}
	l.Release()
	if _, err := os.Stat(filepath.Join(root, ".agent-mesh", "do.lock")); !os.IsNotExist(err) {
		t.Error("release left do.lock")
	}
	l, err = Acquire(t.Context(), root, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	l.Release()
}

// TestWhatIsFound is what a lock file left by others means.
func TestWhatIsFound(t *testing.T) {
	dead := exec.Command(os.Args[0], "-test.run=^$")
	if err := dead.Run(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, content string
		free          bool
	}{
		{"a dead holder", strconv.Itoa(dead.Process.Pid) + "\n", true},
		{"nothing in it", "", true},
		{"no number", "x\n", true},
		{"a negative number", "-1\n", true},
		{"zero", "0", true},
		{"ourselves, before a crash", strconv.Itoa(os.Getpid()), true},
		{"a living holder", strconv.Itoa(os.Getppid()) + "\n", false},
		{"somebody we may not signal", "1\n", false},
	} {
		root := t.TempDir()
		put(t, root, c.content)
		l, err := Acquire(t.Context(), root, 20*time.Millisecond)
		if c.free != (err == nil) || !c.free && !errors.Is(err, ErrTimeout) {
			t.Errorf("%s: %v", c.name, err)
		}
		if err == nil {
			l.Release()
		} else if got := content(t, root); got != c.content {
			t.Errorf("%s: the holder's file became %q", c.name, got)
		}
	}
}

func TestHandOverAndRelease(t *testing.T) {
	root := t.TempDir()
	l, err := Acquire(t.Context(), root, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.HandOver(os.Getppid()); err != nil || content(t, root) != strconv.Itoa(os.Getppid())+"\n" {
		t.Errorf("handed over: %q, %v", content(t, root), err)
	}
	put(t, root, "1\n")
	if err := l.HandOver(os.Getppid()); err == nil {
		t.Error("a lock that somebody else took must not be handed over")
	}
	l.Release()
	if content(t, root) != "1\n" {
		t.Error("release took away somebody else's lock")
	}
}

// TestWhatAPeerLeavesRunning separates the two ends of a delegation: released, the
// folder is free although a child still has the descriptor; merely lost, as by a kill,
// it is not, until the child has ended.
func TestWhatAPeerLeavesRunning(t *testing.T) {
	for _, released := range []bool{true, false} {
		root := t.TempDir()
		l, err := Acquire(t.Context(), root, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		child := exec.Command(os.Args[0])
		child.Env = []string{"LOCK_TEST_HOLD=1"}
		child.ExtraFiles = []*os.File{l.Guard()}
		in, err := child.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		if released {
			l.Release()
		} else {
			l.guard.Close()
		}
		next, err := Acquire(t.Context(), root, 50*time.Millisecond)
		if released != (err == nil) {
			t.Errorf("released %v, with a living child: %v", released, err)
		}
		in.Close()
		child.Wait()
		if next == nil {
			if next, err = Acquire(t.Context(), root, time.Second); err != nil {
				t.Fatalf("after the child's end: %v", err)
			}
		}
		next.Release()
	}
}

func TestNothingIsMadeOutsideTheFolder(t *testing.T) {
	root := filepath.Join(t.TempDir(), "missing")
	if _, err := Acquire(t.Context(), root, 0); err == nil {
		t.Error("a missing folder was locked")
	}
	if _, err := os.Stat(root); !os.IsNotExist(err) {
		t.Error("a missing folder was made")
	}
	root = t.TempDir()
	target := filepath.Join(t.TempDir(), "target")
	if err := os.Mkdir(filepath.Join(root, ".agent-mesh"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, filepath.Join(root, ".agent-mesh", "do.lock.guard")); err != nil {
		t.Fatal(err)
	}
	if _, err := Acquire(t.Context(), root, 0); err == nil {
		t.Error("a link was followed")
	}
	if _, err := os.Stat(target); !os.IsNotExist(err) {
		t.Error("a file was made through a link")
	}
	root = t.TempDir()
	if err := os.WriteFile(filepath.Join(root, ".agent-mesh"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Acquire(t.Context(), root, 0); err == nil || errors.Is(err, ErrTimeout) || !strings.Contains(err.Error(), "write lock") {
		t.Errorf("a file in the folder's place: %v", err)
	}
}

func put(t *testing.T, root, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(root, ".agent-mesh"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, ".agent-mesh", "do.lock"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, root string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, ".agent-mesh", "do.lock"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
