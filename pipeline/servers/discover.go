package servers

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"toolgrant/model"
	"toolgrant/model/splice"
)

// Discover reads the configuration of every known host and lists the servers in it.
// It reads files and nothing else: nothing is run, resolved or written. What cannot
// be understood is a note and never stops the rest.
func Discover(w Where) (List, []model.Note) {
	d := discovery{where: w, byName: map[string]*entry{}, files: map[string]parsed{}}
	for _, src := range sources() {
		d.read(src)
	}
	d.plugins()
	d.switchOff()
	for _, s := range scripts() {
		d.script(s)
	}
	list := List{where: w}
	for _, e := range d.byName {
		list.entries = append(list.entries, e.settled())
	}
	slices.SortFunc(list.entries, func(a, b entry) int { return model.CompareServers(a.server, b.server) })
	for _, e := range list.entries {
		if e.server.Differs {
			d.notes = append(d.notes, differs(e.server))
		}
	}
	return list, settledNotes(d.notes)
}

// settledNotes orders notes and makes one of those that several hosts have about a
// file that they share.
func settledNotes(notes []model.Note) []model.Note {
	slices.SortStableFunc(notes, model.CompareNotes)
	var out []model.Note
	for _, n := range notes {
		same := slices.IndexFunc(out, func(o model.Note) bool {
			return o.File == n.File && o.Line == n.Line && o.Code == n.Code && o.Problem == n.Problem
		})
		switch {
		case same < 0:
			out = append(out, n)
		case out[same].Runtime != n.Runtime:
			out[same].Runtime = ""
		}
	}
	return out
}

// discovery is the work of one Discover.
type discovery struct {
	where  Where
	byName map[string]*entry
	files  map[string]parsed
	notes  []model.Note
}

// parsed is a file that was read once, however many hosts share it.
type parsed struct {
	root  node
	found bool
	err   error
}

func (d *discovery) parse(lang language, path string) parsed {
	if p, ok := d.files[path]; ok {
		return p
	}
	var p parsed
	var data []byte
	if data, p.found, p.err = readFile(path); p.found && p.err == nil {
		p.root, p.err = parse(lang, data)
	}
	d.files[path] = p
	return p
}

func (d *discovery) read(src source) {
	paths, more := src.spot.files(d.where)
	if more {
		d.notes = append(d.notes, model.Note{
			Severity: model.Warning, Code: "servers-unread", Runtime: src.host,
			Problem: fmt.Sprintf("only the first %d folders for %s are read", maxMatches, src.spot.file),
		})
	}
	for _, path := range paths {
		p := d.parse(src.lang, path)
		if p.err != nil {
			d.notes = append(d.notes, unread(src.host, path, p.err))
			continue
		}
		if !p.found {
			continue
		}
		n, err := p.root.at(d.keys(src.keys))
		if errors.Is(err, errAbsent) {
			continue
		}
		if err == nil && n.kind != splice.JSONObject {
			err = wrongKind(d.keys(src.keys), n, splice.JSONObject)
		}
		if err != nil {
			d.notes = append(d.notes, unread(src.host, path, err))
			continue
		}
		d.take(src, path, n, nil)
	}
}

// keys puts the project's folder where a path of keys speaks of it.
func (d *discovery) keys(path []string) []string {
	out := slices.Clone(path)
	for i, k := range out {
		if k == "{project}" {
			out[i] = d.where.Project
		}
	}
	return out
}

// take adds every server of one map. rename is applied to each name, if there is one.
func (d *discovery) take(src source, file string, n node, rename func(string) string) {
	if len(n.members) > maxEntries {
		d.notes = append(d.notes, unread(src.host, file, splice.Fault{
			Line: n.line, Column: 1, Problem: fmt.Sprintf("has %d servers, more than the %d that are read", len(n.members), maxEntries),
		}))
		return
	}
	for i, m := range n.members {
		if slices.ContainsFunc(n.members[i+1:], func(o member) bool { return o.name == m.name }) {
			d.notes = append(d.notes, unread(src.host, file, splice.Fault{
				Line: m.line, Column: 1, Problem: fmt.Sprintf("the server %s is there twice, the last one counts", shownKeys([]string{m.name})),
			}))
			continue
		}
		if problem := badName(m.name); problem != "" {
			d.notes = append(d.notes, unread(src.host, file, splice.Fault{
				Line: m.line, Column: 1, Problem: fmt.Sprintf("the server's name %q %s", m.name, problem),
			}))
			continue
		}
		r, disabled, err := readEntry(src.shape, m)
		if err != nil {
			d.notes = append(d.notes, unread(src.host, file, err))
			continue
		}
		name := m.name
		if rename != nil {
			name = rename(name)
		}
		r.vars = d.vars(src, file)
		d.add(name, &r, r.place(src, file, m.line, disabled))
	}
}

// maxName bounds a server's and a tool's name in bytes; hosts stop at 128 (case MN09).
const maxName = 256

// badName says why a name cannot be a server's or a tool's, or nothing.
func badName(name string) string {
	switch {
	case strings.TrimSpace(name) == "":
		return "is blank"
	case len(name) > maxName:
		return fmt.Sprintf("is longer than %d bytes", maxName)
	case model.Printable(name) != name:
		return "holds characters that cannot be shown"
	}
	return ""
}

func (d *discovery) add(name string, r *recipe, p model.Place) {
	e := d.byName[name]
	if e == nil {
		e = &entry{server: model.Server{Name: name}}
		d.byName[name] = e
	}
	e.server.Found = append(e.server.Found, p)
	e.recipes = append(e.recipes, r)
}

func (d *discovery) script(s script) {
	paths, _ := s.spot.files(d.where)
	for _, path := range paths {
		if _, found, err := readFile(path); found && err == nil {
			d.notes = append(d.notes, model.Note{
				Severity: model.Info, Code: "servers-unread", File: path, Runtime: s.host,
				Problem: "is a program, which is not run: servers that it adds are not listed",
			})
		}
	}
}
