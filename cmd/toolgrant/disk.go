package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"toolgrant/model"
	"toolgrant/pipeline/install"
)

// disk is the snapshot that plans of the program look at: the real files, and what
// receipts say of them.
type disk struct {
	ledger install.Ledger
}

// Read reads one artifact. What is no regular file, or larger than any artifact can
// be, is an error, so that a plan leaves it alone.
func (d disk) Read(path string) (data []byte, exists bool, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, true, bare(err)
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, true, bare(err)
	case !info.Mode().IsRegular():
		return nil, true, errors.New("it is no regular file")
	case info.Size() > install.MaxFile:
		return nil, true, fmt.Errorf("it has %d bytes, more than the limit of %d", info.Size(), install.MaxFile)
	}
	data = make([]byte, info.Size())
	if _, err := io.ReadFull(f, data); err != nil {
		return nil, true, fmt.Errorf("it changed while it was read: %w", bare(err))
	}
	return data, true, nil
}

// bare is a file error without its path, which messages name already.
func bare(err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err
	}
	return err
}

// Own asks the receipts whose file it is.
func (d disk) Own(path string, data []byte, exists bool) model.Ownership {
	if !exists {
		return d.ledger.State(path, "")
	}
	return d.ledger.State(path, model.SumOf(data))
}

// Owned lists what we wrote.
func (d disk) Owned() []model.Entry { return d.ledger.Owned() }
