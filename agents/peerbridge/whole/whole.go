// Package whole provides files that appear with all their content or not at all, so
// that no reader on a mesh ever meets half a task or an empty lock.
package whole

import (
	"crypto/rand"
	"encoding/hex"
	"os"
)

// Create makes a file appear under a name that must be free; it fails with fs.ErrExist
// if it is taken. Of several creators exactly one succeeds.
func Create(path string, data []byte) error {
	tmp, err := beside(path, data)
	if err != nil {
		return err
	}
	defer os.Remove(tmp)
	return os.Link(tmp, path)
}

// Replace puts new content in place of the old.
func Replace(path string, data []byte) error {
	tmp, err := beside(path, data)
	if err != nil {
		return err
	}
	if err := os.Rename(tmp, path); err != nil {
		os.Remove(tmp)
		return err
	}
	return nil
}

// beside writes a temporary file under a name that the mesh's readers pass over.
func beside(path string, data []byte) (string, error) {
	var b [6]byte
	rand.Read(b[:]) // never fails
	tmp := path + "." + hex.EncodeToString(b[:]) + ".tmp"
	f, err := os.OpenFile(tmp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		os.Remove(tmp)
	}
	return tmp, err
}
