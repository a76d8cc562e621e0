package frame

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"toolgrant/agents/peerbridge/js"
)

// all reads to the end and writes down what came, faults included.
func all(t *testing.T, r io.Reader) []string {
	t.Helper()
	var got []string
	in := NewReader(r)
	for {
		line, err := in.Next()
		switch {
		case err == nil:
			got = append(got, string(line))
		case errors.Is(err, ErrTooLong):
			got = append(got, "<long>")
		case errors.Is(err, ErrUnfinished):
			return append(got, "<unfinished>")
		case errors.Is(err, io.EOF):
			return got
		default:
			t.Fatalf("the stream failed: %v", err)
		}
	}
}

func TestLines(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"nothing", "", nil},
		{"line feeds", "a\nb\n", []string{"a", "b"}},
		{"carriage returns", "a\r\n\r\nb\r\n", []string{"a", "b"}},
		{"blanks around", "  a \t\n \n\n\ufeffb\n", []string{"a", "b"}},
		{"no final newline", "a\nb", []string{"a", "<unfinished>"}},
		{"blank rest", "a\n  ", []string{"a"}},
		{"header block is two lines", "Content-Length: 2\r\n\r\na\n", []string{"Content-Length: 2", "a"}},
		{"longest", x(MaxLine) + "\r\nb\n", []string{x(MaxLine), "b"}},
		{"one more", x(MaxLine+1) + "\nb\n", []string{"<long>", "b"}},
		{"two more", x(MaxLine+2) + "\nb\n", []string{"<long>", "b"}},
		{"far too long", x(5*MaxLine) + "\nb\n", []string{"<long>", "b"}},
		{"long and unfinished", x(2 * MaxLine), []string{"<unfinished>"}},
		{"long twice", x(2*MaxLine) + "\n" + x(2*MaxLine) + "\nb\n", []string{"<long>", "<long>", "b"}},
		{"NUL", "a\x00b\n", []string{"a\x00b"}},
	} {
		if got := all(t, strings.NewReader(c.in)); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %.60q, want %.60q", c.name, got, c.want)
		}
	}
	if got := all(t, iotest.OneByteReader(strings.NewReader("a\r\nb\n"))); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("bytes one by one: %q", got)
	}
}

func TestReadFaultIsPassedOn(t *testing.T) {
	fault := errors.New("fault")
	if _, err := NewReader(iotest.ErrReader(fault)).Next(); !errors.Is(err, fault) {
		t.Errorf("got %v, want the reader's own error", err)
	}
}

func FuzzNext(f *testing.F) {
	f.Fuzz(func(t *testing.T, in []byte) {
		var want []string
		parts := bytes.SplitAfter(in, []byte("\n"))
		for _, p := range parts {
			text := js.Trim(string(p))
			switch {
			case text == "":
			case !bytes.HasSuffix(p, []byte("\n")):
				want = append(want, "<unfinished>")
			default:
				want = append(want, text)
			}
		}
		if len(in) > MaxLine {
			t.Skip("lengths have a table of their own")
		}
		if got := all(t, bytes.NewReader(in)); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	})
}
