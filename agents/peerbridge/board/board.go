package board

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"toolgrant/agents/peerbridge/js"
	"toolgrant/agents/peerbridge/whole"
)

// maxFile bounds a task file in bytes. Six texts of 16384 characters, each escaped,
// stay below it.
const maxFile = 1 << 20

// A Board is the task folder of one mesh.
type Board struct{ dir string }

// Open names the board of the mesh at meshRoot. Nothing is made until a task is.
func Open(meshRoot string) Board {
	return Board{filepath.Join(meshRoot, "mesh", "board", "tasks")}
}

// Create writes a new task and returns its id. The file appears whole under a name
// that nobody else can have taken: the link fails if it is there, and the next number
// is tried.
func (b Board) Create(ctx context.Context, brief Brief, now time.Time) (string, error) {
	if err := os.MkdirAll(b.dir, 0o755); err != nil {
		return "", fmt.Errorf("task board: %w", err)
	}
	prefix := slug(brief.From) + "-" + slug(brief.To) + "-"
	for ctx.Err() == nil {
		n, err := b.highest(prefix)
		if err != nil {
			return "", fmt.Errorf("task board: %w", err)
		}
		id := fmt.Sprintf("%s%03d", prefix, n+1)
		data, err := encode(brief.task(id, now))
		if err != nil {
			return "", err
		}
		switch err := whole.Create(b.path(id), data); {
		case err == nil:
			return id, nil
		case !errors.Is(err, fs.ErrExist):
			return "", fmt.Errorf("task board: %w", err)
		}
	}
	return "", ctx.Err()
}

// Inbox lists the tasks that are me's, whole and in the order of their file names.
// Files that cannot be read, or are no tasks, are passed over.
func (b Board) Inbox(me string) ([]json.RawMessage, error) {
	entries, err := os.ReadDir(b.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("task board: %w", err)
	}
	tasks := []json.RawMessage{}
	for _, e := range entries {
		if !e.Type().IsRegular() || !strings.HasSuffix(e.Name(), ".json") {
			continue
		}
		data, err := readFile(filepath.Join(b.dir, e.Name()))
		if err != nil {
			continue
		}
		o, err := js.ParseObject(data)
		if err != nil {
			continue
		}
		if to, ok := o.String("to"); ok && to == me {
			tasks = append(tasks, data)
		}
	}
	return tasks, nil
}

// Update moves the task one step on behalf of me. A result is kept only with the step
// to done. Bridges of ours take turns; the task is read again once it is our turn.
func (b Board) Update(ctx context.Context, id, me, state string, result *string, now time.Time) error {
	if !taskID.MatchString(id) {
		return refuse(NoTask, "task %q not found.", id)
	}
	if _, err := readFile(b.path(id)); err != nil {
		return refuse(NoTask, "task %q not found.", id)
	}
	turn := flock.New(filepath.Join(filepath.Dir(b.dir), "tasks.lock"), flock.SetPermissions(0o644))
	if ok, err := turn.TryLockContext(ctx, 5*time.Millisecond); !ok {
		return fmt.Errorf("task board: %w", err)
	}
	defer turn.Close() // the file stays: a lock that is unlinked can be held twice
	data, err := readFile(b.path(id))
	if err != nil {
		return refuse(NoTask, "task %q not found.", id)
	}
	to, ok := owner(data, id)
	if !ok {
		return refuse(NoTask, "task %q not found.", id)
	}
	if to != me {
		return refuse(NotAssignee, "only the assignee may advance this task (you are %q, it is for %q).", me, to)
	}
	data, err = advance(data, me, state, result, now)
	if err != nil {
		return err
	}
	return whole.Replace(b.path(id), data)
}

func (b Board) path(id string) string { return filepath.Join(b.dir, id+".json") }

// readFile reads a plain file and follows no link, so that the board stays in its folder.
func readFile(path string) ([]byte, error) {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return nil, fmt.Errorf("no plain file")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("larger than 1 MiB")
	}
	return data, err
}
