package pipeline

import (
	"toolgrant/model"
	"toolgrant/pipeline/rewrite"
)

// A Row is one host of the table: what is known about it, and how its artifacts
// are written. Adding a host is adding a row; no stage knows a host's name.
type Row struct {
	model.Runtime

	// Text is the gsd pack's text rules for the host (spec/pipeline.md 8).
	Text func(rewrite.Place) rewrite.Pass
	// Paths rewrites ~/.claude in the text before the converter; the hosts without
	// it have path rules of their own in Text (spec/pipeline.md 3).
	Paths func(rewrite.Place) rewrite.Pass
	// AbsolutePaths spells the home folder out in text, for a host that does not expand
	// variables.
	AbsolutePaths bool
	// Commands turns gsd:name into gsd-name in text and header (spec/pipeline.md 9).
	Commands bool
	// Attribution says which settings file of the host rules commit trailers.
	Attribution AttributionRule

	// Convert writes the host's files for one document into the Job.
	Convert func(*Job)
	// Extend adds header lines of the host's own, for the gsd pack only.
	Extend func(*Job)
	// Gather adds files that stand for all agents of a target together.
	Gather func(*Target) []File
}

// An AttributionRule says where a host's own settings rule commit trailers
// (spec/pipeline.md 2.6). The zero rule keeps them.
type AttributionRule struct {
	Files   []string // candidates in the config home, the first that exists counts
	Key     []string // path of the key
	Boolean bool     // true removes; otherwise a text replaces and "" or null removes
}

// A File is one artifact of a Job. Its content is Head, Body and Tail in one; they
// are kept apart so that the body, which no grant changes, is shared.
type File struct {
	Name             string // below the target's agents folder, slash separated
	Head, Body, Tail string
	Shared           bool // stands for all agents, as Kimi's root agent does
}

// Content is the file's bytes.
func (f File) Content() []byte {
	b := make([]byte, 0, len(f.Head)+len(f.Body)+len(f.Tail))
	b = append(b, f.Head...)
	b = append(b, f.Body...)
	return append(b, f.Tail...)
}

// Same reports whether data is the file's content, without building it.
func (f File) Same(data []byte) bool {
	if len(data) != len(f.Head)+len(f.Body)+len(f.Tail) {
		return false
	}
	h, b := len(f.Head), len(f.Head)+len(f.Body)
	return string(data[:h]) == f.Head && string(data[h:b]) == f.Body && string(data[b:]) == f.Tail
}
