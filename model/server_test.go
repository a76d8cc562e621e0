package model

import (
	"reflect"
	"slices"
	"testing"
	"time"
)

func known(name string, tools ...string) Server {
	s := Server{Name: name, State: Answered, Probed: time.Unix(1, 0), Found: []Place{{Host: "claude"}}}
	for _, t := range tools {
		s.Tools = append(s.Tools, ServerTool{Name: t})
	}
	return s
}

func TestCatalogueExpand(t *testing.T) {
	c := NewCatalogue(
		known("github", "get_issue", "get_pr", "list/repos", "create_issue"),
		known("my docs", "do.it now", "read"),
		known("a__b", "c"), known("a", "b__c", "b__d"),
		known("empty"),
		Server{Name: "asleep"},
	)
	tests := []struct {
		entry string
		want  []string
	}{
		{"mcp__github__*", []string{"create_issue", "get_issue", "get_pr", "list/repos"}},
		{"mcp__github", []string{"create_issue", "get_issue", "get_pr", "list/repos"}},
		{"mcp__github__get_*", []string{"get_issue", "get_pr"}},
		{"mcp__github__*repos", []string{"list/repos"}},
		{"mcp__github__create_issue", []string{"create_issue"}},
		{"mcp__github__absent", nil},
		{"mcp__github__[", nil},
		{"mcp__my_docs__do_it_now", []string{"do.it now"}},
		{"mcp__my_docs__do*", []string{"do.it now"}},
		{"mcp__a__b__c", []string{"b__c", "c"}},
		{"mcp__a__b__d", []string{"b__d"}},
		{"mcp__a__b__*", []string{"c"}},
		{"mcp__a__*", []string{"b__c", "b__d"}},
		{"mcp__empty__*", nil},
		{"mcp__asleep__*", nil},
		{"mcp__absent__*", nil},
		{"mcp__GitHub__*", nil},
		{"Read", nil},
	}
	for _, tt := range tests {
		if got := c.Expand(ParseTool(tt.entry)); !slices.Equal(got, tt.want) {
			t.Errorf("Expand(%s) = %q, want %q", tt.entry, got, tt.want)
		}
	}
	for entry, want := range map[string]bool{
		"mcp__empty__*": true, "mcp__github__absent": true, "mcp__asleep": false, "mcp__absent": false, "Read": false,
	} {
		if got := c.Knows(ParseTool(entry)); got != want {
			t.Errorf("Knows(%s) = %v, want %v", entry, got, want)
		}
	}
}

func TestCatalogueRaw(t *testing.T) {
	c := NewCatalogue(known("my docs", "do.it now"), known("a__b", "c"), known("a", "x"))
	tests := []struct{ entry, server, tool string }{
		{"mcp__my_docs__do_it_now", "my docs", "do.it now"},
		{"mcp__my_docs__*", "my docs", "*"},
		{"mcp__my_docs__get_*", "my docs", "get_*"},
		{"mcp__a__b__c", "a__b", "c"},
		{"mcp__unknown__t", "unknown", "t"},
	}
	for _, tt := range tests {
		if s, m := c.Raw(ParseTool(tt.entry)); s != tt.server || m != tt.tool {
			t.Errorf("Raw(%s) = %q, %q, want %q, %q", tt.entry, s, m, tt.server, tt.tool)
		}
	}
}

func TestCatalogueCollisions(t *testing.T) {
	c := NewCatalogue(known("my docs", "t"), known("my.docs", "t"), known("x", "a.b", "a b", "c"))
	var got []string
	for _, n := range c.Collisions() {
		got = append(got, n.Tool)
	}
	if want := []string{"mcp__my_docs__*", "mcp__x__a_b"}; !slices.Equal(got, want) {
		t.Errorf("collisions at %q, want %q", got, want)
	}
	if n := NewCatalogue(known("a", "b")).Collisions(); n != nil {
		t.Errorf("collisions without any: %v", n)
	}
}

func TestCatalogueIsAValue(t *testing.T) {
	s := known("docs", "b", "a")
	c := NewCatalogue(known("docs", "old"), s)
	s.Tools[0].Name, s.Found[0].Host = "changed", "changed"
	c.Servers()[0].Tools[0].Name = "changed"
	if got, _ := c.Server("docs"); got.Tools[0].Name != "b" || got.Asked().Host != "claude" {
		t.Errorf("catalogue changed from outside: %+v", got)
	}
	if _, ok := c.Server("doc"); ok {
		t.Error("found a server that is not there")
	}
	if _, ok := (Catalogue{}).Server("docs"); ok || (Catalogue{}).Expand(ParseTool("mcp__docs")) != nil {
		t.Error("the zero catalogue knows something")
	}
}

func TestServerFacts(t *testing.T) {
	s := Server{Name: "docs", Found: []Place{
		{Host: "kilo", Disabled: true, Plugin: "kit"}, {Host: "claude", Plugin: "kit"}, {Host: "kilo", Plugin: "kit"},
	}}
	if !s.Enabled() || !s.OnlyPlugin() || s.Known() {
		t.Errorf("enabled %v, only plugin %v, known %v", s.Enabled(), s.OnlyPlugin(), s.Known())
	}
	if got := s.Hosts(); !reflect.DeepEqual(got, []string{"claude", "kilo"}) {
		t.Errorf("hosts %q", got)
	}
	now := time.Unix(100, 0)
	if _, ok := s.Age(now); ok {
		t.Error("a server never asked has an age")
	}
	s.Probed = time.Unix(40, 0)
	if age, ok := s.Age(now); !ok || age != time.Minute {
		t.Errorf("age %v, %v", age, ok)
	}
	s.Probed = now.Add(time.Hour)
	if age, _ := s.Age(now); age != 0 {
		t.Errorf("age of a clock that went back is %v", age)
	}
	if (Server{}).Asked() != (Place{}) || (Server{}).Enabled() || (Server{}).OnlyPlugin() {
		t.Error("a server without places has properties")
	}
}
