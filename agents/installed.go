package agents

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"toolgrant/model"
)

// ManifestName is the file in which the reference records what it installed into a
// config home (spec/pipeline.md 1.3).
const ManifestName = "gsd-file-manifest.json"

// The bounds of a manifest. A full install of 1.14 records 935 files.
const (
	maxManifest = 32 << 20
	maxPath     = 1024
)

// A Manifest is what the reference says it installed: each file, relative to the
// config home and slash separated, with the SHA-256 of its bytes in lower-case hex.
type Manifest struct {
	Version string
	Runtime string
	Scope   model.Scope
	Files   map[string]string
}

// ReadManifest reads the manifest of a config home. An error is fs.ErrNotExist where
// there is none, and otherwise says why it cannot be trusted. Entries that are no
// plain relative path with a hash are left out, each with a note.
func ReadManifest(home string) (Manifest, []model.Note, error) {
	path := filepath.Join(home, ManifestName)
	b, err := readSmall(path, maxManifest)
	if err != nil {
		return Manifest{}, nil, fmt.Errorf("%s: the manifest cannot be read: %w", path, err)
	}
	return parseManifest(path, b)
}

func parseManifest(path string, b []byte) (Manifest, []model.Note, error) {
	var raw struct {
		Version string         `json:"version"`
		Runtime string         `json:"runtime"`
		Scope   model.Scope    `json:"scope"`
		Files   map[string]any `json:"files"`
	}
	if err := json.Unmarshal(b, &raw); err != nil {
		return Manifest{}, nil, fmt.Errorf("%s: the manifest is not as the reference writes it: %w", path, err)
	}
	if raw.Files == nil {
		return Manifest{}, nil, fmt.Errorf("%s: the manifest has no list of files", path)
	}
	if len(raw.Files) > maxEntries {
		return Manifest{}, nil, fmt.Errorf("%s: the manifest lists more than %d files", path, maxEntries)
	}
	m := Manifest{Version: raw.Version, Runtime: raw.Runtime, Scope: raw.Scope, Files: make(map[string]string, len(raw.Files))}
	var notes []model.Note
	for _, name := range slices.Sorted(maps.Keys(raw.Files)) {
		sum, ok := raw.Files[name].(string)
		if !ok || !isSum(sum) || !isRelative(name) {
			notes = append(notes, model.Note{
				Severity: model.Warning, Code: "manifest-entry", File: path,
				Problem: fmt.Sprintf("the entry %.80q is left out: it is no relative path with a SHA-256", name),
				Hint:    "files that the manifest does not cover are never taken over unasked",
			})
			continue
		}
		m.Files[name] = sum
	}
	return m, notes, nil
}

func isSum(s string) bool {
	return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == ""
}

// isRelative reports whether a path stays below the folder that it is relative to,
// on every system.
func isRelative(p string) bool {
	return fs.ValidPath(p) && p != "." && len(p) <= maxPath && !strings.ContainsAny(p, `\:`) && !strings.ContainsFunc(p, unicode.IsControl)
}

// Stems is the document stems of the agents that are installed, sorted. The same
// stem may stand for several files, as Codex and Kimi have two for each role.
func (m Manifest) Stems() []string {
	seen := map[string]bool{}
	for name := range m.Files {
		rest, ok := strings.CutPrefix(name, "agents/")
		if !ok {
			continue
		}
		rest = strings.TrimPrefix(rest, "subagents/")
		for _, end := range []string{".agent.md", ".md", ".toml", ".yaml", ".yml"} {
			if stem, ok := strings.CutSuffix(rest, end); ok {
				if stem != "" && !strings.Contains(stem, "/") {
					seen[stem] = true
				}
				break
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}
