package launch

import (
	"strings"

	"toolgrant/model"
)

// codexArgv is the command line of Codex (spec/launch.md#6).
func codexArgv(l launch) ([]string, error) {
	if l.Transport == TransportAppServer {
		block, err := codexIsolation(l)
		return append([]string{"--disable", "apps"}, block...), err
	}
	if l.kind == KindReview {
		return codexReview(l)
	}
	sandbox, approval := "workspace-write", "on-request"
	if l.borrowed {
		sandbox = "read-only"
	}
	if l.kind == KindReviewFlow {
		approval = "never"
	}
	if l.posture != nil {
		sandbox, approval = l.posture.Sandbox, l.posture.Approval
	}
	argv := []string{"--cd", l.cwd, "--sandbox", sandbox, "--ask-for-approval", approval, "--dangerously-bypass-hook-trust"}
	if l.kind == KindReviewFlow {
		block, err := codexIsolation(l)
		if err != nil {
			return nil, err
		}
		argv = append(argv, block...)
	}
	argv = append(argv, option("-m", l.model)...)
	argv = append(argv, codexEffort(l.effort)...)
	argv = append(argv, "--no-alt-screen")
	return append(argv, option("--", l.prompt)...), nil
}

// codexIsolation needs the whole set of what Codex inherits: what was not seen
// cannot be switched off.
func codexIsolation(l launch) ([]string, error) {
	if !l.inherited.known {
		return nil, isolation("", "the servers that codex inherits were not read")
	}
	return isolate(l.inherited.Servers, l.servers, l.Transport == TransportAppServer)
}

// codexEffort translates the one level that Codex calls by another name.
func codexEffort(effort string) []string {
	switch effort {
	case "":
		return nil
	case "max":
		effort = "xhigh"
	}
	return []string{"-c", "model_reasoning_effort=" + tomlString(effort)}
}

// codexReview starts a review that a person watches: the review server is added to
// what Codex has, and the instructions are the prompt.
func codexReview(l launch) ([]string, error) {
	if l.review == nil {
		return nil, failed("review_missing", "send review {owner, repo, pr_number}", "a launch of kind review names no pull request")
	}
	if strings.TrimSpace(l.CLIPath) == "" {
		return nil, failed("setting_missing", "give --cli-path", "the review server has no command")
	}
	argv := []string{"--cd", l.cwd, "--sandbox", "workspace-write", "--ask-for-approval", "on-request"}
	argv = append(argv, define(attached{
		ID: "kcap-review", Command: l.CLIPath, Args: l.reviewArgs(), Env: []Variable{{envURL, l.ServerURL}},
	})...)
	argv = append(argv, option("-m", l.model)...)
	return append(argv, "--no-alt-screen", "--", l.SystemPrompt), nil
}

// codexNotes names what the command line leaves open.
func codexNotes(l launch) []model.Note {
	note := func(code, problem, hint string) model.Note {
		return model.Note{Severity: model.Info, Code: code, Agent: l.agent, Runtime: "codex", Problem: problem, Hint: hint}
	}
	var notes []model.Note
	if l.kind == KindReviewFlow && l.Transport != TransportAppServer {
		notes = append(notes, note("apps-not-isolated",
			"codex's own app connectors are not MCP servers of its configuration and stay on",
			"switch the feature off in the Codex configuration if reviewers must not have them"))
	}
	if l.kind == KindReview && l.ReviewConfig != "" {
		notes = append(notes, note("not-in-argv", "codex is told its server by overrides: --review-config is not used", ""))
	}
	return notes
}
