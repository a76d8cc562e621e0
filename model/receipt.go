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
	ID      string    `json:"id"`
	Time    time.Time `json:"time"`
	Entries []Entry   `json:"entries"`
}

// An Entry is one file of a receipt. Before and BeforeMode describe what was
// replaced (its bytes are in the backup store); an empty Before means that we
// created the file, an empty After that we removed it.
type Entry struct {
	Path       string  `json:"path"`
	Runtime    string  `json:"runtime"`
	Agent      string  `json:"agent,omitempty"`
	Source     string  `json:"source,omitempty"` // folder of the document it was rendered from
	Before     Sum     `json:"before,omitempty"`
	BeforeMode uint32  `json:"before_mode,omitempty"`
	After      Sum     `json:"after,omitempty"`
	Mode       uint32  `json:"mode,omitempty"`
	Tools      []Grant `json:"tools,omitempty"` // grants the content carried
	// Parents are the folders we made for this file, outermost first; undo removes
	// them again when they are empty.
	Parents []string `json:"parents,omitempty"`
}
