package agents

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolgrant/model"
)

// tool draws an entry that any list can hold.
func tool() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.StringMatching(`[A-Z][a-zA-Z]{1,9}`),
		rapid.StringMatching(`mcp__[a-z]{1,6}(__([a-z_]{1,6}[a-z]|\*))?`),
		rapid.StringMatching(`[A-Z][a-z]{1,5}\([a-z]{1,4}(:[a-z*]{1,3}|, [a-z]{1,4}| [a-z]{1,4})?\)`),
		rapid.StringMatching(`[a-z]{1,5}/[a-z]{1,5}`),
	).Filter(func(s string) bool {
		_, err := model.AcceptGrant(s)
		return err == nil && !strings.EqualFold(s, "all") && !slices.Contains([]string{"true", "false", "null", "yes", "no", "on", "off"}, strings.ToLower(s))
	})
}

// written draws a list in one of its forms, with the noise that people leave in it.
func written(t *rapid.T, entries []string) (lines string, form model.ListForm) {
	comment := rapid.SampledFrom([]string{"", " # why", "  # a, b"}).Draw(t, "comment")
	key := rapid.SampledFrom([]string{"tools:", "\"tools\":", "tools :", "'tools':"}).Draw(t, "key")
	indent := rapid.SampledFrom([]string{"  ", "    "}).Draw(t, "indent")
	sep := rapid.SampledFrom([]string{", ", ",", " ,  "}).Draw(t, "separator")
	trailing := rapid.SampledFrom([]string{"", ","}).Draw(t, "trailing comma")
	quoted := func(q string) []string {
		out := make([]string, len(entries))
		for i, e := range entries {
			out[i] = q + e + q
		}
		return out
	}
	form = rapid.SampledFrom([]model.ListForm{model.InlineList, model.QuotedList, model.ScalarList, model.BlockList, model.FlowList}).Draw(t, "form")
	switch form {
	case model.InlineList:
		if rapid.Bool().Draw(t, "wrapped") {
			return key + " " + strings.Join(entries, ",\n"+indent) + trailing + comment + "\n", form
		}
		return key + rapid.SampledFrom([]string{" ", "   ", "\t"}).Draw(t, "gap") + strings.Join(entries, sep) + trailing + comment + "\n", form
	case model.QuotedList:
		q := rapid.SampledFrom([]string{`"`, "'"}).Draw(t, "quote")
		return key + " " + q + strings.Join(entries, sep) + trailing + q + comment + "\n", form
	case model.ScalarList:
		mark := rapid.SampledFrom([]string{"|", "|-", ">", ">-"}).Draw(t, "mark")
		join := ",\n" + indent
		if mark[0] == '|' && rapid.Bool().Draw(t, "no commas") {
			join = "\n" + indent
		}
		return key + " " + mark + "\n" + indent + strings.Join(entries, join) + "\n", form
	case model.BlockList:
		margin := rapid.SampledFrom([]string{"", indent}).Draw(t, "margin")
		items := quoted(rapid.SampledFrom([]string{"", `"`, "'"}).Draw(t, "quote"))
		between := rapid.SampledFrom([]string{"\n", "\n\n", "\n" + indent + "# note\n", " # c\n"}).Draw(t, "between")
		return key + comment + "\n" + margin + "- " + strings.Join(items, between+margin+"- ") + between, form
	}
	items := quoted(rapid.SampledFrom([]string{`"`, "'"}).Draw(t, "quote"))
	if rapid.Bool().Draw(t, "over lines") {
		return key + " [\n" + indent + strings.Join(items, ",\n"+indent) + trailing + comment + "\n" + indent + "]\n", form
	}
	return key + " [" + strings.Join(items, sep) + trailing + "]" + comment + "\n", form
}

// Law 7 and law 3: the list means old + added, in order, in its form; the bytes
// around it are the same; and a second grant of the same tools does nothing.
func TestAppendLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := rapid.SliceOfN(tool(), 1, 6).Draw(t, "entries")
		lines, form := written(t, entries)
		before := rapid.SampledFrom([]string{"", "name: x\n", "name: x\n# hooks:\n#   - run\n", "description: a: b\n", "description: |\n  tools: hammer\n"}).Draw(t, "before")
		after := rapid.SampledFrom([]string{"", "model: x\n", "# end\n", "\nmodel: 'y'\n# z\n"}).Draw(t, "after")
		body := rapid.SampledFrom([]string{"", "text\n---\ntools: no", "\r\n\xff"}).Draw(t, "body")
		if rapid.Bool().Draw(t, "crlf") {
			before, lines, after = strings.ReplaceAll(before, "\n", "\r\n"), strings.ReplaceAll(lines, "\n", "\r\n"), strings.ReplaceAll(after, "\n", "\r\n")
		}
		text := rapid.SampledFrom([]string{"", "\ufeff"}).Draw(t, "bom") + "---\n" + before + lines + after + "---\n" + body
		d := Parse("x.md", "x", text)
		if d.Text() != text || d.Tools.Form != form || !slices.Equal(d.Tools.Entries, entries) {
			t.Fatalf("%q reads as %s %q, want %s %q; %v", text, d.Tools.Form, d.Tools.Entries, form, entries, d.Notes)
		}
		more := rapid.SliceOfN(tool(), 1, 4).Draw(t, "grants")
		var grants []model.Grant
		want := slices.Clone(entries)
		for _, m := range more {
			grants = append(grants, model.Grant{Tool: m, Selector: model.Everyone})
			if !slices.Contains(want, m) {
				want = append(want, m)
			}
		}
		next, added, notes := AppendTools(d, grants)
		if !slices.Equal(next.Tools.Entries, want) || !slices.Equal(want[len(entries):], added) {
			t.Fatalf("%q with %q means %q, want %q; %v", lines, more, next.Tools.Entries, want, notes)
		}
		again := Parse("x.md", "x", next.Text())
		if again.Tools.Form != form || !slices.Equal(again.Tools.Entries, want) || again.Broken != d.Broken {
			t.Fatalf("%q reads as %s %q, want %s %q", next.Text(), again.Tools.Form, again.Tools.Entries, form, want)
		}
		f := d.Fields[slices.IndexFunc(d.Fields, func(f model.Field) bool { return f.Key == toolsKey })]
		if !strings.HasPrefix(next.Header, d.Header[:f.Start]) || !strings.HasSuffix(next.Header, d.Header[f.End:]) {
			t.Fatalf("bytes outside the list changed: %q to %q", d.Header, next.Header)
		}
		if next.BOM != d.BOM || next.Open != d.Open || next.Close != d.Close || next.Body != d.Body {
			t.Fatalf("bytes outside the header changed")
		}
		twice, none, _ := AppendTools(next, grants)
		if len(none) > 0 || twice.Text() != next.Text() {
			t.Fatalf("granting twice added %q", none)
		}
	})
}

// Granting one by one is granting all at once.
func TestAppendIsStepwise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := rapid.SliceOfNDistinct(tool(), 1, 4, rapid.ID).Draw(t, "entries")
		lines, _ := written(t, entries)
		d := Parse("x.md", "x", fmt.Sprintf("---\n%s---\n", lines))
		more := rapid.SliceOfN(tool(), 1, 4).Draw(t, "grants")
		var grants []model.Grant
		steps := d
		for _, m := range more {
			g := model.Grant{Tool: m, Selector: model.Everyone}
			grants = append(grants, g)
			steps, _, _ = AppendTools(steps, []model.Grant{g})
		}
		if all, _, _ := AppendTools(d, grants); all.Text() != steps.Text() {
			t.Fatalf("at once %q, one by one %q", all.Text(), steps.Text())
		}
	})
}
