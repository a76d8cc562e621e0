package launch

import "toolgrant/model"

// A vendor is a program that can be launched, as data: how the list of servers
// travels to it, and what it cannot do. Adding one is adding a row and its form.
type vendor struct {
	id         string
	program    string
	subcommand string // of the app server, where there is one
	strict     bool   // its list is always held to the unattended policy
	enumerates bool   // it has to be asked which servers it would add
	posture    bool   // a caller may choose sandbox and approval of its own session
	owned      bool   // its reviewers may only run in owned worktrees
	bypass     string // the setting that consents for good to its reviewers running with permissions bypassed
	unattended bool   // only launches of kind reviewFlow have a settled form
	refused    string // why it cannot be launched at all; empty when it can
	argv       func(launch) ([]string, error)
	env        func(launch) map[string]string
	notes      func(launch) []model.Note
	wire       func(launch) []attached
	path       func(Settings) string // where a setting says that the program is
	load       func(home string, env []string, folder string) (Host, error)
}

// vendors is the table (spec/launch.md#7). Only Claude and Codex take their servers
// and everything else on the command line, so only they can replace this process.
// Cursor, Gemini and OpenCode are told the list by session/new; Copilot ignores it
// there and takes it as an argument.
func vendors() []vendor {
	return []vendor{
		{id: "claude", program: "claude", owned: true, bypass: "skipDangerousModePermissionPrompt", argv: claudeArgv, load: loadClaude},
		{id: "codex", program: "codex", subcommand: "app-server", enumerates: true, posture: true, argv: codexArgv, notes: codexNotes, path: codexPath, load: loadCodex},
		{id: "cursor", program: "cursor-agent", strict: true, unattended: true, argv: fixed("acp", "--force", "--approve-mcps", "--trust"), wire: sameNames},
		{id: "copilot", program: "copilot", strict: true, unattended: true, argv: copilotArgv},
		{id: "gemini", program: "gemini", strict: true, unattended: true, argv: geminiArgv, wire: secretNames},
		{id: "opencode", program: "opencode", strict: true, unattended: true, argv: openCodeArgv, env: openCodeEnv, wire: sameNames},
		{id: "kiro", refused: "its list needs an empty home of its own and a judged trust list for each tool, which no setting here describes yet"},
		{id: "antigravity", refused: "its list is two files in an isolated home, which only a launcher that makes that home can write"},
		{id: "pi", refused: "it has no MCP transport and no unattended review"},
	}
}

// vendorOf finds a row by the name on the wire, exactly.
func vendorOf(id string) (vendor, bool) {
	for _, v := range vendors() {
		if v.id == id {
			return v, true
		}
	}
	return vendor{}, false
}

// fixed is a command line that does not depend on the launch.
func fixed(argv ...string) func(launch) ([]string, error) {
	return func(launch) ([]string, error) { return argv, nil }
}

// codexPath is the one path of a vendor's program that is a setting.
func codexPath(s Settings) string { return s.CodexPath }

// sameNames leaves the servers' names as the registry has them.
func sameNames(l launch) []attached { return l.servers }

// admit holds a vendor other than Claude and Codex to the rules that come before a
// start: what would make those two attach nothing is a refusal here.
func (v vendor) admit(l launch) error {
	switch {
	case !v.unattended:
		return nil
	case l.kind != KindReviewFlow:
		return failed("kind_not_settled", "", "%s: only reviewFlow launches have a settled form, not %s", v.id, l.kind)
	case l.borrowed:
		return failed("borrowed_not_certified", "use an owned worktree", "%s: no boundary is certified for a borrowed checkout", v.id)
	case !l.configured():
		return failed("setting_missing", "give --server-url and --cli-path", "%s: a reviewer without server URL and CLI path could not hand in its result", v.id)
	}
	return nil
}
