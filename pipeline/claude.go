package pipeline

import (
	"strings"

	"toolgrant/model"
)

// copyFile is the converter of hosts that read Claude Code's own form: the header as
// the grants stage left it, byte for byte.
func copyFile(j *Job) {
	j.Image = j.image()
	d := j.Doc
	j.noteBroken()
	j.noteBounds(d.Name, j.Body())
	j.file(j.name(), d.BOM+d.Open+d.Header+d.Close, j.Body(), "")
}

// extendClaude adds the effort and disallowedTools lines of the gsd pack, before
// the closing fence, unless the author has lines of that name (spec/pipeline.md 9).
// Compact twins get what their long form gets (fault G5).
func extendClaude(j *Job) {
	d := j.Doc
	if !d.Fenced() {
		return // fault G7: a body with two rules is no header
	}
	stem := model.Family(j.Source.Stem)
	header := d.Header
	level := effort(j.Target.Tuning.Effort, stem)
	if level == "minimal" {
		level = "low" // Claude Code has no lower one
	}
	if level != "inherit" {
		header = addLine(d, header, "effort", level)
	}
	if denied := deniedByRole(stem); denied != "" {
		before := header
		header = addLine(d, header, "disallowedTools", denied)
		if header != before {
			j.takeDenied(strings.Split(denied, ", "))
		}
	}
	j.Files[0].Head = d.BOM + d.Open + header + d.Close
}

// deniedByRole is what the reference takes from its read-only roles on Claude Code.
func deniedByRole(stem string) string {
	switch stem {
	case "gsd-plan-checker", "gsd-integration-checker", "gsd-ui-checker":
		return "Write, Edit, MultiEdit"
	case "gsd-verifier", "gsd-doc-verifier", "gsd-eval-auditor", "gsd-ui-auditor":
		return "Edit, MultiEdit"
	}
	return ""
}

// addLine puts a key at the end of a header that lacks it, with the file's own line
// break.
func addLine(d model.Document, header, key, value string) string {
	for line := range strings.Lines(header) {
		if strings.HasPrefix(line, key+":") {
			return header
		}
	}
	eol := "\n"
	if strings.HasSuffix(d.Open, "\r\n") {
		eol = "\r\n"
	}
	return header + key + ": " + value + eol
}

// takeDenied says that a listed or granted tool is taken away again by the role's deny
// list, which wins in the host.
func (j *Job) takeDenied(denied []string) {
	for i, l := range j.Image.Lines {
		for _, e := range denied {
			if takes(model.ParseTool(e), model.ParseTool(l.Tool)) {
				j.Image.Lines[i].Host, j.Image.Lines[i].Fate = nil, model.Lost
				j.Image.Lines[i].Why = "the role's disallowedTools takes it away, and the host's deny list wins"
			}
		}
	}
}
