package install

import (
	"io"
	"io/fs"
)

// An FS is the part of a file system that a Store uses. It exists so that tests can
// make the n-th operation fail, for every n, or kill the process there; the real
// one is the operating system's.
type FS interface {
	Lstat(path string) (fs.FileInfo, error)
	Readlink(path string) (string, error)
	// MkdirAll makes the state folder.
	MkdirAll(path string, perm fs.FileMode) error
	// Remove takes away the empty state folder, and folders made for it.
	Remove(path string) error
	OpenRoot(dir string) (Root, error)
}

// A Root is a folder that no name given to it can leave, neither by ".." nor
// through links, also when somebody changes folders into links meanwhile. Names are
// relative to it.
type Root interface {
	Lstat(name string) (fs.FileInfo, error)
	// Read returns a regular file's bytes, refusing more than limit bytes and
	// anything that is not a regular file.
	Read(name string, limit int64) ([]byte, fs.FileInfo, error)
	// Create makes a file that must not exist yet.
	Create(name string, perm fs.FileMode) (File, error)
	Mkdir(name string, perm fs.FileMode) error
	Rename(from, to string) error
	Remove(name string) error
	ReadDir(name string) ([]string, error)
	// SyncDir makes renames inside a folder durable.
	SyncDir(name string) error
	Close() error
}

// A File is a file being written.
type File interface {
	io.Writer
	Stat() (fs.FileInfo, error)
	Chmod(mode fs.FileMode) error
	// Chown gives the file the owner and group of like, where the system has them.
	Chown(like fs.FileInfo) error
	Sync() error
	Close() error
}
