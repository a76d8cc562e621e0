package splice

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestApply(t *testing.T) {
	for _, c := range []struct {
		name  string
		edits []Edit
		want  string
	}{
		{"nothing", nil, "abcdef"},
		{"out of order", []Edit{{4, 5, "E"}, {0, 1, "A"}}, "AbcdEf"},
		{"insertions keep their order", []Edit{{3, 3, "1"}, {3, 3, "2"}}, "abc12def"},
		{"an insertion stands before what is deleted there", []Edit{{3, 5, ""}, {3, 3, "+"}}, "abc+f"},
		{"side by side", []Edit{{0, 3, "x"}, {3, 6, "y"}}, "xy"},
		{"at both ends", []Edit{{0, 0, "<"}, {6, 6, ">"}}, "<abcdef>"},
	} {
		if got, err := Apply("abcdef", c.edits); err != nil || got != c.want {
			t.Errorf("%s: got %q, %v; want %q", c.name, got, err, c.want)
		}
	}
	for name, edits := range map[string][]Edit{
		"overlap":              {{0, 3, ""}, {2, 4, ""}},
		"insertion inside":     {{0, 3, ""}, {1, 1, "x"}},
		"end before start":     {{3, 2, ""}},
		"behind the text":      {{5, 7, ""}},
		"in front of the text": {{-1, 0, ""}},
	} {
		if got, err := Apply("abcdef", edits); err == nil || got != "" {
			t.Errorf("%s: got %q without an error", name, got)
		}
	}
}

// Bytes outside the edits never change, whatever they are.
func TestApplyKeepsWhatIsOutside(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOfN(rapid.Byte(), 1, 40).Draw(t, "text")
		from := rapid.IntRange(0, len(text)).Draw(t, "from")
		to := rapid.IntRange(from, len(text)).Draw(t, "to")
		got, err := Apply(text, []Edit{{from, to, "new"}})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(got), string(text[:from])+"new") || !strings.HasSuffix(string(got), string(text[to:])) || len(got) != len(text)-(to-from)+3 {
			t.Fatalf("%q became %q", text, got)
		}
	})
}
