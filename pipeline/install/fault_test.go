package install

import (
	"io/fs"
	"path/filepath"
	"sync"
)

// fault says what happens to the operation that it meets.
type fault int

const (
	fails      fault = iota // an error, and no effect
	failsAfter              // the effect, and an error all the same
	failsHalf               // a write stops in the middle, all else fails
	diesThere               // this operation fails and so does every later one: what a crash leaves
)

// faultFS is a file system that breaks at one operation. Syncs are counted but not
// passed on: a killed process loses no page, and tests are faster.
type faultFS struct {
	mu   sync.Mutex
	at   int // 0 for never
	kind fault
	err  error
	hit  func() // instead of the fault, when set
	// meddle is called before each rename, as somebody else would act.
	meddle func(to string)
	lieAt  string // a rename to this name is told as done, and is not
	log    []string
}

// do counts an operation, and breaks it when it is its turn.
func (f *faultFS) do(op string, fn func() error) error {
	return f.doHalf(op, fn, nil)
}

func (f *faultFS) doHalf(op string, fn, half func() error) error {
	f.mu.Lock()
	f.log = append(f.log, op)
	n := len(f.log)
	f.mu.Unlock()
	if f.at == 0 || n < f.at || n > f.at && f.kind != diesThere {
		return fn()
	}
	switch {
	case f.kind == failsAfter:
		if err := fn(); err != nil {
			return err
		}
	case f.kind == failsHalf && half != nil:
		if err := half(); err != nil {
			return err
		}
	}
	if f.hit != nil {
		f.hit()
	}
	return &fs.PathError{Op: op, Path: "somewhere", Err: f.err}
}

func (f *faultFS) Lstat(path string) (info fs.FileInfo, err error) {
	err = f.do("lstat", func() error { info, err = osFS{}.Lstat(path); return err })
	return info, err
}

func (f *faultFS) Readlink(path string) (to string, err error) {
	err = f.do("readlink", func() error { to, err = osFS{}.Readlink(path); return err })
	return to, err
}

func (f *faultFS) MkdirAll(path string, perm fs.FileMode) error {
	return f.do("mkdirall", func() error { return osFS{}.MkdirAll(path, perm) })
}

func (f *faultFS) Remove(path string) error {
	return f.do("remove", func() error { return osFS{}.Remove(path) })
}

func (f *faultFS) OpenRoot(dir string) (Root, error) {
	var r Root
	err := f.do("openroot", func() (err error) { r, err = osFS{}.OpenRoot(dir); return err })
	if err != nil {
		return nil, err
	}
	return faultRoot{r, f}, nil
}

type faultRoot struct {
	Root
	f *faultFS
}

func (r faultRoot) Lstat(name string) (info fs.FileInfo, err error) {
	err = r.f.do("lstat", func() error { info, err = r.Root.Lstat(name); return err })
	return info, err
}

func (r faultRoot) Read(name string, limit int64) (b []byte, info fs.FileInfo, err error) {
	err = r.f.do("read", func() error { b, info, err = r.Root.Read(name, limit); return err })
	return b, info, err
}

func (r faultRoot) Create(name string, perm fs.FileMode) (file File, err error) {
	err = r.f.do("create", func() error { file, err = r.Root.Create(name, perm); return err })
	if err != nil {
		if file != nil {
			file.Close()
		}
		return nil, err
	}
	return faultFile{file, r.f}, nil
}

func (r faultRoot) Mkdir(name string, perm fs.FileMode) error {
	return r.f.do("mkdir", func() error { return r.Root.Mkdir(name, perm) })
}

func (r faultRoot) Rename(from, to string) error {
	if r.f.meddle != nil {
		r.f.meddle(filepath.ToSlash(to))
	}
	if to == r.f.lieAt {
		return nil
	}
	return r.f.do("rename", func() error { return r.Root.Rename(from, to) })
}

func (r faultRoot) Remove(name string) error {
	return r.f.do("remove", func() error { return r.Root.Remove(name) })
}

func (r faultRoot) ReadDir(name string) (names []string, err error) {
	err = r.f.do("readdir", func() error { names, err = r.Root.ReadDir(name); return err })
	return names, err
}

func (r faultRoot) SyncDir(string) error {
	return r.f.do("syncdir", func() error { return nil })
}

type faultFile struct {
	File
	f *faultFS
}

func (w faultFile) Write(b []byte) (n int, err error) {
	err = w.f.doHalf("write",
		func() error { n, err = w.File.Write(b); return err },
		func() error { n, err = w.File.Write(b[:len(b)/2]); return err })
	return n, err
}

func (w faultFile) Stat() (info fs.FileInfo, err error) {
	err = w.f.do("stat", func() error { info, err = w.File.Stat(); return err })
	return info, err
}

func (w faultFile) Chmod(mode fs.FileMode) error {
	return w.f.do("chmod", func() error { return w.File.Chmod(mode) })
}

func (w faultFile) Chown(like fs.FileInfo) error {
	return w.f.do("chown", func() error { return w.File.Chown(like) })
}

func (w faultFile) Sync() error { return w.f.do("sync", func() error { return nil }) }

func (w faultFile) Close() error {
	err := w.f.do("close", func() error { return nil })
	if closeErr := w.File.Close(); err == nil {
		err = closeErr
	}
	return err
}
