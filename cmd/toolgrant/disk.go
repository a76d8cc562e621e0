package main

import (
	"fmt"
	"io"
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
func (d disk) Read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("it is no regular file")
	case info.Size() > install.MaxFile:
		return nil, fmt.Errorf("it has %d bytes, more than the limit of %d", info.Size(), install.MaxFile)
	}
	data := make([]byte, 0, info.Size()+1)
	for {
		n, err := f.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case err == io.EOF:
			return data, nil
		case err != nil:
			return nil, err
		case len(data) > install.MaxFile:
			return nil, fmt.Errorf("it grows while it is read")
		case len(data) == cap(data):
			data = append(data, 0)[:len(data)]
		}
	}
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
