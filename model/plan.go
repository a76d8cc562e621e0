package model

import "slices"

// Kind is what a change does to one file.
type Kind string

// The kinds of a change (CLI.md, "JSON of a plan").
const (
	Create    Kind = "create"
	Update    Kind = "update"
	Remove    Kind = "remove"
	Unchanged Kind = "unchanged"
)

// Ownership is what receipts and the reference's manifest say about the file that
// stands at an artifact's path now.
type Ownership string

// The ownership states. Only Drifted and Foreign need a person's decision.
const (
	Vacant    Ownership = "vacant"    // nothing there, and nothing of ours was
	Ours      Ownership = "ours"      // as we left it
	Drifted   Ownership = "drifted"   // ours, changed since by somebody
	Foreign   Ownership = "foreign"   // never ours
	Reference Ownership = "reference" // unmodified file of the reference's manifest
	Gone      Ownership = "gone"      // ours or the reference's, deleted by somebody
)

// NeedsDecision reports whether a file in this state is overwritten only when the
// person said so.
func (o Ownership) NeedsDecision() bool { return o == Drifted || o == Foreign }

// An Artifact is what one runtime should find at one path.
type Artifact struct {
	Runtime string
	Agent   string // family stem
	Stem    string // document stem
	Path    string // absolute
	Content []byte
	Because []Grant // the grants that this content carries
	Tools   Image   // the agent's list as the host will see it
}

// An Image is a tool list as one host will see it: each tool that was asked for and
// what became of it.
type Image struct {
	Inherits bool // the host gives everything, whatever is written
	Enforced bool // enforce_tools is on for the host
	Lines    []ImageLine
}

// A Fate is what became of one tool on one host.
type Fate string

// The fates. Everything but Held is something a person is told about.
const (
	Held      Fate = "held"      // the host gives this tool, because of the list
	Inherited Fate = "inherited" // the host gives it whatever the list says
	Wider     Fate = "wider"     // the host gives more than was asked for
	Lost      Fate = "lost"      // the host cannot give it to this agent
	Added     Fate = "added"     // nobody asked; the host always gives it
	Untold    Fate = "untold"    // written, but what the host does was never seen
)

// An ImageLine is the fate of one tool on one host.
type ImageLine struct {
	Tool  string   `json:"tool"`            // as asked for, or empty for what the host adds
	Grant *Grant   `json:"grant,omitempty"` // nil when the source itself lists the tool
	Host  []string `json:"host"`            // as written for the host; empty when it cannot be held
	Fate  Fate     `json:"fate"`
	Why   string   `json:"why,omitempty"` // in words, for every fate but Held
}

// Host is what the host will give the agent by name, first-seen order, each once,
// what it adds by itself included.
func (i Image) Host() []string { return i.names(func(ImageLine) bool { return true }) }

// Written is what an artifact lists for the host: Host without what the host adds.
func (i Image) Written() []string {
	return i.names(func(l ImageLine) bool { return l.Fate != Added })
}

func (i Image) names(take func(ImageLine) bool) []string {
	seen := map[string]bool{}
	var names []string
	for _, l := range i.Lines {
		if !take(l) {
			continue
		}
		for _, h := range l.Host {
			if !seen[h] {
				seen[h] = true
				names = append(names, h)
			}
		}
	}
	return names
}

// The names that stand in Change.Runtime for files that belong to no host.
const (
	ConfigFile = "config" // defaults.json, config.json
	MeshFile   = "mesh"   // an agent's agent.json or .mcp.json
	SourceFile = "source" // a pristine copy made by adopt
)

// A Change takes one file from what is there to what is wanted. A Create whose
// Ownership is Gone is one that a person asked for: nothing else makes a deleted
// file again.
type Change struct {
	Runtime   string // runtime id, or ConfigFile, MeshFile, SourceFile
	Agent     string // family stem; empty for config files
	Source    string // folder of the document behind it, kept in the receipt for removals
	Path      string // absolute
	Kind      Kind
	Ownership Ownership
	Before    []byte // what is there; nil when nothing is
	After     []byte // what is wanted; nil for Remove
	Because   []Grant
	// Unreadable is why the file at Path could not be compared; such a change is
	// Unchanged and the file is left alone.
	Unreadable string
	// Private marks files that are created with mode 0600.
	Private bool
}

// InPlace reports whether the change edits a file that a person owns, by splicing.
// Such a file is never ours as a whole, so its other edits are no drift: what
// guards it is that Before still holds when it is written.
func (c Change) InPlace() bool { return c.Runtime == ConfigFile || c.Runtime == MeshFile }

// Drifted reports whether the file was changed or written by somebody else.
func (c Change) Drifted() bool { return c.Ownership.NeedsDecision() && !c.InPlace() }

// A Plan is everything an apply would do, plus what a person should know first.
type Plan struct {
	Agents    int      // families
	Documents int      // source documents
	Runtimes  []string // ids, in table order
	Scope     Scope
	Changes   []Change // Unchanged ones included
	Notes     []Note
	Launches  []LaunchPreview
}

// A Summary counts changes by kind.
type Summary struct {
	Create    int `json:"create"`
	Update    int `json:"update"`
	Remove    int `json:"remove"`
	Unchanged int `json:"unchanged"`
}

// Summary counts the plan's changes.
func (p Plan) Summary() Summary {
	var s Summary
	for _, c := range p.Changes {
		switch c.Kind {
		case Create:
			s.Create++
		case Update:
			s.Update++
		case Remove:
			s.Remove++
		case Unchanged:
			s.Unchanged++
		}
	}
	return s
}

// Pending is the changes that would touch a file.
func (p Plan) Pending() []Change {
	return slices.Collect(func(yield func(Change) bool) {
		for _, c := range p.Changes {
			if c.Kind != Unchanged && !yield(c) {
				return
			}
		}
	})
}

// Empty reports whether applying the plan would write nothing.
func (p Plan) Empty() bool {
	return !slices.ContainsFunc(p.Changes, func(c Change) bool { return c.Kind != Unchanged })
}
