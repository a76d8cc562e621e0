package launch

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"
)

// Bounds of one command on the wire.
const (
	maxCommand = 4 << 20 // bytes
	maxEntries = 10_000  // elements of the allowlist
)

// A Command is a LaunchAgentCommand as it travels. Members that this package has no
// use for stay raw: their types are their owners' business, and a round trip must
// not lose them. The allowlist came last to the protocol and is encoded last, so an
// older reader binds everything before it as ever (spec/launch.md#8).
type Command struct {
	AgentID       string          `json:"agent_id"`
	Prompt        *string         `json:"prompt,omitzero"`
	Model         string          `json:"model"`
	Effort        *string         `json:"effort,omitzero"`
	RepoPath      string          `json:"repo_path"`
	Tools         json.RawMessage `json:"tools,omitzero"`
	AttachmentIDs json.RawMessage `json:"attachment_ids,omitzero"`
	Vendor        string          `json:"vendor"`
	Kind          Kind            `json:"kind"`
	Review        *Review         `json:"review,omitzero"`
	BaseRef       json.RawMessage `json:"base_ref,omitzero"`
	Borrowed      *bool           `json:"borrowed,omitzero"`
	BorrowCwd     *string         `json:"borrow_cwd,omitzero"`
	FlowRunID     json.RawMessage `json:"flow_run_id,omitzero"`
	FlowRole      json.RawMessage `json:"flow_role,omitzero"`
	Epoch         json.RawMessage `json:"epoch,omitzero"`
	Seq           json.RawMessage `json:"seq,omitzero"`
	CommandID     json.RawMessage `json:"command_id,omitzero"`
	Certification json.RawMessage `json:"reviewer_certification,omitzero"`
	ReviewerModel *ReviewerModel  `json:"explicit_reviewer_model,omitzero"`
	Posture       *Posture        `json:"codex_posture,omitzero"`
	UserID        json.RawMessage `json:"requester_user_id,omitzero"`
	UserIsOwner   json.RawMessage `json:"requester_is_owner,omitzero"`
	Inactivity    json.RawMessage `json:"inactivity_bound_seconds,omitzero"`
	Display       json.RawMessage `json:"requester_display,omitzero"`
	ACPPreset     json.RawMessage `json:"acp_permission_preset,omitzero"`
	ResumeSession json.RawMessage `json:"resume_session_id,omitzero"`
	Allowlist     []*string       `json:"mcp_allowlist,omitzero"` // nil: none was sent; elements may be nil
}

// A Review is the pull request of a launch of kind review.
type Review struct {
	Owner    string `json:"owner"`
	Repo     string `json:"repo"`
	PRNumber int    `json:"pr_number"`
}

// A Posture is the caller's own choice of Codex sandbox and approval.
type Posture struct {
	Sandbox  string `json:"sandbox"`
	Approval string `json:"approval"`
}

// A ReviewerModel pins the model of a reviewer; LaunchModel replaces the command's.
type ReviewerModel struct {
	AttemptID      json.RawMessage `json:"launch_attempt_id,omitzero"`
	LaunchModel    *string         `json:"launch_model,omitzero"`
	PolicyVersion  json.RawMessage `json:"policy_version,omitzero"`
	EquivalenceKey json.RawMessage `json:"equivalence_key,omitzero"`
	ReportVersion  json.RawMessage `json:"report_protocol_version,omitzero"`
}

// Decode reads one command. Unknown members are ignored and missing optional ones
// take their defaults; anything else that is not as the protocol has it is refused.
func Decode(r io.Reader) (Command, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxCommand+1))
	if err != nil {
		return Command{}, fmt.Errorf("command: %w", err)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	switch {
	case len(data) > maxCommand:
		return Command{}, fmt.Errorf("command: longer than %d bytes", maxCommand)
	case !utf8.Valid(data):
		return Command{}, fmt.Errorf("command: not UTF-8")
	}
	var c Command
	if err := c.UnmarshalJSON(data); err != nil {
		return Command{}, fmt.Errorf("command: %w", err)
	}
	return c, nil
}

// UnmarshalJSON decodes by exact member names and checks what must be there.
func (c *Command) UnmarshalJSON(data []byte) error {
	type plain Command
	var p plain
	seen, err := exact(data, &p)
	if err != nil {
		return err
	}
	for _, name := range []string{"agent_id", "model", "repo_path", "vendor"} {
		if !seen[name] {
			return fmt.Errorf("%s: missing", name)
		}
	}
	if len(p.Allowlist) > maxEntries {
		return fmt.Errorf("mcp_allowlist: more than %d entries", maxEntries)
	}
	*c = Command(p)
	return nil
}

// UnmarshalJSON decodes by exact member names.
func (v *Review) UnmarshalJSON(data []byte) error {
	type plain Review
	_, err := exact(data, (*plain)(v))
	return err
}

// UnmarshalJSON decodes by exact member names.
func (v *Posture) UnmarshalJSON(data []byte) error {
	type plain Posture
	_, err := exact(data, (*plain)(v))
	return err
}

// UnmarshalJSON decodes by exact member names.
func (v *ReviewerModel) UnmarshalJSON(data []byte) error {
	type plain ReviewerModel
	_, err := exact(data, (*plain)(v))
	return err
}

// FillAllowlist gives a command that came without a list the one that the
// configuration holds for its agent. A list on the wire, the empty one included,
// stands as it is.
func (c Command) FillAllowlist(list []string) Command {
	if c.Allowlist != nil || list == nil {
		return c
	}
	c.Allowlist = make([]*string, len(list))
	for i := range list {
		c.Allowlist[i] = &list[i]
	}
	return c
}
