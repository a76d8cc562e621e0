package servers

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"toolgrant/model"
)

// A Cache keeps what servers answered, one file a server, in a folder of the user's
// cache that nobody else can read. A file holds names, descriptions, hints, the time
// and the hash of the recipe: nothing of the configuration, so no secret. Two
// programs that write at once each leave a whole file.
type Cache struct {
	Dir string // made when first needed, with mode 0700
}

// cacheVersion changes when the form of the files does; others are not read.
const cacheVersion = 1

type cached struct {
	Version int                `json:"version"`
	Name    string             `json:"name"`
	Recipe  string             `json:"recipe"`
	Probed  time.Time          `json:"probed"`
	Tools   []model.ServerTool `json:"tools"`
}

// path is where a server's answer is kept. The recipe is part of the name, so that
// servers of one name in two projects do not answer for each other.
func (c Cache) path(name, recipe string) string {
	sum := sha256.Sum256([]byte(name + "\x00" + recipe))
	return filepath.Join(c.Dir, hex.EncodeToString(sum[:16])+".json")
}

// Store keeps the answer of a server that was just asked, and nothing of any other.
func (c Cache) Store(s model.Server) error {
	if s.State != model.Answered || s.Cached {
		return nil
	}
	text, err := json.Marshal(cached{cacheVersion, s.Name, s.Asked().Recipe, s.Probed.UTC(), s.Tools})
	if err != nil {
		return fmt.Errorf("keeping the tools of %s: %w", s.Name, err)
	}
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return fmt.Errorf("keeping the tools of %s: %w", s.Name, err)
	}
	path := c.path(s.Name, s.Asked().Recipe)
	f, err := os.CreateTemp(c.Dir, ".new-*") // made with mode 0600
	if err != nil {
		return fmt.Errorf("keeping the tools of %s: %w", s.Name, err)
	}
	_, werr := f.Write(append(text, '\n'))
	if err := cmp.Or(werr, f.Close()); err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("keeping the tools of %s: %w", s.Name, err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("keeping the tools of %s: %w", s.Name, err)
	}
	return nil
}

// Fill gives servers the tools that were kept for exactly their recipe. A server
// whose command has changed since stays unknown: its tools may have changed too.
// What cannot be read is a note, and the server stays as it was.
func (c Cache) Fill(servers []model.Server) ([]model.Server, []model.Note) {
	out := slices.Clone(servers)
	var notes []model.Note
	for i, s := range out {
		if s.State == model.Answered && !s.Cached {
			continue
		}
		kept, found, err := c.load(s.Name, s.Asked().Recipe)
		if err != nil {
			notes = append(notes, model.Note{
				Severity: model.Warning, Code: "cache-unread", File: c.path(s.Name, s.Asked().Recipe), Tool: s.Name,
				Problem: fmt.Sprintf("what was kept of the server %s %s", s.Name, err),
				Hint:    "ask the server again: toolgrant list servers --probe " + s.Name,
			})
			continue
		}
		if found {
			out[i].Tools, out[i].Probed, out[i].Cached = kept.Tools, kept.Probed, true
			if s.State == model.Unprobed {
				out[i].State = model.Answered
			}
		}
	}
	return out, notes
}

func (c Cache) load(name, recipe string) (cached, bool, error) {
	var k cached
	data, found, err := readFile(c.path(name, recipe))
	if err != nil || !found {
		return k, false, err
	}
	if json.Unmarshal(data, &k) != nil {
		return k, false, errors.New("is damaged")
	}
	if k.Version != cacheVersion {
		return k, false, nil
	}
	if k.Name != name || k.Recipe != recipe || k.Probed.IsZero() {
		return k, false, errors.New("is of another server")
	}
	for _, t := range k.Tools {
		if badName(t.Name) != "" {
			return k, false, errors.New("holds a name that no tool can have")
		}
	}
	slices.SortFunc(k.Tools, func(a, b model.ServerTool) int { return cmp.Compare(a.Name, b.Name) })
	return k, true, nil
}
