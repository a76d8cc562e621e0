package launch

import (
	"strconv"
	"strings"

	"toolgrant/model"
)

// choose decides which servers are attached. Only a reviewer that nobody watches is
// isolated, so only there the list is looked at.
func (l *launch) choose(list []*string, strict bool) error {
	if l.kind != KindReviewFlow {
		if len(list) > 0 {
			l.notes = append(l.notes, model.Note{
				Severity: model.Info, Code: "allowlist-ignored", Agent: l.agent,
				Problem: "the allowlist has no effect on a launch of kind " + l.kind.String(),
				Hint:    "only reviewFlow launches are isolated; a session of this kind has the servers of its host",
			})
		}
		return nil
	}
	if strict {
		canonical, err := judge(list)
		if err != nil {
			return err
		}
		list = canonical
	}
	if !l.configured() {
		if len(list) > 0 {
			l.warnings = append(l.warnings, Warning{NotConfigured, "", l.agent})
		}
		return nil
	}
	kept, warnings := keep(list, l.agent)
	l.warnings = append(l.warnings, warnings...)
	l.servers = attach(l.CLIPath, l.ServerURL, l.agent, kept)
	return nil
}

// configured reports whether servers can be attached at all.
func (l *launch) configured() bool {
	return strings.TrimSpace(l.ServerURL) != "" && strings.TrimSpace(l.CLIPath) != ""
}

// reviewArgs are the arguments of the review server for one pull request.
func (l *launch) reviewArgs() []string {
	return []string{"mcp", "review", "--owner", l.review.Owner, "--repo", l.review.Repo, "--pr", strconv.Itoa(l.review.PRNumber)}
}
