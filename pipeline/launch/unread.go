package launch

import "toolgrant/model"

// unread makes a note of every member of a command that is no argument: it is the
// launcher's to act on before or after, and a person who starts the agent by hand
// should know that nobody did.
func unread(c Command, v vendor) []model.Note {
	members := []struct {
		name  string
		there bool
		what  string
	}{
		{"tools", !empty(c.Tools), "tool picks are written into the worktree before the start"},
		{"attachment_ids", !empty(c.AttachmentIDs), "attachments are put into the worktree before the start"},
		{"resume_session_id", !empty(c.ResumeSession), "the session to go on with is chosen by the launcher"},
		{"acp_permission_preset", !empty(c.ACPPreset), "permission frames are answered by the launcher"},
		{"reviewer_certification", !empty(c.Certification), "the version of the program is compared by the launcher"},
		{"borrow_cwd", deref(c.BorrowCwd) != "" && (c.Borrowed == nil || !*c.Borrowed), "it counts only for a borrowed checkout"},
		{"review", c.Kind == KindReview && c.Review == nil, "it is missing, so what the file of --review-config must hold cannot be told"},
	}
	var notes []model.Note
	for _, m := range members {
		if m.there {
			notes = append(notes, model.Note{
				Severity: model.Info, Code: "not-in-argv", Agent: c.AgentID, Runtime: v.id,
				Problem: m.name + " is not part of the command line: " + m.what,
			})
		}
	}
	return notes
}
