package servers

import (
	"bytes"
	"io"
	"strings"
	"sync"
)

// tailBytes is how much of a server's error output is kept.
const tailBytes = 4 << 10

// A tail keeps the end of a server's error output, to say why it failed.
type tail struct {
	mu   sync.Mutex
	text []byte
	done chan struct{}
}

func newTail(r io.Reader) *tail {
	t := &tail{done: make(chan struct{})}
	go func() {
		defer close(t.done)
		buf := make([]byte, tailBytes)
		for {
			n, err := r.Read(buf)
			t.mu.Lock()
			t.text = append(t.text, buf[:n]...)
			t.text = t.text[max(0, len(t.text)-tailBytes):]
			t.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	return t
}

// wait waits for the end of the output, which closing its reader brings about.
func (t *tail) wait() { <-t.done }

// last is the line most likely to say what went wrong: the last one that speaks of
// an error, else the last one that is not blank.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var last, wrong string
	for line := range bytes.SplitSeq(t.text, []byte("\n")) {
		s := strings.TrimSpace(string(line))
		if s == "" {
			continue
		}
		last = s
		if strings.Contains(strings.ToLower(s), "error") {
			wrong = s
		}
	}
	if wrong != "" {
		last = wrong
	}
	return cut(last, 200)
}
