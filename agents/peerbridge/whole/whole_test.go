package whole

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

func TestOneCreatorOfManySucceeds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	var made atomic.Int32
	var winner atomic.Value
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			switch err := Create(path, fmt.Append(nil, i)); {
			case err == nil:
				made.Add(1)
				winner.Store(fmt.Sprint(i))
			case !errors.Is(err, fs.ErrExist):
				t.Error(err)
			}
		})
	}
	all.Wait()
	if data, err := os.ReadFile(path); err != nil || made.Load() != 1 || string(data) != winner.Load() {
		t.Errorf("%d creators succeeded, the file holds %q, %v", made.Load(), data, err)
	}
	if err := Replace(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if data, _ := os.ReadFile(path); err != nil || len(entries) != 1 || string(data) != "new" {
		t.Errorf("%d files are left, with %q, %v", len(entries), data, err)
	}
}

func TestAFailureLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "f", "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	if Replace(filepath.Join(dir, "f"), nil) == nil || Create(filepath.Join(dir, "f"), nil) == nil || Create(filepath.Join(dir, "missing", "f"), nil) == nil {
		t.Error("a folder was replaced, or a file made where no folder is")
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}
