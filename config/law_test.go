package config

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolgrant/model"
)

// scribe writes configuration files as people leave them.
type scribe struct {
	*rapid.T
	eol string
}

func (s scribe) choose(of ...string) string { return rapid.SampledFrom(of).Draw(s.T, "part") }

func (s scribe) blank() string {
	return s.choose("", "", "", " ", s.eol+"  ", s.eol+"\t", " /* c */ ", " // l"+s.eol)
}

func (s scribe) list(open, shut string, items []string) string {
	var b strings.Builder
	b.WriteString(open)
	for i, item := range items {
		b.WriteString(s.blank() + item + s.blank())
		if i < len(items)-1 || rapid.Bool().Draw(s.T, "trailing") {
			b.WriteByte(',')
		}
	}
	return b.String() + s.blank() + shut
}

func (s scribe) entries() string {
	items := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{
		`"Read"`, `" Grep "`, `"mcp__s__*"`, `"Bash(git log:*)"`, `5`, `"a b"`, `null`, `"mcp__\u0074__t"`,
	}), 0, 5, rapid.ID).Draw(s.T, "entries")
	return s.list("[", "]", items)
}

func (s scribe) file() []byte {
	var members []string
	for _, key := range []string{"runtime", "agent_tools", "effort"} {
		if !rapid.Bool().Draw(s.T, key) {
			continue
		}
		value := `"kept \u0041\/"`
		if key == "agent_tools" {
			var selectors []string
			for _, name := range rapid.SliceOfNDistinct(selector(), 0, 4, rapid.ID).Draw(s.T, "selectors") {
				selectors = append(selectors, fmt.Sprintf("%q", name)+":"+s.blank()+s.entries())
			}
			value = s.list("{", "}", selectors)
		}
		members = append(members, `"`+key+`":`+s.blank()+value)
	}
	return []byte(s.choose("", "\ufeff") + s.blank() + s.list("{", "}", members) + s.choose("", s.eol))
}

func selector() *rapid.Generator[string] {
	return rapid.SampledFrom([]string{"*", "x", "gsd-a.b", "", "__proto__", "../x"})
}

func tool() *rapid.Generator[string] {
	return rapid.SampledFrom([]string{"Read", "Grep", "Write", "mcp__s__*", "mcp__t__t", "Agent(a, b)", "Bash(git log:*)"})
}

// written is a file as it would be loaded, without a disk.
func written(t *rapid.T, data []byte, o model.Origin) File {
	r := reader{file: "f"}
	if err := r.layer(data); err != nil {
		t.Fatalf("%q: %v", data, err)
	}
	return File{Path: "f", Exists: true, Data: data, Origin: o, Layer: r.Layer, lines: r.lines}
}

func draw(t *rapid.T) (File, model.Selection) {
	s := scribe{t, rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "eol")}
	o := rapid.SampledFrom([]model.Origin{model.Global, model.Project}).Draw(t, "origin")
	f := written(t, s.file(), o)
	sel := model.Selection{}.With(o, f.Layer)
	if o == model.Project {
		sel.Global.Tools = map[string][]string{"*": {"Read"}, "x": {"Grep", "Read"}}
		sel.Global.Loaded = sel.Global.Tools
	}
	return f, sel
}

func TestEditOfNothingKeepsEveryByte(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, _ := draw(t)
		if got, err := Edit(f, f.Layer); err != nil || string(got) != string(f.Data) {
			t.Fatalf("%v\n%q\n%q", err, f.Data, got)
		}
	})
}

func TestEditWritesWhatIsWanted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, sel := draw(t)
		for range rapid.IntRange(1, 8).Draw(t, "toggles") {
			sel = sel.Toggle(f.Origin, selector().Draw(t, "selector"), tool().Draw(t, "tool"))
		}
		want := sel.Layer(f.Origin)
		got, err := Edit(f, want)
		if err != nil {
			t.Fatalf("%q to %q: %v", f.Data, want.Tools, err)
		}
		again := written(t, got, f.Origin)
		if twice, err := Edit(again, again.Layer); err != nil || string(twice) != string(got) {
			t.Fatalf("editing twice is not editing once: %v", err)
		}
		for _, kept := range []string{"\ufeff", `"kept \u0041\/"`} {
			if strings.Count(string(f.Data), kept) != strings.Count(string(got), kept) {
				t.Fatalf("%s is lost or doubled\n%s\n%s", kept, f.Data, got)
			}
		}
	})
}

// Granting what is not there and revoking it, with a save and a load between, gives
// every byte back; only an agent_tools that held nothing before is not made again.
func TestGrantThenRevokeGivesTheBytesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, sel := draw(t)
		name, grant := selector().Draw(t, "selector"), tool().Draw(t, "tool")
		if list, ok := f.Layer.Tools[name]; slices.Contains(list, grant) || f.Layer.Tools != nil && len(f.Layer.Tools) == 0 || ok && len(list) == 0 {
			t.Skip("granted already, or an empty list that revoking would leave out")
		}
		if f.Origin == model.Project {
			if effective, _ := sel.Effective(name); slices.Contains(effective, grant) {
				t.Skip("granted by the global file")
			}
			global := sel.Global.Tools[name]
			more := sel.Grant(model.Project, name, grant).Project.Tools[name]
			mine := slices.Sorted(slices.Values(f.Layer.Tools[name]))
			if global != nil && (slices.Equal(mine, slices.Sorted(slices.Values(global))) || more == nil) {
				t.Skip("a list that only repeats the global one is left out")
			}
		}
		more, err := Edit(f, sel.Grant(f.Origin, name, grant).Layer(f.Origin))
		if err != nil {
			t.Fatalf("%q: %v", f.Data, err)
		}
		next := written(t, more, f.Origin)
		less := sel.With(f.Origin, next.Layer).Revoke(f.Origin, name, grant)
		back, err := Edit(next, less.Layer(f.Origin))
		if err != nil {
			t.Fatalf("%q: %v", more, err)
		}
		if string(back) != string(f.Data) {
			t.Fatalf("before %q\nwith   %q\nafter  %q", f.Data, more, back)
		}
	})
}
