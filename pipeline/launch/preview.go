package launch

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"toolgrant/model"
)

// Preview shows what an allowlist does to unattended launches of an agent, for the
// vendors that take their servers on the command line. The launch is the plainest
// one: owned worktree, nothing inherited, and placeholders for what only a launch
// knows.
func Preview(agent string, allowlist []string) []model.LaunchPreview {
	var out []model.LaunchPreview
	for _, id := range []string{"claude", "codex"} {
		v, _ := vendorOf(id)
		without, _ := placeholder(v, agent, nil)
		with, notes := placeholder(v, agent, allowlist)
		p := model.LaunchPreview{Agent: agent, Vendor: id, Without: without, With: with, Warnings: notes}
		p.Diff = udiff.Unified("without allowlist", "with allowlist", lines(without), lines(with))
		out = append(out, p)
	}
	return out
}

// placeholder makes the argv of one preview. It goes around the checks of a real
// launch, which would refuse the placeholders, but not around the choice of servers.
func placeholder(v vendor, agent string, allowlist []string) ([]string, []model.Note) {
	l := launch{
		Settings: Settings{ServerURL: "<server-url>", CLIPath: "<cli-path>"},
		agent:    "<agent-id>", kind: KindReviewFlow, cwd: "<worktree>", prompt: "<prompt>",
		inherited: NoneInherited(),
	}
	c := Command{}.FillAllowlist(allowlist)
	kept, warnings := keep(c.Allowlist, agent)
	l.servers = attach(l.CLIPath, l.ServerURL, l.agent, kept)
	argv, err := v.argv(l)
	notes := []model.Note{}
	if err != nil {
		notes = append(notes, model.Note{Severity: model.Error, Code: "no-preview", Agent: agent, Runtime: v.id, Problem: err.Error()})
	}
	for _, w := range warnings {
		notes = append(notes, forVendor(w.Note(), v))
	}
	for _, row := range kept {
		if !row.Unattended {
			notes = append(notes, model.Note{
				Severity: model.Warning, Code: "not-unattended-safe", Agent: agent, Runtime: v.id, Tool: row.ID,
				Problem: fmt.Sprintf("%s is not read-only, and a reviewer runs with nobody watching", row.ID),
				Hint:    "launch --strict refuses such a list",
			})
		}
	}
	slices.SortStableFunc(notes, model.CompareNotes)
	return argv, slices.Compact(notes)
}

func forVendor(n model.Note, v vendor) model.Note {
	n.Runtime = v.id
	return n
}

// lines lays an argv out for a diff: one argument a line, JSON spread over several.
func lines(argv []string) string {
	var b strings.Builder
	for _, arg := range argv {
		var pretty bytes.Buffer
		if strings.HasPrefix(arg, "{") && json.Indent(&pretty, []byte(arg), "", "  ") == nil {
			arg = pretty.String()
		}
		b.WriteString(arg)
		b.WriteByte('\n')
	}
	return b.String()
}
