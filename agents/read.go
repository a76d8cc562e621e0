package agents

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"unicode"

	"toolgrant/model"
)

// maxFile bounds an agent file in bytes (DECISIONS 17).
const maxFile = 4 << 20

const ext = ".md"

// Read reads every agent file of a folder: regular files directly in it whose name
// ends in ".md", in byte order of their names. A file that cannot be read is a note
// and never keeps the others out; an error says that the folder itself cannot.
func Read(dir string, pack model.Pack) ([]model.Document, []model.Note, error) {
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: the agents folder cannot be read: %w", dir, cause(err))
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: the agents folder cannot be read: %w", dir, cause(err))
	}
	var names []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ext) && !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	var notes []model.Note
	if len(names) > maxEntries {
		notes = append(notes, model.Note{
			Severity: model.Error, Code: "too-many-files", File: dir,
			Problem: fmt.Sprintf("the folder has %d agent files; only the first %d are read", len(names), maxEntries),
			Hint:    "is this the folder you meant?",
		})
		names = names[:maxEntries]
	}
	docs, more := readAll(dir, root, names)
	for i := range docs {
		docs[i].Source, docs[i].Pack = dir, pack
	}
	return docs, append(append(notes, more...), collisions(docs)...), nil
}

// readAll reads and parses files on all processors, which matters for folders of
// a thousand agents. The order is that of the names.
func readAll(dir, root string, names []string) ([]model.Document, []model.Note) {
	read := make([]model.Document, len(names))
	faults := make([]error, len(names))
	var group sync.WaitGroup
	workers := min(runtime.GOMAXPROCS(0), len(names))
	for w := range workers {
		group.Go(func() {
			for i := w; i < len(names); i += workers {
				text, err := readFile(root, names[i])
				if faults[i] = err; err == nil {
					read[i] = Parse(filepath.Join(dir, names[i]), strings.TrimSuffix(names[i], ext), text)
				}
			}
		})
	}
	group.Wait()
	docs := make([]model.Document, 0, len(names))
	var notes []model.Note
	for i, name := range names {
		if err := faults[i]; err != nil {
			notes = append(notes, model.Note{
				Severity: model.Error, Code: "unreadable-file", File: filepath.Join(dir, name),
				Problem: "the agent file is left out: " + err.Error(), Hint: "mend or move the file",
			})
			continue
		}
		docs = append(docs, read[i])
	}
	return docs, notes
}

// readFile reads one agent file. A link is followed only inside the folder: one
// that leaves it would let a project show files of its user to a host.
func readFile(root, name string) (string, error) {
	if stem := strings.TrimSuffix(name, ext); strings.TrimSpace(stem) == "" || strings.ContainsFunc(stem, unicode.IsControl) {
		return "", errors.New("its name is no name for an agent")
	}
	path, err := filepath.EvalSymlinks(filepath.Join(root, name))
	if err != nil {
		return "", cause(err)
	}
	if rel, err := filepath.Rel(root, path); err != nil || !filepath.IsLocal(rel) {
		return "", errors.New("it is a link that leaves the folder")
	}
	// Looking first keeps a pipe from being opened, which could wait for ever.
	if info, err := os.Lstat(path); err != nil {
		return "", cause(err)
	} else if !info.Mode().IsRegular() {
		return "", errors.New("it is no regular file")
	}
	f, err := os.Open(path)
	if err != nil {
		return "", cause(err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	switch {
	case err != nil:
		return "", cause(err)
	case len(b) > maxFile:
		return "", fmt.Errorf("it is larger than %d MiB", maxFile>>20)
	}
	return string(b), nil
}

// cause is an error without its path, which the message names already.
func cause(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err
	}
	return err
}

// collisions notes stems that are one file to a file system that folds case: writing
// both there would lose one of them in silence (case IN10).
func collisions(docs []model.Document) []model.Note {
	first := make(map[string]model.Document, len(docs))
	var notes []model.Note
	for _, d := range docs {
		folded := strings.ToLower(d.Stem)
		other, taken := first[folded]
		if !taken {
			first[folded] = d
			continue
		}
		notes = append(notes, model.Note{
			Severity: model.Warning, Code: "case-collision", File: d.Path, Agent: model.Family(d.Stem),
			Problem: fmt.Sprintf("the names %q and %q differ only in case, so one would overwrite the other on many file systems", other.Stem, d.Stem),
			Hint:    "rename one of them",
		})
	}
	return notes
}
