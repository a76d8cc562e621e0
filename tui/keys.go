package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// scope says where a binding holds. The innermost scope is asked first.
type scope string

const (
	everywhere scope = "everywhere"
	inAgents   scope = "agents"
	inGrants   scope = "grants"
	inDiff     scope = "diff"
	inHosts    scope = "runtimes"
	inConfirm  scope = "confirm"
	inWho      scope = "who may use it"
	inText     scope = "help and notes"
	inProgress scope = "apply"
	inQuestion scope = "question"
	inField    scope = "typing"
)

// A binding ties keys to an intent in one scope.
type binding struct {
	scope  scope
	keys   key.Binding
	intent intent
}

func bind(s scope, i intent, label, does string, keys ...string) binding {
	return binding{s, key.NewBinding(key.WithKeys(keys...), key.WithHelp(label, does)), i}
}

// bindings is every key of the screen, once. Help, footer and the key table in the
// documentation are made from it.
func bindings() []binding {
	return []binding{
		bind(everywhere, moveBy{-1}, "↑ k", "up", "up", "k"),
		bind(everywhere, moveBy{1}, "↓ j", "down", "down", "j"),
		bind(everywhere, pageBy{-1}, "pgup", "a page up", "pgup", "ctrl+b"),
		bind(everywhere, pageBy{1}, "pgdn", "a page down", "pgdown", "ctrl+f"),
		bind(everywhere, edge{false}, "home", "the first row", "home", "<"),
		bind(everywhere, edge{true}, "end", "the last row", "end", ">", "G"),
		bind(everywhere, focusBy{1}, "tab", "next pane", "tab"),
		bind(everywhere, focusBy{-1}, "shift+tab", "pane before", "shift+tab"),
		bind(everywhere, walkHost{-1}, "[", "runtime before", "["),
		bind(everywhere, walkHost{1}, "]", "next runtime", "]"),
		bind(everywhere, walkDiff{-1}, "{", "change before", "{"),
		bind(everywhere, walkDiff{1}, "}", "next change", "}"),
		bind(everywhere, nextView{}, "d", "show this file, all files of the agent, the config, the launches", "d"),
		bind(everywhere, nextLayer{}, "g", "edit the other layer: global or project", "g"),
		bind(everywhere, enforce{}, "e", "enforce lists on this runtime, or leave it", "e"),
		bind(everywhere, filter{}, "/", "filter the list", "/"),
		bind(everywhere, addGrant{}, "n", "type a tool or pattern to grant", "n"),
		bind(everywhere, who{}, "v", "who may use this server", "v"),
		bind(everywhere, explain{}, "i", "notes, and what each host makes of the agent", "i"),
		bind(everywhere, apply{}, "a", "apply: shows what is written, then asks", "a"),
		bind(everywhere, save{}, "s", "save the config only", "s"),
		bind(everywhere, undo{}, "u", "undo the last apply", "u"),
		bind(everywhere, reload{}, "ctrl+r", "read everything again", "ctrl+r"),
		bind(everywhere, escape{}, "esc", "clear range, filter or message", "esc"),
		bind(everywhere, suspend{}, "ctrl+z", "suspend", "ctrl+z"),
		bind(everywhere, help{}, "?", "all keys", "?"),
		bind(everywhere, quit{}, "q", "quit; asks when something is not saved", "q", "ctrl+c"),

		bind(inAgents, toggle{}, "space", "mark the agent", " "),
		bind(inAgents, mark{}, "m", "begin or end a range of agents", "m"),
		bind(inAgents, openRow{}, "enter", "to its grants", "enter", "right", "l"),

		bind(inGrants, toggle{}, "space", "toggle, for every marked agent", " "),
		bind(inGrants, openRow{}, "enter", "show or hide a server's tools", "enter"),
		bind(inGrants, sideways{1}, "→ l", "show a server's tools", "right", "l"),
		bind(inGrants, sideways{-1}, "← h", "hide them", "left", "h"),
		bind(inGrants, mark{}, "m", "begin or end a range of rows", "m"),
		bind(inGrants, probe{}, "p", "ask the server for its tools", "p"),

		bind(inDiff, sideways{1}, "→ l", "scroll right", "right", "l"),
		bind(inDiff, sideways{-1}, "← h", "scroll left", "left", "h"),
		bind(inDiff, wrapLines{}, "w", "wrap long lines", "w"),

		bind(inHosts, sideways{1}, "→ l", "next runtime", "right", "l"),
		bind(inHosts, sideways{-1}, "← h", "runtime before", "left", "h"),
		bind(inHosts, toggle{}, "space", "plan for this runtime, or not", " "),

		bind(inConfirm, choose{}, "space", "keep mine, or overwrite with a backup", " ", "left", "right", "h", "l"),
		bind(inConfirm, chooseAll{Keep}, "K", "keep all of mine", "K"),
		bind(inConfirm, chooseAll{Overwrite}, "O", "overwrite all, with backups", "O"),
		bind(inConfirm, showDiff{}, "d", "show the difference", "d", "enter"),
		bind(inConfirm, yes{}, "y", "apply", "y"),
		bind(inConfirm, no{}, "n esc", "back", "n", "esc", "q", "ctrl+c"),

		bind(inWho, toggle{}, "space", "give it to the agent, or take it away", " "),
		bind(inWho, mark{}, "m", "begin or end a range", "m"),
		bind(inWho, openRow{}, "enter", "to the agent", "enter"),
		bind(inWho, no{}, "esc", "back", "esc", "q", "v", "ctrl+c"),

		bind(inText, no{}, "esc", "back", "esc", "q", "?", "i", "enter", "ctrl+c"),
		bind(inText, sideways{1}, "→ l", "scroll right", "right", "l"),
		bind(inText, sideways{-1}, "← h", "scroll left", "left", "h"),

		bind(inProgress, cancel{}, "esc", "stop and put everything back", "esc", "ctrl+c"),

		bind(inQuestion, yes{}, "enter", "choose", "enter"),
		bind(inQuestion, no{}, "esc", "back", "esc"),
		bind(inQuestion, quit{}, "q", "back; at the very start: quit", "q", "ctrl+c"),

		bind(inField, yes{}, "enter", "done", "enter"),
		bind(inField, no{}, "esc", "back", "esc", "ctrl+c"),
	}
}

// listKeys are the bindings that hold everywhere and also inside overlays.
func listKeys(i intent) bool {
	switch i.(type) {
	case moveBy, pageBy, edge, suspend:
		return true
	}
	return false
}

// meaning is the intent of a key in a scope, nil for a key that means nothing there.
// Overlays see their own keys and those of lists only.
func meaning(all []binding, s scope, overlay bool, msg tea.KeyMsg) intent {
	for _, b := range all {
		if b.scope == s && key.Matches(msg, b.keys) {
			return b.intent
		}
	}
	if s == inField {
		return nil
	}
	for _, b := range all {
		if b.scope == everywhere && key.Matches(msg, b.keys) && (!overlay || listKeys(b.intent)) {
			return b.intent
		}
	}
	return nil
}
