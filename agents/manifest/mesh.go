package manifest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"toolgrant/model"
)

// MeshName is the file that makes a folder the root of a mesh.
const MeshName = "mesh.json"

// maxMesh bounds a mesh.json in bytes.
const maxMesh = 32 << 20

// A Mesh is a mesh.json, read.
type Mesh struct {
	Root   string // the folder that holds mesh.json, absolute
	Agents []Agent
	Notes  []model.Note // entries that were left out
}

// An Agent is one entry of a mesh.
type Agent struct {
	Name string
	Root string // the agent's folder, absolute; it need not exist
	// Outside is set when the folder leaves the mesh, which a manifest must not ask
	// for. The bridge still knows such an agent by name; nothing is written there.
	Outside bool
}

// Card is the path of the agent's card. A mesh.json may name another file, but the
// bridge looks at this one.
func (a Agent) Card() string { return filepath.Join(a.Root, CardName) }

// FindMesh is the nearest folder, from dir upwards, that holds a mesh.json. The error
// is fs.ErrNotExist when there is none.
func FindMesh(dir string) (string, error) {
	for d := filepath.Clean(dir); ; d = filepath.Dir(d) {
		if info, err := os.Stat(filepath.Join(d, MeshName)); err == nil && info.Mode().IsRegular() {
			return d, nil
		}
		if d == filepath.Dir(d) {
			return "", fmt.Errorf("%s: no %s here or in a folder above: %w", dir, MeshName, fs.ErrNotExist)
		}
	}
}

// ReadMesh reads the mesh.json in a folder. Entries without a name and a root are left
// out with a note; of two with one name or one folder the first counts.
func ReadMesh(root string) (Mesh, error) {
	m := Mesh{Root: root}
	file := filepath.Join(root, MeshName)
	data, err := readPlain(file, maxMesh)
	if err != nil {
		return m, fmt.Errorf("%s: %s", file, cause(err))
	}
	if !json.Valid(data) {
		return m, fmt.Errorf("%s: it is not valid JSON", file)
	}
	top, _ := object(data)
	entries, ok := list(top["agents"])
	if !ok {
		return m, fmt.Errorf("%s: an object with an array of agents is expected", file)
	}
	for i, raw := range entries {
		entry, _ := object(raw)
		name, named := text(entry["name"])
		dir, placed := text(entry["root"])
		if !named || !placed || name == "" {
			m.note(file, name, fmt.Sprintf("entry %d of agents has no name and root and was left out", i+1))
			continue
		}
		if _, twice := m.Agent(name); twice {
			m.note(file, name, fmt.Sprintf("%q is listed twice, and the first entry counts", name))
			continue
		}
		a := Agent{Name: name, Root: filepath.Join(root, dir)}
		if a.Outside = !filepath.IsLocal(dir) || leaves(root, a.Root); a.Outside {
			m.note(file, name, fmt.Sprintf("the folder of %q leaves the mesh, and nothing is written there", name))
		}
		m.Agents = append(m.Agents, a)
	}
	return m, nil
}

// Agent is the entry of a name.
func (m Mesh) Agent(name string) (Agent, bool) {
	for _, a := range m.Agents {
		if a.Name == name {
			return a, true
		}
	}
	return Agent{}, false
}

// At is the first entry whose folder is dir, which must be canonical.
func (m Mesh) At(dir string) (Agent, bool) {
	for _, a := range m.Agents {
		if real, err := filepath.EvalSymlinks(a.Root); err == nil && real == dir {
			return a, true
		}
	}
	return Agent{}, false
}

func (m *Mesh) note(file, agent, problem string) {
	m.Notes = append(m.Notes, model.Note{Severity: model.Warning, Code: "mesh-entry", File: file, Agent: agent, Problem: problem})
}

// leaves reports whether a folder, links followed, lies outside root. A folder that is
// not there yet leaves nothing.
func leaves(root, dir string) bool {
	real, err := filepath.EvalSymlinks(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	base, berr := filepath.EvalSymlinks(root)
	if err != nil || berr != nil {
		return true
	}
	rel, err := filepath.Rel(base, real)
	return err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

func text(raw json.RawMessage) (string, bool) {
	var s string
	return s, kind(raw) == "a string" && json.Unmarshal(raw, &s) == nil
}
