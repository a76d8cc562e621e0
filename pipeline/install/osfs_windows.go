package install

import (
	"io/fs"
	"os"

	"toolgrant/model"
)

const openNonblock = 0

// syncDir does nothing: Windows does not sync folders, renames are journaled by NTFS.
func syncDir(*os.File) error { return nil }

// chownLike does nothing: a new file inherits its folder's access list.
func chownLike(*os.File, fs.FileInfo) error { return nil }

// linkCount is not known from a FileInfo here.
func linkCount(fs.FileInfo) uint64 { return 1 }

// othersCanWrite is not known from a FileInfo here: access lists decide.
func othersCanWrite(fs.FileInfo) bool { return false }

// unsupported is what this system cannot keep.
func unsupported() []model.Note {
	return []model.Note{{
		Severity: model.Warning, Code: "unsupported-system",
		Problem: "on Windows the owner and access list of a replaced file, file modes, and durability of renames after a power loss are not kept",
		Hint:    "Linux and macOS are supported",
	}}
}
