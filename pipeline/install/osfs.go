package install

import (
	"fmt"
	"io"
	"io/fs"
	"os"
)

// osFS is the operating system's file system.
type osFS struct{}

func (osFS) Lstat(path string) (fs.FileInfo, error)       { return os.Lstat(path) }
func (osFS) Readlink(path string) (string, error)         { return os.Readlink(path) }
func (osFS) MkdirAll(path string, perm fs.FileMode) error { return os.MkdirAll(path, perm) }
func (osFS) Remove(path string) error                     { return os.Remove(path) }

func (osFS) OpenRoot(dir string) (Root, error) {
	r, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return osRoot{r}, nil
}

// osRoot adds to an os.Root what a Store needs and it lacks.
type osRoot struct{ *os.Root }

func (r osRoot) Read(name string, limit int64) ([]byte, fs.FileInfo, error) {
	// Without the flag, opening a named pipe would wait for a writer for ever.
	f, err := r.OpenFile(name, os.O_RDONLY|openNonblock, 0)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, info, fmt.Errorf("not a regular file (%s)", info.Mode().Type())
	}
	if info.Size() > limit {
		return nil, info, fmt.Errorf("%d bytes, more than the limit of %d", info.Size(), limit)
	}
	// The file may grow while it is read.
	b, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(b)) > limit {
		err = fmt.Errorf("more than the limit of %d bytes", limit)
	}
	return b, info, err
}

func (r osRoot) Create(name string, perm fs.FileMode) (File, error) {
	f, err := r.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return nil, err
	}
	return osFile{f}, nil
}

func (r osRoot) ReadDir(name string) ([]string, error) {
	d, err := r.Open(name)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.Readdirnames(-1)
}

func (r osRoot) SyncDir(name string) error {
	d, err := r.Open(name)
	if err != nil {
		return err
	}
	defer d.Close()
	return syncDir(d)
}

// osFile is an os.File whose owner can be set.
type osFile struct{ *os.File }

func (f osFile) Chown(like fs.FileInfo) error { return chownLike(f.File, like) }
