package model

import (
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// A Sum is a lower-case hexadecimal SHA-256 of a file's bytes.
type Sum string

// SumOf hashes the bytes of a file.
func SumOf(b []byte) Sum {
	h := sha256.Sum256(b)
	return Sum(hex.EncodeToString(h[:]))
}

// A Receipt says what one apply wrote, by hash and mode, never by content, so that
// drift is seen, and undo and uninstall are exact.
type Receipt struct {
	Version int       `json:"version"`
	ID      string    `json:"id"` // sorts by age
	Time    time.Time `json:"time"`
	// Roots are the folders that the apply was allowed to write to: an undo that is
	// called elsewhere may write there again.
	Roots []string `json:"roots,omitempty"`
	// Undone is when an undo put this apply back. Entries that it had to refuse are
	// not marked, and are still ours.
	Undone  time.Time `json:"undone,omitzero"`
	Entries []Entry   `json:"entries"`
}

// An Entry is one file of a receipt. Before and BeforeMode describe what was
// replaced (its bytes are in the backup store); an empty Before means that we
// created the file, an empty After that we removed it.
type Entry struct {
	Path       string    `json:"path"`
	Runtime    string    `json:"runtime"`
	Agent      string    `json:"agent,omitempty"`
	Source     string    `json:"source,omitempty"` // folder of the document it was rendered from
	Was        Ownership `json:"was,omitempty"`    // what Before was to us
	Before     Sum       `json:"before,omitempty"`
	BeforeMode uint32    `json:"before_mode,omitempty"`
	After      Sum       `json:"after,omitempty"`
	Mode       uint32    `json:"mode,omitempty"`
	Tools      []Grant   `json:"tools,omitempty"` // grants the content carried
	// Parents are the folders we made for this file, outermost first; undo removes
	// them again when they are empty.
	Parents []string `json:"parents,omitempty"`
	// Adopted marks a file that was taken over as it stood: nothing was written to
	// it, and Before is the bytes that are its author's own.
	Adopted bool `json:"adopted,omitempty"`
	Undone  bool `json:"undone,omitempty"` // put back by an undo
}

// Created reports whether the file was not there before the apply.
func (e Entry) Created() bool { return e.Before == "" }

// Removed reports whether the apply took the file away.
func (e Entry) Removed() bool { return e.After == "" }
