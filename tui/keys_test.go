package tui

import (
	"os"
	"strings"
	"testing"

	"toolgrant/model"
)

// A keyCase says what one binding does: from a state, to a state.
type keyCase struct {
	before []string // keys pressed first
	want   func(was Root, is *stage) bool
}

// onGrants goes to the grants of reviewer, to the server tracker.
func onGrants() []string { return []string{"j", "j", "tab", "j"} }

func keyCases() map[string]keyCase {
	diffPaneKeys, hostKeys := []string{"j", "tab", "tab"}, []string{"shift+tab"}
	confirm := []string{"a"}
	whoKeys := append(onGrants(), "v")
	return map[string]keyCase{
		"everywhere ↑ k":       {[]string{"j", "j"}, func(was Root, is *stage) bool { return is.agents.cursor == was.agents.cursor-1 }},
		"everywhere ↓ j":       {nil, func(was Root, is *stage) bool { return is.agents.cursor == was.agents.cursor+1 }},
		"everywhere pgup":      {[]string{"end"}, func(was Root, is *stage) bool { return is.agents.cursor < was.agents.cursor-1 }},
		"everywhere pgdn":      {nil, func(was Root, is *stage) bool { return is.agents.cursor > was.agents.cursor+1 }},
		"everywhere home":      {[]string{"end"}, func(_ Root, is *stage) bool { return is.agents.cursor == 0 }},
		"everywhere end":       {nil, func(_ Root, is *stage) bool { return is.agents.cursor == is.agents.n-1 }},
		"everywhere tab":       {nil, func(_ Root, is *stage) bool { return is.focus == grantsPane }},
		"everywhere shift+tab": {nil, func(_ Root, is *stage) bool { return is.focus == hostsPane }},
		"everywhere [":         {nil, func(_ Root, is *stage) bool { return is.hosts.current().ID == "opencode" }},
		"everywhere ]":         {nil, func(_ Root, is *stage) bool { return is.hosts.current().ID == "codex" }},
		"everywhere {": {[]string{"j", "j"}, func(_ Root, is *stage) bool {
			return is.agents.current().stem() == "planner" && is.hosts.current().ID == "claude"
		}},
		"everywhere }": {[]string{"j"}, func(_ Root, is *stage) bool { return is.agents.current().stem() == "reviewer" }},
		"everywhere d": {nil, func(_ Root, is *stage) bool { return is.diff.mode == allRuntimes && len(is.diff.files) == 3 }},
		"everywhere g": {nil, func(_ Root, is *stage) bool { return is.layer == model.Project }},
		"everywhere e": {[]string{"["}, func(was Root, is *stage) bool { return !was.sel.Enforced("opencode") && is.sel.Enforced("opencode") }},
		"everywhere /": {nil, func(_ Root, is *stage) bool { return is.search != nil }},
		"everywhere n": {nil, func(_ Root, is *stage) bool { return is.top() == inField }},
		"everywhere v": {nil, func(_ Root, is *stage) bool { return is.top() == inWho }},
		"everywhere i": {nil, func(_ Root, is *stage) bool { return is.top() == inText }},
		"everywhere a": {nil, func(_ Root, is *stage) bool { return is.top() == inConfirm }},
		"everywhere s": {append(onGrants(), "space"), func(was Root, is *stage) bool {
			return len(was.unsaved) == 1 && len(is.unsaved) == 0 && strings.Contains(is.status.text, "saved")
		}},
		"everywhere u":      {[]string{"a", "y"}, func(_ Root, is *stage) bool { return is.top() == inQuestion }},
		"everywhere ctrl+r": {nil, func(was Root, is *stage) bool { return is.gen > was.gen }},
		"everywhere esc":    {[]string{"m", "j"}, func(_ Root, is *stage) bool { return is.agents.anchor == 0 }},
		"everywhere ctrl+z": {nil, func(_ Root, is *stage) bool { return is.paused == 1 }},
		"everywhere ?":      {nil, func(_ Root, is *stage) bool { return is.top() == inText && strings.Contains(is.screen(), "all keys") }},
		"everywhere q":      {nil, func(_ Root, is *stage) bool { return is.quit }},

		"agents space": {[]string{"j"}, func(_ Root, is *stage) bool { return is.agents.picked["planner"] && is.agents.cursor == 2 }},
		"agents m":     {[]string{"j"}, func(_ Root, is *stage) bool { return is.agents.anchor == 2 }},
		"agents enter": {nil, func(_ Root, is *stage) bool { return is.focus == grantsPane }},

		"grants space": {onGrants(), func(_ Root, is *stage) bool {
			return len(is.sel.Global.Tools["reviewer"]) == 1 && is.sel.Global.Tools["reviewer"][0] == "mcp__tracker__*"
		}},
		"grants enter": {onGrants(), func(_ Root, is *stage) bool { return is.grants.opened["tracker"] }},
		"grants → l":   {onGrants(), func(_ Root, is *stage) bool { return is.grants.opened["tracker"] }},
		"grants ← h":   {append(onGrants(), "l"), func(_ Root, is *stage) bool { return !is.grants.opened["tracker"] }},
		"grants m":     {onGrants(), func(_ Root, is *stage) bool { return is.grants.anchor > 0 }},
		"grants p":     {onGrants(), func(_ Root, is *stage) bool { return is.top() == inQuestion && len(is.engine.did("probe")) == 0 }},

		"diff → l": {append(diffPaneKeys, "w"), func(_ Root, is *stage) bool { return is.diff.left > 0 }},
		"diff ← h": {append(diffPaneKeys, "w", "l"), func(_ Root, is *stage) bool { return is.diff.left == 0 }},
		"diff w":   {diffPaneKeys, func(was Root, is *stage) bool { return was.diff.wrap && !is.diff.wrap }},

		"runtimes → l":   {hostKeys, func(_ Root, is *stage) bool { return is.hosts.cursor == 1 }},
		"runtimes ← h":   {append(hostKeys, "l"), func(_ Root, is *stage) bool { return is.hosts.cursor == 0 }},
		"runtimes space": {hostKeys, func(_ Root, is *stage) bool { return !is.hosts.ticked["claude"] && len(is.plan.Runtimes) == 2 }},

		"confirm space": {confirm, func(_ Root, is *stage) bool { return is.confirm().decide[drifted] == Overwrite }},
		"confirm K":     {append(confirm, "O"), func(_ Root, is *stage) bool { return is.confirm().decide[drifted] == Keep }},
		"confirm O":     {confirm, func(_ Root, is *stage) bool { return is.confirm().decide[drifted] == Overwrite }},
		"confirm d":     {confirm, func(_ Root, is *stage) bool { return is.top() == inText && strings.Contains(is.screen(), "+tools:") }},
		"confirm y":     {confirm, func(_ Root, is *stage) bool { return len(is.engine.did("apply")) == 1 && is.top() == "" }},
		"confirm n esc": {confirm, func(_ Root, is *stage) bool { return len(is.engine.did("apply")) == 0 && is.top() == "" && !is.quit }},

		"who may use it space": {whoKeys, func(_ Root, is *stage) bool { return contains(is.sel.Global.Tools["builder"], "mcp__tracker__*") }},
		"who may use it m":     {whoKeys, func(_ Root, is *stage) bool { return is.overlays[0].(whoOverlay).anchor > 0 }},
		"who may use it enter": {append(whoKeys, "j"), func(_ Root, is *stage) bool { return is.top() == "" && is.agents.current().stem() == "scout" }},
		"who may use it esc":   {whoKeys, func(_ Root, is *stage) bool { return is.top() == "" && !is.quit }},

		"help and notes esc": {[]string{"?"}, func(_ Root, is *stage) bool { return is.top() == "" && !is.quit }},
		"help and notes → l": {[]string{"?"}, func(_ Root, is *stage) bool { return !is.overlays[0].(textOverlay).body.wrap }},
		"help and notes ← h": {[]string{"?", "l"}, func(_ Root, is *stage) bool { return is.overlays[0].(textOverlay).body.left == 0 }},

		"apply esc": {nil, nil}, // TestApplyCanBeStopped

		"question enter": {append(onGrants(), "space", "q", "j"), func(_ Root, is *stage) bool { return is.quit && len(is.engine.did("save")) == 0 }},
		"question esc":   {append(onGrants(), "space", "q"), func(_ Root, is *stage) bool { return !is.quit && is.top() == "" }},
		"question q":     {append(onGrants(), "space", "q"), func(_ Root, is *stage) bool { return !is.quit && is.top() == "" }},
		"typing enter":   {[]string{"j", "n", "Edit"}, func(_ Root, is *stage) bool { return contains(is.sel.Global.Tools["planner"], "Edit") }},
		"typing esc":     {[]string{"j", "n", "Edit"}, func(_ Root, is *stage) bool { return len(is.sel.Global.Tools["planner"]) == 0 && is.top() == "" }},
	}
}

const drifted = "/home/kim/.claude/agents/planner.md"

// Every key of every binding does what its row says, through Update.
func TestEveryBinding(t *testing.T) {
	cases := keyCases()
	for _, b := range bindings() {
		name := string(b.scope) + " " + b.keys.Help().Key
		c, ok := cases[name]
		if !ok {
			t.Errorf("no test presses %q", name)
			continue
		}
		for _, k := range b.keys.Keys() {
			if c.want == nil {
				continue
			}
			t.Run(name+" by "+k, func(t *testing.T) {
				e := newFake(60, 6)
				e.foreign[drifted] = true
				s := open(t, e, 120, 40)
				s.press(c.before...)
				was := s.Root
				s.press(k)
				if !c.want(was, s) {
					t.Errorf("after %q:\n%s", k, s.screen())
				}
			})
		}
		delete(cases, name)
	}
	for name := range cases {
		t.Errorf("%q is tested and no binding", name)
	}
}

// The key table of the documentation is made from the bindings.
func TestKeysPageIsFresh(t *testing.T) {
	const begin, end = "<!-- keys:begin -->\n", "<!-- keys:end -->"
	for _, path := range []string{"../docs/keys.md", "../README.md"} {
		text, err := os.ReadFile(path)
		if err != nil && path == "../README.md" {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		_, rest, found := strings.Cut(string(text), begin)
		if !found {
			continue
		}
		got, after, closed := strings.Cut(rest, end)
		if updating() && closed {
			head, _, _ := strings.Cut(string(text), begin)
			if err := os.WriteFile(path, []byte(head+begin+KeyTable()+end+after), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if !closed || strings.TrimSpace(got) != strings.TrimSpace(KeyTable()) {
			t.Errorf("%s: the key table is older than the bindings: run go test ./tui -update", path)
		}
	}
}
