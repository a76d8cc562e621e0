package install

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"time"

	"toolgrant/model"
)

// ErrNothingToUndo says that no apply is left that undo could put back.
var ErrNothingToUndo = errors.New("nothing to undo")

// A FileProblem is one file that an operation left alone, and why.
type FileProblem struct {
	Path      string
	Ownership model.Ownership // empty where it does not matter
	Why       string
}

func (p FileProblem) String() string { return p.Path + ": " + p.Why }

// list shows the first few of many problems, one a line.
func list(head string, files []FileProblem) string {
	const shown = 10
	var b strings.Builder
	b.WriteString(head)
	for i, f := range files {
		if i == shown {
			fmt.Fprintf(&b, "\n  and %d more", len(files)-shown)
			break
		}
		b.WriteString("\n  " + f.String())
	}
	return b.String()
}

// A DriftError says that files changed between plan and apply. Nothing was written.
type DriftError struct{ Files []FileProblem }

func (e *DriftError) Error() string {
	return list("changed on disk since the plan was made, nothing written", e.Files)
}

// Hint says what to do.
func (e *DriftError) Hint() string { return "plan again, then apply" }

// A PendingDecisionsError says that everything was written but files that somebody
// else changed or made, for which nobody has decided yet.
type PendingDecisionsError struct{ Files []FileProblem }

func (e *PendingDecisionsError) Error() string {
	return list("left as they are until you decide", e.Files)
}

// Hint says what to do.
func (e *PendingDecisionsError) Hint() string {
	return "--yes overwrites them and keeps a backup, --keep leaves them"
}

// A LockedError says that another run holds the lock of this home.
type LockedError struct {
	Path  string
	PID   int // 0 when the holder is not known
	Since time.Time
}

func (e *LockedError) Error() string {
	if e.PID == 0 {
		return e.Path + ": held by another toolgrant"
	}
	return fmt.Sprintf("%s: held by another toolgrant, process %d, since %s", e.Path, e.PID, e.Since.Format(time.DateTime))
}

// Hint says what to do.
func (e *LockedError) Hint() string { return "wait for it to end, then run this again" }

// A FailedError says that an operation stopped in the middle, how far it got, and
// what became of what it had done.
type FailedError struct {
	Op          string // "apply", "undo", "uninstall"
	Path        string // the file it stopped at, if one
	Done, Total int    // files put in place before it stopped
	// Committed: all files are as wanted and only bookkeeping is missing.
	Committed bool
	// Restored: every file is as it was before. When neither is set, the journal is
	// still there and the next run puts the rest back.
	Restored bool
	// Left are files that were not put back because somebody changed them in the
	// meantime. Their old bytes are in the backups.
	Left []FileProblem
	Err  error
}

func (e *FailedError) Error() string {
	var b strings.Builder
	if e.Path != "" {
		b.WriteString(e.Path + ": ")
	}
	fmt.Fprintf(&b, "%s stopped after %d of %d files: %v", e.Op, e.Done, e.Total, e.Err)
	switch {
	case e.Committed:
		b.WriteString("; all files are in place, the next run finishes the bookkeeping")
	case e.Restored && len(e.Left) > 0:
		b.WriteString(list("; everything was put back but", e.Left))
	case e.Restored:
		b.WriteString("; everything was put back")
	default:
		b.WriteString("; putting back failed too, the next run completes it")
	}
	return b.String()
}

func (e *FailedError) Unwrap() error { return e.Err }

// Hint says what to do.
func (e *FailedError) Hint() string {
	switch {
	case errors.Is(e.Err, syscall.ENOSPC):
		return "free some disk space, then run this again"
	case errors.Is(e.Err, syscall.EROFS):
		return "the file system is mounted read-only"
	case errors.Is(e.Err, fs.ErrPermission):
		return "see who owns the file and its folder; toolgrant keeps owner and mode, so it must be allowed to set them"
	}
	return ""
}

// A RefusedError lists the files that undo left alone because they changed since;
// all others were put back.
type RefusedError struct{ Files []FileProblem }

func (e *RefusedError) Error() string {
	return list("changed since, not undone", e.Files)
}

// Hint says what to do.
func (e *RefusedError) Hint() string {
	return "the files are as you left them; status shows them as drifted"
}

// problem is a single refusal that no caller branches on.
func problem(code, file, what, hint string) error {
	return model.Note{Severity: model.Error, Code: code, File: file, Problem: what, Hint: hint}
}
