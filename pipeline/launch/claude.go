package launch

import (
	"bytes"
	"encoding/json"
)

// claudeArgv is the command line of Claude Code (spec/launch.md#5). Every option
// that takes several values is followed by another option or by the terminator, so
// none of them can swallow the prompt.
func claudeArgv(l launch) ([]string, error) {
	switch l.kind {
	case KindReview:
		if !absolute(l.ReviewConfig) {
			return nil, failed("setting_missing", "give --review-config FILE", "a review by claude needs the absolute path of its MCP file, not %q", l.ReviewConfig)
		}
		argv := []string{"--mcp-config", l.ReviewConfig, "--system-prompt", l.SystemPrompt}
		return append(argv, option("--model", l.model)...), nil
	case KindReviewFlow:
		argv := claudeIsolation(l)
		argv = append(argv, option("--effort", l.effort)...)
		argv = append(argv, option("--model", l.model)...)
		return append(argv, option("--", l.prompt)...), nil
	}
	argv := append([]string{}, option("--effort", l.effort)...)
	argv = append(argv, option("--model", l.model)...)
	return append(argv, option("--", l.prompt)...), nil
}

// claudeIsolation begins a reviewer's command line. Strict makes the user's and the
// project's server files irrelevant. Subagents do not inherit the list and would
// read those files again, so they are denied, in any place. A borrowed checkout is
// refused elsewhere; should that ever fail, nothing here can write to it.
func claudeIsolation(l launch) []string {
	var argv []string
	denied := "Agent,Edit,MultiEdit,Write,NotebookEdit,Bash"
	if !l.borrowed {
		argv = append(argv, "--permission-mode", "bypassPermissions")
		denied = "Agent"
	}
	return append(argv, "--strict-mcp-config", "--mcp-config", mcpServers(l.servers, ""), "--disallowedTools", denied)
}

// option is a flag with its value, or nothing when there is no value.
func option(flag, value string) []string {
	if value == "" {
		return nil
	}
	return []string{flag, value}
}

// reviewConfig is the text of the file that --review-config names: one server, for
// one pull request. The server's address may be missing, the variable may not.
func (l *launch) reviewConfig() []byte {
	if l.kind != KindReview || l.review == nil {
		return nil
	}
	compact := mcpServers([]attached{{
		ID: "kcap-review", Command: l.CLIPath, Args: l.reviewArgs(), Env: []Variable{{envURL, l.ServerURL}},
	}}, "")
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(compact), "", "  "); err != nil {
		panic(err) // our own text; indenting valid JSON cannot fail
	}
	return b.Bytes()
}
