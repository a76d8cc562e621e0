package model

import "strings"

// A Pack says which text rules apply to the documents of a source.
type Pack string

// The packs of CLI.md. GSD artifacts get the reference installer's text rules; a
// plain pack is anybody's own agents, whose body no host row may change.
const (
	GSD   Pack = "gsd"
	Plain Pack = "plain"
)

// ListForm is the way in which a person wrote a tool list. An edit keeps it.
type ListForm string

// The forms in which tool lists are written. Absent is not a form of a list but
// the lack of one: such an agent inherits every tool of its host.
const (
	Absent     ListForm = "absent"
	InlineList ListForm = "inline" // tools: Read, Bash
	BlockList  ListForm = "block"  // one "- item" a line
	FlowList   ListForm = "flow"   // [Read, Bash]
	QuotedList ListForm = "quoted" // "Read, Bash"
	ScalarList ListForm = "scalar" // a literal or folded block scalar
	Unreadable ListForm = "unreadable"
)

// A ToolList is the tool list of one document: what it means and where it stands.
type ToolList struct {
	Form    ListForm
	Entries []string // decoded, in file order, duplicates kept
	Line    int      // of the tools key, from 1; 0 when absent
}

// Inherits reports whether the document leaves its list out, which every host of
// the Claude family reads as "all tools" (spec/hosts.md, "absent list").
func (l ToolList) Inherits() bool { return l.Form == Absent }

// Parts cuts a document's text at its fences; concatenated they are the text again.
// Without frontmatter everything is Body.
type Parts struct {
	BOM    string // U+FEFF or empty
	Open   string // the opening fence line with its line break; empty without frontmatter
	Header string // the lines between the fences, each with its line break
	Close  string // the closing fence line with its line break, if it has one
	Body   string
}

// Fenced reports whether the document has frontmatter.
func (p Parts) Fenced() bool { return p.Open != "" }

// Text is the document as one string.
func (p Parts) Text() string { return p.BOM + p.Open + p.Header + p.Close + p.Body }

// A Field is one top-level key of a document's frontmatter.
type Field struct {
	Key   string // decoded
	Value string // decoded text of a scalar; empty for lists, maps and null
	Kind  FieldKind
	Typed bool // a number, a date or a truth value to YAML, so no text to some hosts
	Line  int  // of the key in the file, from 1
	// Start and End are byte offsets into Header of the lines that belong to the
	// key: from its own line to the next key, comment lines in front excluded.
	Start, End int
}

// FieldKind is the YAML kind of a field's value.
type FieldKind string

// The kinds of a field.
const (
	TextField FieldKind = "text" // a scalar that has text, numbers and booleans included
	NullField FieldKind = "null"
	ListField FieldKind = "list"
	MapField  FieldKind = "map"
)

// A Document is one agent file as read. Its bytes are never changed in place: an
// edit makes a new Document.
type Document struct {
	Parts
	Stem        string // file name without ".md": "gsd-planner.compact"
	Name        string // the raw text of the name key, else the stem
	Description string // decoded
	Path        string // where it was read, for messages only
	Source      string // the folder it came from
	Pack        Pack
	Fields      []Field // in file order; recovered line by line when Broken
	// Broken is set when the header as a whole is not valid YAML. Its list may
	// still be readable; hosts that copy the header need a warning, hosts that get
	// a header of ours get a valid one (DECISIONS 7).
	Broken bool
	Tools  ToolList
	Denied []string // disallowedTools
	// Servers is what mcpServers names, where it is a list: Claude Code gives the agent
	// every tool of them, whatever its list says.
	Servers []string
	Notes   []Note // what reading it had to say
}

// Field returns the document's field of that key.
func (d Document) Field(key string) (Field, bool) {
	for _, f := range d.Fields {
		if f.Key == key {
			return f, true
		}
	}
	return Field{}, false
}

// compactSuffix marks the short twin of a document. spec/pipeline.md 11.2 G5.
const compactSuffix = ".compact"

// Family is the stem that selectors, overrides and effort use for a document:
// x.compact.md belongs to the agent x (DECISIONS 2).
func Family(stem string) string { return strings.TrimSuffix(stem, compactSuffix) }

// An Agent is a family of documents that people know under one name.
type Agent struct {
	Stem      string
	Documents []Document // the long form first
}

// Lead is the document that stands for the agent where one has to: the long form.
func (a Agent) Lead() Document { return a.Documents[0] }

// ReadOnly reports whether no document of the agent may write or run anything by
// its own list. An agent that inherits everything is not read-only.
func (a Agent) ReadOnly() bool {
	for _, d := range a.Documents {
		if d.Tools.Form == Absent || d.Tools.Form == Unreadable {
			return false
		}
		for _, e := range d.Tools.Entries {
			if Writes(e) {
				return false
			}
		}
	}
	return true
}

// Families groups documents into agents, in order of first appearance.
func Families(docs []Document) []Agent {
	at := map[string]int{}
	var agents []Agent
	for _, d := range docs {
		stem := Family(d.Stem)
		i, ok := at[stem]
		if !ok {
			i = len(agents)
			at[stem] = i
			agents = append(agents, Agent{Stem: stem})
		}
		if d.Stem == stem {
			agents[i].Documents = append([]Document{d}, agents[i].Documents...)
		} else {
			agents[i].Documents = append(agents[i].Documents, d)
		}
	}
	return agents
}
