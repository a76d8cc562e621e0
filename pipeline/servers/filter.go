package servers

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// A filter stands between a server's output and the client. The client gives up at
// the first line that is no message, and many servers greet, log or warn on their
// output; the filter lets messages through and counts the rest.
type filter struct {
	pr    *io.PipeReader
	limit int64
	done  chan struct{} // closed when the server's output has ended or is not read any more

	mu    sync.Mutex
	noise int
	first string // line of noise
	flood bool
	eof   bool
}

// maxLine bounds one message, in bytes.
const maxLine = 8 << 20

var errFlood = errors.New("too much output")

func newFilter(r io.Reader, limit int64) *filter {
	pr, pw := io.Pipe()
	f := &filter{pr: pr, limit: limit, done: make(chan struct{})}
	go f.run(r, pw)
	return f
}

func (f *filter) Read(p []byte) (int, error) { return f.pr.Read(p) }
func (f *filter) Close() error               { return f.pr.Close() }

// run passes lines on until the output ends. When the client is gone it keeps
// reading, so that the end of the output is seen and a server that is still writing
// can end; it stops at the limit.
func (f *filter) run(r io.Reader, pw *io.PipeWriter) {
	defer close(f.done)
	counted := &io.LimitedReader{R: r, N: f.limit}
	lines := bufio.NewReaderSize(counted, 64<<10)
	for {
		line, err := readLine(lines)
		if counted.N <= 0 || errors.Is(err, errFlood) {
			f.set(func() { f.flood = true })
			pw.CloseWithError(errFlood)
			return
		}
		if message(line) {
			pw.Write(append(bytes.TrimSpace(line), '\n')) // fails once the client is gone
		} else if text := bytes.TrimSpace(line); len(text) > 0 {
			f.set(func() {
				if f.noise++; f.noise == 1 {
					f.first = cut(string(text), 120)
				}
			})
		}
		if err != nil {
			f.set(func() { f.eof = true })
			pw.CloseWithError(io.EOF)
			return
		}
	}
}

// readLine reads a line of at most maxLine bytes.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(part) > maxLine {
			return nil, errFlood
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// message reports whether a line is one message of the protocol: a single object
// that says so. Log lines are often objects too.
func message(line []byte) bool {
	var head struct {
		Version string `json:"jsonrpc"`
	}
	line = bytes.TrimSpace(line)
	return len(line) > 0 && line[0] == '{' && json.Unmarshal(line, &head) == nil && head.Version == "2.0"
}

func (f *filter) set(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
}

func (f *filter) flooded() bool { f.mu.Lock(); defer f.mu.Unlock(); return f.flood }
func (f *filter) ended() bool   { f.mu.Lock(); defer f.mu.Unlock(); return f.eof }

// odd tells of the noise, with the secrets taken out.
func (f *filter) odd(clean func(string) string) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.noise == 0 {
		return nil
	}
	return []string{fmt.Sprintf("writes on its output what is no message (%d lines, the first: %s): stricter hosts will not talk to it", f.noise, clean(f.first))}
}
