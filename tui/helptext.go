package tui

import (
	"fmt"
	"strings"

	"toolgrant/tui/cell"
)

// helpText lists every key of the pane with the focus, then those that hold in all.
func (r Root) helpText() content {
	var c content
	for _, s := range []scope{r.focus.scope(), everywhere} {
		c.section(s.title(), r.keyLines(s))
	}
	c.section("Boxes", []string{
		"[x] granted   [-] some tools of a server   [ ] not granted   [!] cannot be chosen",
		"from *: every agent has it   source: its own file declares it   project: the project file says so",
		"Mouse: click to go and to toggle, wheel to scroll.",
	})
	c.lines = c.lines[1:] // the blank line above the first title
	return c
}

func (s scope) title() string {
	if s == everywhere {
		return "Everywhere"
	}
	return "In " + string(s)
}

func (r Root) keyLines(s scope) []string {
	var out []string
	for _, b := range r.binds {
		if b.scope == s {
			h := b.keys.Help()
			out = append(out, cell.Fit(h.Key, 12)+h.Desc+r.disabled(b.intent))
		}
	}
	return out
}

// disabled is why a key would do nothing now, in brackets.
func (r Root) disabled(i intent) string {
	switch i.(type) {
	case apply:
		if why := r.whyNotApply(); why != "" {
			return "  (" + why + ")"
		}
	case undo:
		if r.world.Undo == "" {
			return "  (there is no apply to undo)"
		}
	case nextLayer:
		if r.world.Local == "" {
			return "  (no project here)"
		}
	}
	return ""
}

// KeyTable is the table of every key in Markdown, for the documentation. A test
// fails when the documentation is older than the bindings.
func KeyTable() string {
	var b strings.Builder
	b.WriteString("| where | key | what it does |\n| --- | --- | --- |\n")
	for _, k := range bindings() {
		h := k.keys.Help()
		fmt.Fprintf(&b, "| %s | `%s` | %s |\n", k.scope, h.Key, h.Desc)
	}
	return b.String()
}

// A hint is a key that the footer names, with one word for it.
type hint struct {
	intent intent
	word   string
}

// hints are the keys worth naming in the footer, most useful first.
func (r Root) hints() []hint {
	if n := len(r.overlays); n > 0 {
		switch r.overlays[n-1].scope() {
		case inConfirm:
			return []hint{{yes{}, "apply"}, {no{}, "back"}, {choose{}, "keep or overwrite"}, {chooseAll{Overwrite}, "overwrite all"}, {chooseAll{Keep}, "keep all"}, {showDiff{}, "diff"}}
		case inWho:
			return []hint{{no{}, "back"}, {toggle{}, "give or take"}, {mark{}, "range"}, {openRow{}, "to the agent"}}
		case inProgress:
			return []hint{{cancel{}, "stop, everything is put back"}}
		case inQuestion, inField:
			return []hint{{yes{}, "choose"}, {no{}, "back"}}
		}
		return []hint{{no{}, "back"}, {sideways{1}, "scroll"}}
	}
	var here []hint
	switch r.focus {
	case agentsPane:
		here = []hint{{openRow{}, "grants"}, {toggle{}, "mark"}, {filter{}, "filter"}}
	case grantsPane:
		here = []hint{{toggle{}, "toggle"}, {openRow{}, "tools"}, {addGrant{}, "add"}}
	case diffPane:
		here = []hint{{walkDiff{1}, "next change"}, {wrapLines{}, "wrap"}}
	case hostsPane:
		here = []hint{{toggle{}, "plan for it"}, {enforce{}, "enforce"}}
	}
	return append(here, hint{apply{}, "apply"}, hint{focusBy{1}, "pane"}, hint{walkHost{1}, "runtime"}, hint{nextLayer{}, "layer"},
		hint{nextView{}, "view"}, hint{save{}, "save"}, hint{undo{}, "undo"}, hint{who{}, "who"}, hint{explain{}, "notes"})
}
