package servers

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"toolgrant/model"
	"toolgrant/model/splice"
)

// A List is what Discover found, in the order of names. It keeps to itself how each
// server is started; everything that it hands out is free of secrets.
type List struct {
	where   Where
	entries []entry
}

// entry is a server with the recipe of each place, in the order of server.Found.
// Recipes are behind pointers, which fmt does not follow: printing a List by mistake
// shows addresses and no secrets.
type entry struct {
	server  model.Server
	recipes []*recipe
}

// Servers lists what was found. The list is a copy.
func (l List) Servers() []model.Server {
	out := make([]model.Server, len(l.entries))
	for i, e := range l.entries {
		out[i] = e.server.Clone()
	}
	return out
}

// Only keeps the servers with these names, and says which names are not there.
func (l List) Only(names ...string) (found List, missing []string) {
	found.where = l.where
	for _, e := range l.entries {
		if slices.Contains(names, e.server.Name) {
			found.entries = append(found.entries, e)
		}
	}
	for _, n := range names {
		if !slices.ContainsFunc(l.entries, func(e entry) bool { return e.server.Name == n }) {
			missing = append(missing, n)
		}
	}
	return found, missing
}

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
				Line: m.line, Column: 1, Problem: fmt.Sprintf("the server's name %q %s", model.Printable(m.name), problem),
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

// settled puts the place that a probe should ask first: one that is switched on
// before one that is not, the person's own before what a project brings.
func (e *entry) settled() entry {
	type pair struct {
		place  model.Place
		recipe *recipe
	}
	trust := []model.ServerScope{model.FromUser, model.FromLocal, model.FromManaged, model.FromPlugin, model.FromProject}
	pairs := make([]pair, len(e.recipes))
	for i := range pairs {
		pairs[i] = pair{e.server.Found[i], e.recipes[i]}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int {
		off := map[bool]int{true: 1}
		return cmp.Or(
			off[a.place.Disabled]-off[b.place.Disabled],
			slices.Index(trust, a.place.Scope)-slices.Index(trust, b.place.Scope),
		)
	})
	out := entry{server: model.Server{Name: e.server.Name}}
	for _, p := range pairs {
		out.server.Found = append(out.server.Found, p.place)
		out.recipes = append(out.recipes, p.recipe)
		out.server.Differs = out.server.Differs || startOf(p.place) != startOf(pairs[0].place)
	}
	return out
}

// startOf is what a person compares places by: the command or address as shown. A
// token or a variable of its own does not make another server.
func startOf(p model.Place) string { return string(p.Transport) + " " + p.Command }

// differs says where one name means different servers.
func differs(s model.Server) model.Note {
	n := model.Note{Severity: model.Info, Code: "server-differs", Tool: s.Name}
	var seen, said []string
	for _, p := range s.Found {
		if slices.Contains(seen, startOf(p)) {
			continue
		}
		seen = append(seen, startOf(p))
		said = append(said, fmt.Sprintf("%s has %q", p.Host, p.Command))
	}
	n.Problem = fmt.Sprintf("the server %s is not the same everywhere: %s", s.Name, strings.Join(said, ", "))
	n.Hint = "a grant by this name reaches each of them; a probe asks the first"
	return n
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
