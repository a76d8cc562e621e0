package agents

import (
	"strings"
	"testing"
)

const (
	openX  = `<!-- gsd:section id="x" when="always" -->` + "\n"
	closeX = "<!-- /gsd:section -->\n"
)

func TestCompose(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"markers go, content stays", "a\n" + openX + "b\n" + closeX + "c\n", "a\nb\nc\n"},
		{"attributes in any order, without spaces", "<!--gsd:section when=\"always\" id=\"x\"-->\nb\n<!--/gsd:section-->\n", "b\n"},
		{"spaces around the equals sign", "<!-- gsd:section id = \"x\" when = \"always\" -->\nb\n" + closeX, "b\n"},
		{"no space between attributes", "<!-- gsd:section id=\"x\"when=\"always\" -->\nb\n" + closeX, "b\n"},
		{"any indentation", "        " + openX + "b\n\t" + closeX, "b\n"},
		{"tabs", "<!--\tgsd:section\tid=\"x\"\twhen=\"flag:--fix\"\t-->\nq\n" + closeX, "q\n"},
		{"carriage returns go with their line", "a\r\n" + strings.ReplaceAll(openX+"b\n"+closeX, "\n", "\r\n") + "c", "a\r\nb\r\nc"},
		{"end of text", openX + "b\n" + strings.TrimSuffix(closeX, "\n"), "b\n"},
		{"several sections", openX + closeX + "<!-- gsd:section id=\"3--y\" when=\"always\" -->\n" + closeX, ""},
		{"inside a fence", "```\n" + openX + "```\n", "```\n" + openX + "```\n"},
		{"a longer fence", "~~~~\n~~~\n" + openX + "~~~~~  \nq\n", "~~~~\n~~~\n" + openX + "~~~~~  \nq\n"},
		{"a fence that never closes", "```\n" + openX, "```\n" + openX},
		{"back-ticks that are no fence", "```a`b\n" + openX + closeX, "```a`b\n"},
		{"four spaces are no fence", "    ```\n" + openX + closeX, "    ```\n"},
		{"a fence in a section", openX + "```\n" + closeX + "```\n" + closeX, "```\n" + closeX + "```\n"},
		{"inside a comment", "<!-- open\n" + openX + "b\n", "<!-- open\n" + openX + "b\n"},
		{"below a comment", "<!-- open\n```\nx --> y\n" + openX + "b\n" + closeX, "<!-- open\n```\nx --> y\nb\n"},
		{"text after the marker", strings.TrimSuffix(openX, "\n") + " x\n", strings.TrimSuffix(openX, "\n") + " x\n"},
		{"other words", "<!-- gsd:sectional -->\n<!-- /gsd:sections -->\n", "<!-- gsd:sectional -->\n<!-- /gsd:sections -->\n"},
		{"short comments", "<!-->\n<!--->\n" + openX + closeX, "<!-->\n<!--->\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, notes := Compose(c.in); got != c.want || len(notes) > 0 {
				t.Errorf("got %q with %v, want %q", got, notes, c.want)
			}
		})
	}
}

func TestComposeFaults(t *testing.T) {
	open := func(attributes string) string { return "<!-- gsd:section " + attributes + " -->\n" + closeX }
	for _, c := range []struct {
		name, in, code string
		line           int
	}{
		{"unclosed", "a\n" + openX + "b\n", "unclosed-section", 2},
		{"unmatched", "a\n" + closeX, "unmatched-section", 2},
		{"nested", openX + `<!-- gsd:section id="y" when="always" -->` + "\n" + closeX, "nested-section", 2},
		{"duplicate id", openX + closeX + openX + closeX, "duplicate-section", 3},
		{"no id", open(`when="always"`), "malformed-section", 1},
		{"empty id", open(`id="" when="always"`), "malformed-section", 1},
		{"id in capitals", open(`id="X_y" when="always"`), "malformed-section", 1},
		{"id with a hyphen at its end", open(`id="x-" when="always"`), "malformed-section", 1},
		{"no when", open(`id="x"`), "malformed-section", 1},
		{"unknown when", open(`id="x" when="never"`), "malformed-section", 1},
		{"single quotes", open(`id='x' when="always"`), "malformed-section", 1},
		{"another attribute", open(`id="x" when="always" foo="1"`), "malformed-section", 1},
		{"an attribute twice", open(`id="x" id="x" when="always"`), "malformed-section", 1},
		{"a bare word", open(`id="x" when="always" junk`), "malformed-section", 1},
		{"nothing", open(``), "malformed-section", 1},
		{"a closing marker with attributes", openX + `<!-- /gsd:section id="x" -->` + "\n", "malformed-section", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, notes := Compose(c.in)
			if got != c.in {
				t.Errorf("a faulty text was changed to %q", got)
			}
			if len(notes) != 1 || notes[0].Code != c.code || notes[0].Line != c.line {
				t.Errorf("notes are %v, want %s on line %d", notes, c.code, c.line)
			}
		})
	}
}

func FuzzCompose(f *testing.F) {
	f.Add("a\n" + openX + "b\n" + closeX)
	f.Add("```\n" + openX + "```\n" + closeX)
	f.Add("<!-- open\n" + openX + "-->\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		got, notes := Compose(text)
		if len(notes) > 0 {
			if got != text {
				t.Errorf("a refused text was changed")
			}
			return
		}
		// What is left is the text without some of its lines, in order.
		rest := text
		for line := range strings.Lines(got) {
			for {
				var l string
				l, rest = cutAfter(rest, '\n')
				if l == line {
					break
				}
				if rest == "" || !strings.Contains(l, "gsd:section") {
					t.Fatalf("the line %q went missing before %q", l, line)
				}
			}
		}
	})
}
