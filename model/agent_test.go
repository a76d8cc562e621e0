package model

import (
	"slices"
	"testing"
)

func listed(stem string, form ListForm, entries ...string) Document {
	return Document{Stem: stem, Tools: ToolList{Form: form, Entries: entries}}
}

func TestFamilies(t *testing.T) {
	docs := []Document{
		listed("gsd-planner.compact", InlineList), listed("a", Absent), listed("gsd-planner", InlineList),
		listed("b.compact", InlineList), listed("x.compact.md", InlineList),
	}
	var got []string
	for _, a := range Families(docs) {
		got = append(got, a.Stem)
		for _, d := range a.Documents {
			got = append(got, "  "+d.Stem)
		}
	}
	want := []string{"gsd-planner", "  gsd-planner", "  gsd-planner.compact", "a", "  a", "b", "  b.compact", "x.compact.md", "  x.compact.md"}
	if !slices.Equal(got, want) {
		t.Errorf("families are %q, want %q", got, want)
	}
	if lead := Families(docs)[0].Lead(); lead.Stem != "gsd-planner" {
		t.Errorf("the lead is %s", lead.Stem)
	}
}

func TestReadOnly(t *testing.T) {
	for _, c := range []struct {
		name string
		docs []Document
		want bool
	}{
		{"reads", []Document{listed("a", InlineList, "Read", "Grep")}, true},
		{"empty list", []Document{listed("a", FlowList)}, true},
		{"writes", []Document{listed("a", InlineList, "Read", "Edit")}, false},
		{"runs with parameters", []Document{listed("a", BlockList, "Bash(git log:*)")}, false},
		{"inherits", []Document{listed("a", Absent)}, false},
		{"unreadable", []Document{listed("a", Unreadable)}, false},
		{"the twin writes", []Document{listed("a", InlineList, "Read"), listed("a.compact", InlineList, "Write")}, false},
		{"separated by spaces", []Document{listed("a", InlineList, "Read Write")}, false},
	} {
		if got := (Agent{Documents: c.docs}).ReadOnly(); got != c.want {
			t.Errorf("%s: read-only is %v", c.name, got)
		}
	}
}

func TestParts(t *testing.T) {
	p := Parts{BOM: "\ufeff", Open: "---\n", Header: "a: b\n", Close: "---\n", Body: "text"}
	if p.Text() != "\ufeff---\na: b\n---\ntext" || !p.Fenced() || (Parts{Body: "x"}).Fenced() {
		t.Errorf("text is %q", p.Text())
	}
	d := Document{Fields: []Field{{Key: "name", Value: "x"}}}
	if f, ok := d.Field("name"); !ok || f.Value != "x" {
		t.Errorf("field is %+v, %v", f, ok)
	}
	if _, ok := d.Field("tools"); ok {
		t.Errorf("a field that is not there was found")
	}
	if !(ToolList{Form: Absent}).Inherits() || (ToolList{Form: FlowList}).Inherits() {
		t.Errorf("only a list that is left out inherits")
	}
}
