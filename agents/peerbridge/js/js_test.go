package js

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestLengthsAreUTF16Units(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{{"", 0}, {"abc", 3}, {"é", 1}, {"\u2028", 1}, {"😀", 2}, {strings.Repeat("😀", 8192), 16384}, {"\xff", 1}} {
		if got := Len(c.text); got != c.want {
			t.Errorf("Len(%.8q) = %d, want %d", c.text, got, c.want)
		}
	}
	if got := Cut("a😀b", 2); got != "a" {
		t.Errorf("a cut must not split a character: %q", got)
	}
	if got := Cut("a😀b", 3); got != "a😀" {
		t.Errorf("a cut gives away room: %q", got)
	}
}

func TestTrimFollowsJavaScript(t *testing.T) {
	if got := Trim("\ufeff\u00a0\u2029 x\u3000\n"); got != "x" {
		t.Errorf("trim left %q", got)
	}
	if got := Trim("\u0085x"); got != "\u0085x" {
		t.Errorf("NEL is no white space in JavaScript: %q", got)
	}
}

func TestMarshalWritesWhatStringifyWrites(t *testing.T) {
	got, err := Marshal("<&>\u2028\u2029\b\f\u0001\u007f\\u2028\xff")
	want := "\"<&>\u2028\u2029\\b\\f\\u0001\u007f\\\\u2028\ufffd\""
	if err != nil || string(got) != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
}

func TestObjectKeepsWhatItDoesNotKnow(t *testing.T) {
	o, err := ParseObject([]byte(`{"z":1.0,"10":"ten","a":{"b":[ ]},"2":9007199254740993,"z":2e1}`))
	if err != nil {
		t.Fatal(err)
	}
	got, err := Marshal(o)
	want := `{"2":9007199254740993,"10":"ten","z":2e1,"a":{"b":[]}}`
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
	if _, ok := o.Get("Z"); ok {
		t.Error("keys must be compared exactly")
	}
	for _, bad := range []string{"", "null", "[]", "{} {}", "{", `{"a"}`, "\ufeff{}", `{"a":1,}`} {
		if _, err := ParseObject([]byte(bad)); err == nil {
			t.Errorf("ParseObject(%q) must fail", bad)
		}
	}
}

func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		n := rapid.IntRange(0, 20).Draw(t, "units")
		if c := Cut(s, n); Len(c) > n || !strings.HasPrefix(s, c) || !utf8.ValidString(c) {
			t.Fatalf("Cut(%q, %d) = %q", s, n, c)
		}
		b, err := Marshal(map[string]string{s: s})
		if err != nil {
			t.Fatal(err)
		}
		var back map[string]string
		if err := json.Unmarshal(b, &back); err != nil || back[s] != s {
			t.Fatalf("%q came back as %q, %v", s, back, err)
		}
	})
}
