// Package frame provides the line framing of JSON-RPC over pipes, for both sides of
// the bridge: one message a line, LF or CRLF, with a bound on a line's length that
// costs the sender that line and nothing else.
package frame

import (
	"bufio"
	"errors"
	"io"

	"toolgrant/agents/peerbridge/js"
)

// MaxLine is the longest line in bytes, without its end. It is the bound of the mesh's
// own peer protocol (spec/bridge.md, chapter 9); the longest lawful call, five texts
// of 16384 escaped characters, needs half of it.
const MaxLine = 1 << 20

// ErrTooLong reports a line beyond MaxLine. It has been skipped up to its end, and the
// next line can be read.
var ErrTooLong = errors.New("line longer than 1 MiB")

// ErrUnfinished reports that the input ended within a line. What there is of it is not
// given out: a sender that died in the middle of a message has not sent it.
var ErrUnfinished = errors.New("input ended within a line")

// A Reader takes lines from a stream. Memory is bounded by MaxLine whatever is sent.
type Reader struct {
	in   *bufio.Reader
	line []byte
}

// NewReader reads lines from r.
func NewReader(r io.Reader) *Reader {
	return &Reader{in: bufio.NewReaderSize(r, 64<<10)}
}

// Next is the next line that is not blank, without white space around it. The bytes
// are the caller's to keep. The error is io.EOF at the end of the input, ErrUnfinished
// for an end within a line, ErrTooLong for a line that was skipped.
func (r *Reader) Next() ([]byte, error) {
	for {
		line, err := r.read()
		if err != nil {
			return nil, err
		}
		if text := js.Trim(string(line)); text != "" {
			return []byte(text), nil
		}
	}
}

func (r *Reader) read() ([]byte, error) {
	r.line = r.line[:0]
	long := false
	for {
		part, err := r.in.ReadSlice('\n')
		if !long {
			r.line = append(r.line, part...)
		}
		// The line end does not count, and a CR may still turn out to be part of it.
		if long = long || len(r.line) > MaxLine+2; long {
			r.line = r.line[:0]
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (long || len(js.Trim(string(r.line))) > 0) && err == io.EOF:
			return nil, ErrUnfinished
		case err != nil:
			return nil, err
		}
		line := trimEnd(r.line)
		if long || len(line) > MaxLine {
			return nil, ErrTooLong
		}
		return line, nil
	}
}

func trimEnd(line []byte) []byte {
	line = line[:len(line)-min(1, len(line))]
	if n := len(line); n > 0 && line[n-1] == '\r' {
		return line[:n-1]
	}
	return line
}
