package install

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"toolgrant/model"
)

// An Adoption takes over a file that a person wrote into a host's agents folder:
// a pristine copy becomes a source, and the file itself is ours from then on, as it
// stands.
type Adoption struct {
	Runtime, Agent string
	Path           string // the installed file
	Installed      []byte // its bytes as the caller read them
	// Pristine is the author's own bytes. It is Installed at first; when an edited
	// file is adopted again, it is Installed without the grants that we put there.
	// It is what uninstall leaves at Path.
	Pristine []byte
	Tools    []model.Grant // grants that Installed carries

	Source string // where the pristine copy goes
	// SourceBefore is what is there; nil when nothing is.
	SourceBefore []byte
}

// Adopt makes the pristine copies and records the installed files as ours. The
// installed files are not written to. It fails like Apply, and an adoption whose
// source was left as it is, or waits for a decision, is left out whole.
func (s *Store) Adopt(ctx context.Context, adopt []Adoption, o Options) (model.Receipt, []model.Note, error) {
	var changes []model.Change
	for _, a := range adopt {
		c := model.Change{Runtime: model.SourceFile, Agent: a.Agent, Path: a.Source, Kind: model.Create, Ownership: model.Gone, After: a.Pristine}
		if a.SourceBefore != nil {
			c.Kind, c.Before = model.Update, a.SourceBefore
		}
		if c.Kind == model.Create || !bytes.Equal(c.Before, c.After) {
			changes = append(changes, c)
		}
	}
	return s.transact(ctx, changes, adopt, o)
}

// adopted verifies the installed files and makes their entries.
func (t *tx) adopted(f *fence, adopt []Adoption, steps []step) ([]model.Entry, error) {
	copied := map[string]bool{}
	for _, s := range steps {
		copied[s.Entry.Path] = true
	}
	var entries []model.Entry
	var drift []FileProblem
	for _, a := range adopt {
		same := a.SourceBefore != nil && bytes.Equal(a.SourceBefore, a.Pristine)
		if !same && !copied[a.Source] {
			continue
		}
		p, err := f.locate(a.Path)
		if err != nil {
			return nil, err
		}
		now, info, err := t.read(p)
		if special, ok := errors.AsType[*specialError](err); ok {
			drift = append(drift, FileProblem{Path: a.Path, Why: special.Error()})
			continue
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s: reading: %w", a.Path, err)
		case info == nil:
			drift = append(drift, FileProblem{Path: a.Path, Why: "disappeared"})
			continue
		case !bytes.Equal(now, a.Installed):
			drift = append(drift, FileProblem{Path: a.Path, Why: "has other content"})
			continue
		}
		if err := t.st.keep(a.Pristine); err != nil {
			return nil, fmt.Errorf("%s: keeping a backup: %w", a.Path, err)
		}
		mode := uint32(info.Mode().Perm())
		entries = append(entries, model.Entry{
			Path: a.Path, Runtime: a.Runtime, Agent: a.Agent, Source: filepath.Dir(a.Source), Tools: a.Tools, Adopted: true,
			Was: t.ledger.State(a.Path, model.SumOf(now)), Before: model.SumOf(a.Pristine), BeforeMode: mode,
			After: model.SumOf(now), Mode: mode,
		})
	}
	if len(drift) > 0 {
		return nil, &DriftError{Files: drift}
	}
	return entries, nil
}
