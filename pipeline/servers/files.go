package servers

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"toolgrant/model"
	"toolgrant/model/splice"
)

// readFile reads a configuration file whole, links followed, and never anything but
// a regular file: a pipe would block for ever, a device would never end.
// The bool is false, without an error, when there is no such file.
func readFile(path string) ([]byte, bool, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), isNotDir(err):
		return nil, false, nil
	case err != nil:
		return nil, false, fmt.Errorf("cannot be read: %w", cause(err))
	case info.IsDir():
		return nil, false, errors.New("is a folder where a file is expected")
	case !info.Mode().IsRegular():
		return nil, false, errors.New("is no regular file")
	case info.Size() > splice.MaxJSON:
		return nil, false, fmt.Errorf("has %d bytes, more than the %d that are read", info.Size(), splice.MaxJSON)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, false, fmt.Errorf("cannot be read: %w", cause(err))
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, splice.MaxJSON+1))
	if err != nil {
		return nil, false, fmt.Errorf("cannot be read: %w", cause(err))
	}
	return data, true, nil
}

// cause takes the path out of a file error, since every note has it in front.
func cause(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err
	}
	return err
}

// folders lists the names of the folders in a folder, sorted, links to folders
// included; none when it cannot be read.
func folders(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() || e.Type()&fs.ModeSymlink != 0 {
			names = append(names, e.Name())
		}
	}
	return names
}

// unread is the note for a file, or a part of one, that could not be understood.
func unread(host, file string, err error) model.Note {
	n := model.Note{Severity: model.Warning, Code: "servers-unread", File: file, Runtime: host, Problem: err.Error()}
	if f, ok := errors.AsType[splice.Fault](err); ok {
		n.Line, n.Column, n.Problem, n.Hint = f.Line, f.Column, f.Problem, f.Hint
	}
	n.Problem = model.Printable(n.Problem)
	return n
}
