package pipeline

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"toolgrant/model"
)

// remembered is what a whole-server entry was written as when its tools were known: the
// names of that server in the artifact that stands there, as we left it. A catalogue
// that is missing today must not narrow an agent in silence (DECISIONS 38), and nothing
// but this server's names is taken from the old file, so what was revoked stays gone.
func (j *Job) remembered(t model.Tool) spelling {
	m := &j.Row.Tools
	if m.MCPTool == nil || j.before == nil {
		return spelling{}
	}
	text, ok := j.before(j.name())
	if !ok {
		return spelling{}
	}
	server := meanings(j.Catalogue, t)[0].server
	others := j.spelledElsewhere(t)
	var names []string
	for _, token := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n,'\"[]", r) }) {
		if ofServer(m, server, token) && !slices.Contains(names, token) && !slices.Contains(others, token) {
			names = append(names, token)
		}
	}
	if len(names) == 0 {
		return spelling{}
	}
	s := held(names...)
	s.why = fmt.Sprintf("written as the %d tools that were known at the last apply: those of %s are not known now", len(names), server)
	return s
}

// spelledElsewhere is what the list's other entries are written as: those names are in
// the old file for reasons of their own, and must not be taken for the server's.
func (j *Job) spelledElsewhere(t model.Tool) []string {
	var names []string
	for _, entry := range j.Doc.Tools.Entries {
		if o := model.ParseTool(entry); entry != t.Raw && o.IsMCP() {
			names = append(names, j.spell(o).host...)
		}
	}
	return names
}

// ofServer reports whether a name is what the host calls some tool of a server.
func ofServer(m *model.ToolModel, server, name string) bool {
	around := m.MCPTool(server, "")
	for _, cut := range []func(string, string) (string, bool){strings.CutPrefix, strings.CutSuffix} {
		if tool, ok := cut(name, around); ok && tool != "" && m.MCPTool(server, tool) == name {
			return true
		}
	}
	return false
}

// asLeft reads an artifact of a target, if it is ours and as we left it.
func (p *Pipeline) asLeft(t *Target, name string) (string, bool) {
	path := filepath.Join(t.Dir, filepath.FromSlash(name))
	data, exists, err := p.in.Snapshot.Read(path)
	if err != nil || !exists || p.in.Snapshot.Own(path, data, true) != model.Ours {
		return "", false
	}
	header, _, _ := strings.Cut(strings.TrimPrefix(string(data), "---"), "\n---")
	return header, true
}
