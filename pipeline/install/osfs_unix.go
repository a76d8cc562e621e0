//go:build unix

package install

import (
	"io/fs"
	"os"
	"syscall"

	"toolgrant/model"
)

const openNonblock = syscall.O_NONBLOCK

// syncDir makes the entries of a folder durable.
func syncDir(d *os.File) error { return d.Sync() }

// chownLike gives f the owner and group of like. It asks for a change only when
// there is one, since a person may not give files away.
func chownLike(f *os.File, like fs.FileInfo) error {
	want, ok := like.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if have, ok := info.Sys().(*syscall.Stat_t); ok && have.Uid == want.Uid && have.Gid == want.Gid {
		return nil
	}
	return f.Chown(int(want.Uid), int(want.Gid))
}

// linkCount is how many names a file has.
func linkCount(info fs.FileInfo) uint64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Nlink)
	}
	return 1
}

// othersCanWrite reports whether a folder lets people other than its owner change
// what is in it. In a sticky folder they can change their own files only.
func othersCanWrite(info fs.FileInfo) bool {
	return info.Mode().Perm()&0o002 != 0 && info.Mode()&fs.ModeSticky == 0
}

// unsupported is what this system cannot keep.
func unsupported() []model.Note { return nil }
