package launch

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"toolgrant/model"
)

// A launch is a command and its settings after every question between the two has
// been settled. What a vendor's row turns into argv is only this.
type launch struct {
	Settings
	agent     string
	kind      Kind
	prompt    string // empty: none
	model     string // empty: the vendor's own choice
	effort    string // empty, or one of efforts
	cwd       string
	borrowed  bool
	certified bool // the command names the versions that may run it
	review    *Review
	posture   *Posture
	servers   []attached // what is attached, result channel first; nil when nothing can be
	inherited Inherited
	warnings  []Warning
	notes     []model.Note
}

func efforts() []string { return []string{"low", "medium", "high", "max"} }

// settle checks a command against the settings, the stricter questions first.
func settle(c Command, s Settings, in Inherited, v vendor) (launch, error) {
	l := launch{Settings: s, agent: c.AgentID, kind: c.Kind, review: c.Review, posture: c.Posture, inherited: in, certified: !empty(c.Certification)}
	if err := clean(c, s); err != nil {
		return l, err
	}
	if strings.TrimSpace(c.AgentID) == "" {
		return l, failed("agent_id_blank", "", "agent_id: blank")
	}
	if !c.Kind.valid() {
		return l, failed("kind_unknown", "", "kind: %d is no kind of launch", int(c.Kind))
	}
	if err := l.place(c); err != nil {
		return l, err
	}
	if err := l.checkPosture(v); err != nil {
		return l, err
	}
	if err := l.words(c); err != nil {
		return l, err
	}
	if err := l.checkSettings(v); err != nil {
		return l, err
	}
	if err := l.choose(c.Allowlist, s.Strict || v.strict); err != nil {
		return l, err
	}
	l.notes = append(l.notes, unread(c, v)...)
	return l, nil
}

// clean refuses text that could not be an argument, or would be another one to the
// program that reads it.
func clean(c Command, s Settings) error {
	texts := []Variable{
		{"agent_id", c.AgentID}, {"prompt", deref(c.Prompt)}, {"borrow_cwd", deref(c.BorrowCwd)},
		{"--server-url", s.ServerURL}, {"--cli-path", s.CLIPath}, {"--worktree", s.Worktree}, {"--codex", s.CodexPath},
		{"--review-config", s.ReviewConfig}, {"--system-prompt", s.SystemPrompt}, {"isolated folder", s.IsolatedDir},
	}
	for _, t := range texts {
		if !utf8.ValidString(t.Value) || strings.ContainsRune(t.Value, 0) {
			return failed("text_invalid", "", "%s: holds a NUL or is not UTF-8", t.Name)
		}
	}
	return nil
}

// place settles where the agent works.
func (l *launch) place(c Command) error {
	l.borrowed = l.Work == WorkBorrowed
	if !slices.Contains([]Work{"", WorkOwned, WorkBorrowed}, l.Work) {
		return failed("setting_invalid", "", "--work: %q is neither owned nor borrowed", l.Work)
	}
	if c.Borrowed != nil {
		if l.Work != "" && l.borrowed != *c.Borrowed {
			return failed("setting_contradicts", "leave --work out", "--work %s, but the command says borrowed: %v", l.Work, *c.Borrowed)
		}
		l.borrowed = *c.Borrowed
	}
	l.cwd = l.Worktree
	if from := deref(c.BorrowCwd); l.borrowed && from != "" {
		if l.cwd != "" && filepath.Clean(l.cwd) != filepath.Clean(from) {
			return failed("setting_contradicts", "leave --worktree out", "--worktree %q, but the command says borrow_cwd: %q", l.cwd, from)
		}
		l.cwd = from
	}
	if !absolute(l.cwd) {
		return failed("worktree_invalid", "give --worktree an absolute path", "worktree: %q is no absolute path", l.cwd)
	}
	return nil
}

// absolute accepts the paths of either family of systems, so that what is printed
// for another machine is judged as that machine would.
func absolute(path string) bool {
	drive := len(path) > 2 && path[1] == ':' && strings.ContainsRune(`/\`, rune(path[2]))
	return strings.HasPrefix(path, "/") || strings.HasPrefix(path, `\\`) || drive
}

// checkPosture lets a caller choose sandbox and approval for its own Codex session,
// and never for a reviewer's.
func (l *launch) checkPosture(v vendor) error {
	if l.posture == nil {
		return nil
	}
	refuse := func(kind, code, problem string) error {
		return &Refusal{Kind: kind, Code: code, Problem: "codex_posture: " + problem}
	}
	sandboxes := []string{"read-only", "workspace-write", "danger-full-access"}
	approvals := []string{"untrusted", "on-request", "never"}
	switch {
	case !v.posture:
		return refuse("PostureWrongVendor", "codex_posture_wrong_vendor", "the vendor is "+strconv.Quote(v.id))
	case l.kind != KindDefault:
		return refuse("PostureNotOverridable", "codex_posture_not_overridable", "a launch of kind "+l.kind.String()+" has a fixed one")
	case l.borrowed:
		return refuse("PostureNotOverridable", "codex_posture_not_overridable", "a borrowed checkout has a fixed one")
	case !slices.Contains(sandboxes, l.posture.Sandbox) || !slices.Contains(approvals, l.posture.Approval):
		return refuse("PostureInvalid", "codex_posture_invalid",
			"sandbox must be one of "+strings.Join(sandboxes, ", ")+" and approval one of "+strings.Join(approvals, ", "))
	}
	return nil
}

// words settles model, effort and prompt.
func (l *launch) words(c Command) error {
	l.prompt, l.model = deref(c.Prompt), c.Model
	if c.ReviewerModel != nil && deref(c.ReviewerModel.LaunchModel) != "" {
		l.model = *c.ReviewerModel.LaunchModel
	}
	if asciiEqual(l.model, "default") {
		l.model = ""
	}
	if strings.HasPrefix(l.model, "-") || strings.ContainsFunc(l.model, control) || !utf8.ValidString(l.model) {
		return failed("model_invalid", "", "model: %q would not be read as a model", l.model)
	}
	effort := deref(c.Effort)
	if effort == "" || asciiEqual(effort, "auto") {
		return nil
	}
	for _, known := range efforts() {
		if asciiEqual(effort, known) {
			l.effort = known
			return nil
		}
	}
	return failed("effort_invalid", "use auto, "+strings.Join(efforts(), ", "), "effort: %q is not known", effort)
}

// checkSettings refuses settings that this launch could only ignore, and asks for
// those without which it cannot be made.
func (l *launch) checkSettings(v vendor) error {
	switch l.Transport {
	case "", TransportPTY:
	case TransportAppServer:
		if v.subcommand == "" || l.kind != KindReviewFlow {
			return failed("setting_contradicts", "leave --transport out", "--transport app-server is for reviewFlow launches of codex only")
		}
	default:
		return failed("setting_invalid", "", "--transport: %q is neither pty nor app-server", l.Transport)
	}
	if l.kind != KindReview {
		if l.ReviewConfig != "" || l.SystemPrompt != "" {
			return failed("setting_contradicts", "leave them out", "--review-config and --system-prompt are for kind review, and this is %s", l.kind)
		}
		return nil
	}
	if strings.TrimSpace(l.SystemPrompt) == "" {
		return failed("setting_missing", "give --system-prompt TEXT", "a launch of kind review needs its rendered instructions")
	}
	if r := l.review; r != nil {
		for _, part := range []string{r.Owner, r.Repo} {
			if part == "" || strings.HasPrefix(part, "-") || strings.ContainsFunc(part, control) || !utf8.ValidString(part) {
				return failed("review_invalid", "", "review: %q names no owner or repository", part)
			}
		}
		if r.PRNumber < 1 {
			return failed("review_invalid", "", "review: pr_number %d", r.PRNumber)
		}
	}
	return nil
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func control(r rune) bool { return r < 0x20 || r == 0x7f }
