package splice

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A page writes random JSON texts with comments, in random but legal layouts.
type page struct {
	*rapid.T
	eol string
}

func (p page) choose(of ...string) string { return rapid.SampledFrom(of).Draw(p.T, "part") }

// blank is white space and comments as people leave them.
func (p page) blank() string {
	switch rapid.IntRange(0, 8).Draw(p.T, "blank") {
	case 0, 1, 2:
		return ""
	case 3:
		return " "
	case 4:
		return p.eol + "  "
	case 5:
		return p.eol + "\t"
	case 6:
		return " /* c" + p.choose("", p.eol, " \"x\": [1,") + " */" + p.choose("", " ")
	case 7:
		return " // l" + p.choose("", ",", " }") + p.eol + p.choose("", "\t")
	}
	return p.eol
}

func (p page) key() string {
	return p.choose("a", "b", "c", "agent_tools", "A", "d.e", "\u00e4\u2028", "*")
}

func (p page) value(depth int) string {
	kind := rapid.IntRange(0, 5).Draw(p.T, "kind")
	if depth == 0 {
		kind = min(kind, 2)
	}
	switch kind {
	case 0, 1:
		return p.choose("1.0", "12345678901234567890", "1E3", "null", "true", `"\u0041\/"`, `"x"`, `"a // b"`, `"{"`)
	case 2:
		return p.choose("{}", "[]")
	case 3:
		return p.list("[", "]", func(int) string { return p.value(depth - 1) })
	}
	return p.object(depth)
}

func (p page) object(depth int) string {
	var seen []string
	return p.list("{", "}", func(i int) string {
		key := p.key()
		for slices.Contains(seen, key) {
			key += fmt.Sprint(i)
		}
		seen = append(seen, key)
		return `"` + key + `"` + p.blank() + ":" + p.blank() + p.value(depth-1)
	})
}

func (p page) list(open, shut string, item func(i int) string) string {
	n := rapid.IntRange(0, 4).Draw(p.T, "items")
	var b strings.Builder
	b.WriteString(open)
	for i := range n {
		b.WriteString(p.blank() + item(i) + p.blank())
		if i < n-1 || rapid.Bool().Draw(p.T, "trailing") {
			b.WriteByte(',')
		}
	}
	return b.String() + p.blank() + shut
}

func (p page) text() []byte {
	return []byte(p.choose("", byteOrderMark) + p.blank() + p.object(3) + p.blank())
}

func newPage(t *rapid.T) page {
	return page{t, rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "eol")}
}

func drawPath(t *rapid.T) []string {
	return rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "agent_tools", "new", "d.e", "*"}), 1, 4).Draw(t, "path")
}

// comments are the comments of a text, in order.
func comments(body []byte) []string {
	var all []string
	for i := 0; i < len(body); i++ {
		switch body[i] {
		case '"':
			i = skipString(body, i)
		case '/':
			end := skipComment(body, i)
			all = append(all, strings.TrimRight(string(body[i:end]), "\r"))
			i = end - 1
		}
	}
	return all
}

func TestPutThenDropGivesTheBytesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := newPage(t).text()
		path := drawPath(t)
		d, err := ParseJSON(text)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		trail, err := d.trail(path)
		if err != nil || len(trail) > len(path) {
			t.Skip("the path is taken")
		}
		depth := len(trail) - 1
		if trail[depth].Kind() != JSONObject {
			t.Skip("no object to add to")
		}
		put, err := PutJSON(text, path, []string{"x", "y"})
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if got, want := comments(put), comments(text); !slices.Equal(got, want) {
			t.Fatalf("comments changed\n%s\n%s", text, put)
		}
		again, err := PutJSON(put, path, []string{"x", "y"})
		if err != nil || string(again) != string(put) {
			t.Fatalf("putting twice is not putting once: %v\n%s\n%s", err, put, again)
		}
		// An object that was there and empty would be pruned as well, so only what
		// was added is dropped then.
		prune := depth == 0 || len(d.sequence(trail[depth]).items) > 0
		if !prune {
			path = path[:depth+1]
		}
		back, err := DropJSON(put, path, prune)
		if err != nil {
			t.Fatalf("%q: %v", put, err)
		}
		if string(back) != string(text) {
			t.Fatalf("before %q\nput    %q\nafter  %q", text, put, back)
		}
	})
}

func TestAnyListBecomesAnyOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPage(t)
		text := []byte(`{"l":` + p.list("[", "]", func(int) string { return p.choose(`"a"`, `"b"`, `"c"`, `"d"`, `5`) }) + "}")
		want := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d", "e"}), 0, 6).Draw(t, "want")
		got, err := PutJSON(text, []string{"l"}, want)
		if err != nil {
			t.Fatalf("%q to %q: %v", text, want, err)
		}
		if g, w := comments(got), comments(text); !slices.Equal(g, w) {
			t.Fatalf("comments changed\n%s\n%s", text, got)
		}
	})
}

func TestAnyObjectBecomesAnyOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPage(t)
		text := []byte(`{"o":` + p.object(2) + "}")
		want := map[string]any{}
		for _, key := range rapid.SliceOf(rapid.SampledFrom([]string{"a", "b", "c", "z"})).Draw(t, "keys") {
			want[key] = rapid.SampledFrom([]any{nil, "x", []string{"x"}, map[string]any{"a": 1}}).Draw(t, "value")
		}
		if _, err := PutJSON(text, []string{"o"}, want); err != nil {
			t.Fatalf("%q to %v: %v", text, want, err)
		}
	})
}

func TestDropTakesOnlyTheMember(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := newPage(t).text()
		path := drawPath(t)
		got, err := DropJSON(text, path, rapid.Bool().Draw(t, "prune"))
		if err != nil {
			if _, ok := err.(Fault); ok {
				t.Skip("the path leads through something else")
			}
			t.Fatalf("%q without %q: %v", text, path, err)
		}
		if _, ok, err := GetJSON(got, path); ok || err != nil {
			t.Fatalf("%q is still there: %v", path, err)
		}
	})
}
