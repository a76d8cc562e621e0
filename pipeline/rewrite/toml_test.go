package rewrite

import (
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

// readBack is what a parser finds in a document with one key.
func readBack(t testing.TB, value string) string {
	t.Helper()
	var doc struct{ K string }
	if err := toml.Unmarshal([]byte("K = "+value+"\n"), &doc); err != nil {
		t.Fatalf("%v\n%s", err, value)
	}
	return doc.K
}

func TestTOMLBody(t *testing.T) {
	const script = "grep -rn \"TODO\\|FIXME\" src/ | sed 's/\\[x\\]//'\nC:\\Users\\dev\\new \\w+\\.go$\nends with \\"
	for _, c := range []struct{ name, body, form string }{
		{"CX01: back-slashes need no escape in the literal form", script, "'''"},
		{"CX02: both styles of quotes and a final back-slash", script + "\n\"\"\" and '''\n\\", `"""`},
		{"three single quotes", "a ''' b", `"""`},
		{"runs of quotes", `''' """" """"" """"""`, `"""`},
		{"quotes at the end", "x ''", "'''"},
		{"a quote at the end of the escaped form", "''' \"", `"""`},
		{"a line break at the start is text", "\nx", "'''"},
		{"empty", "", "'''"},
		{"CRLF", "a\r\nb", "'''"},
		{"a lone carriage return", "a\rb", `"""`},
		{"CRLF beside what needs escapes", "a\r\n'''\r\nb", `"""`},
		{"NUL", "a\x00b", `"""`},
		{"DEL and escape", "\x7f\x1b[0m", `"""`},
		{"tabs stay tabs", "'''\n\tx", `"""`},
		{"accents, emoji and line ends of other scripts", "é 😀 \u2028 \ufeff", "'''"},
	} {
		value := TOMLBody(c.body)
		if !strings.HasPrefix(value, c.form+"\n") {
			t.Errorf("%s: wrong form\n%s", c.name, value)
		}
		if got := readBack(t, value); got != c.body+"\n" {
			t.Errorf("%s: read back %q, want %q and a line feed", c.name, got, c.body)
		}
	}
	if got := readBack(t, TOMLBody("a\xffb")); got != "a\ufffdb\n" {
		t.Errorf("bytes that are no text: read back %q", got)
	}
	if got := TOMLBody("'''\n\tx\ty"); !strings.Contains(got, "\n\tx\ty\n") {
		t.Errorf("indentation is not readable any more:\n%s", got)
	}
}

func TestTOMLBasic(t *testing.T) {
	for in, want := range map[string]string{
		`Says "hi" \ bye`: `"Says \"hi\" \\ bye"`,
		"a\tb\nc":         `"a\tb\nc"`,
		"\x00\x1f\x7f":    `"\u0000\u001f\u007f"`,
		"é 😀 ''' \u2028":  "\"é 😀 ''' \u2028\"",
		"":                `""`,
	} {
		if got := TOMLBasic(in); got != want || readBack(t, got) != in {
			t.Errorf("TOMLBasic(%q) = %s, want %s", in, got, want)
		}
	}
}

// FuzzTOML shows that every text comes back from a parser byte for byte.
func FuzzTOML(f *testing.F) {
	f.Add("a\\ ''' \"\"\" \r\n\x00\t")
	f.Add("'''\r")
	f.Fuzz(func(t *testing.T, s string) {
		text := strings.ToValidUTF8(s, "\ufffd")
		if got := readBack(t, TOMLBasic(s)); got != text {
			t.Fatalf("%q came back as %q", s, got)
		}
		if got := readBack(t, TOMLBody(s)); got != text+"\n" {
			t.Fatalf("%q came back as %q", s, got)
		}
	})
}
