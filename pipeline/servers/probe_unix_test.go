//go:build unix

package servers

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A server and everything that it started hold one end of a named pipe for as long
// as they live. Its other end sees the end of the file when the last of them is gone,
// so nothing has to be polled for.
func TestProbeLeavesNoProcess(t *testing.T) {
	for part, processes := range map[string]int{
		"good": 1, "silent": 1, "stubborn": 1, "flood": 1, "exit": 1, "fork": 2,
	} {
		t.Run(part, func(t *testing.T) {
			fifo := filepath.Join(t.TempDir(), "alive")
			if err := syscall.Mkfifo(fifo, 0o600); err != nil {
				t.Fatal(err)
			}
			alive, err := os.OpenFile(fifo, os.O_RDONLY|syscall.O_NONBLOCK, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer alive.Close()
			l := oneServer(t, part, map[string]string{"TOOLGRANT_TEST_ALIVE": fifo})
			o := Options{Timeout: 2 * time.Second, Grace: 200 * time.Millisecond, Bytes: 1 << 20}
			l.Probe(t.Context(), "s", o)

			if err := alive.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
				t.Fatal(err)
			}
			var said bytes.Buffer
			if _, err := said.ReadFrom(alive); err != nil {
				t.Fatalf("somebody of %q is still there: %v", said.String(), err)
			}
			lines := strings.Split(strings.TrimSpace(said.String()), "\n")
			if len(lines) != processes {
				t.Fatalf("%d processes were started, want %d: %q", len(lines), processes, lines)
			}
			_, pid, _ := strings.Cut(lines[0], " ")
			group, err := strconv.Atoi(pid)
			if err != nil {
				t.Fatal(err)
			}
			if left := groupMembers(t, group); len(left) > 0 {
				t.Errorf("left in the process group %d: %v", group, left)
			}
		})
	}
}

// groupMembers lists the processes of a group that still run. Where /proc tells, one
// that is dead and waits for its new parent to notice does not count.
func groupMembers(t *testing.T, group int) []string {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(stats) == 0 {
		if err := syscall.Kill(-group, 0); errors.Is(err, syscall.ESRCH) {
			return nil
		}
		return []string{"unknown"}
	}
	var left []string
	for _, path := range stats {
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ESRCH) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		_, after, _ := strings.Cut(string(data), ") ")
		fields := strings.Fields(after)
		if len(fields) > 2 && fields[2] == strconv.Itoa(group) && fields[0] != "Z" && fields[0] != "X" {
			left = append(left, path+" "+fields[0])
		}
	}
	return left
}

// A child of the server that keeps the output open must not make a probe wait.
func TestProbeDoesNotWaitForGrandchildren(t *testing.T) {
	start := time.Now()
	l := oneServer(t, "fork", nil)
	if _, _, err := l.Probe(t.Context(), "s", Options{Timeout: time.Minute, Grace: 200 * time.Millisecond}); err != nil {
		t.Error(err)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("the probe took %v", took)
	}
}
