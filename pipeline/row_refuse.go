package pipeline

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"toolgrant/model"
	"toolgrant/pipeline/rewrite"
)

// refuseUnsafe leaves a document out where what we would write could give more than
// its author says: a list, or a deny list, without a safe reading on a host that holds
// one, a header that never ends, or a text without a header on a host that makes an
// agent with every tool of it.
func (j *Job) refuseUnsafe() bool {
	d := j.Doc
	unreadable := d.Tools.Form == model.Unreadable
	switch {
	case unreadable && (j.listed() || !d.Fenced()):
		j.refuse(model.Note{
			Code: "unreadable-list", Line: d.Tools.Line,
			Problem: "the tool list has no safe reading, and " + j.Row.Name + " would give more or less than it says",
			Hint:    "write the list as tools: Read, Grep",
		})
	case j.listed() && slices.ContainsFunc(j.Source.Notes, func(n model.Note) bool { return n.Code == "denied-unreadable" }):
		j.refuse(model.Note{
			Code: "unreadable-list", Line: d.Tools.Line,
			Problem: "disallowedTools has no safe reading, so nobody can say what " + j.Row.Name + " may give",
			Hint:    "write it as disallowedTools: Write, Edit",
		})
	case !d.Fenced() && j.Row.Tools.Malformed == model.ReadsAll && (!j.gsd() || j.Enforced):
		j.refuse(model.Note{
			Code: "no-header", Line: 1,
			Problem: "the file has no header, and " + j.Row.Name + " would make an agent with every tool of it",
			Hint:    "begin it with a header that has a name, a description and a tool list",
		})
	}
	return j.Refused
}

// noteBroken says what a host makes of a header that is no valid YAML, where it gets
// the author's own (DECISIONS 7).
func (j *Job) noteBroken() {
	if !j.Doc.Broken {
		return
	}
	what := "nobody has seen what it makes of that"
	switch j.Row.Tools.Malformed {
	case model.ReadsRejected:
		what = "it may not load the agent at all"
	case model.ReadsAll:
		what = "it reads such a file as an agent with every tool"
	}
	j.note(model.Note{
		Severity: model.Warning, Code: "broken-header", Line: 2,
		Problem: fmt.Sprintf("%s gets a header that is no valid YAML as it is: %s", j.Row.Name, what),
		Hint:    "quote the value that breaks it",
	})
}

// noteDropped says which keys of a plain pack's header stay behind. Those that restrict
// an agent are a warning: what they forbid is not forbidden any more.
func (j *Job) noteDropped(takes func(model.Field) bool) {
	if j.gsd() {
		return
	}
	var said []string
	for _, f := range j.Doc.Fields {
		if takes(f) || slices.Contains(said, f.Key) || f.Key == "model" && f.Value == "inherit" {
			continue
		}
		said = append(said, f.Key)
		n := model.Note{
			Severity: model.Info, Code: "key-dropped", Line: f.Line,
			Problem: fmt.Sprintf("the key %q is not one that every host knows: it is left out where it means nothing", model.Printable(f.Key)),
		}
		switch f.Key {
		case "model":
			n.Problem = "the model is one of Claude Code's names: other hosts keep their own default"
		case "permissionMode", "hooks", "isolation", "permission":
			n.Severity = model.Warning
			n.Problem = fmt.Sprintf("the key %q is left out: what it forbids is not forbidden there", f.Key)
		}
		j.note(n)
	}
}

// noteBounds says where a host would refuse, cut or pass over what it gets.
func (j *Job) noteBounds(name, body string) {
	m := &j.Row.Tools
	say := func(problem, hint string) {
		j.note(model.Note{Severity: model.Warning, Code: "host-bound", Problem: problem, Hint: hint})
	}
	if m.MaxBody > 0 && len(body) > m.MaxBody && units(body) > m.MaxBody {
		say(fmt.Sprintf("the prompt has %d characters and %s takes %d", units(body), j.Row.Name, m.MaxBody), "shorten it, or leave the agent to other hosts")
	}
	if m.MinBody > 0 && units(strings.TrimSpace(body)) < m.MinBody {
		say(fmt.Sprintf("the prompt has fewer than %d characters, and %s does not load such an agent", m.MinBody, j.Row.Name),
			"say in the body what the agent does")
	}
	if m.FillsIn && rewrite.HasPlaceholder(body) {
		say("the prompt has a ${NAME}, which "+j.Row.Name+" takes for a value it must be given, and it does not start the agent",
			"write $NAME, or ${NAME-} as shells read it too")
	}
	if j.Target.names != nil && !j.Target.names.MatchString(name) {
		say(fmt.Sprintf("the name %s is none that %s loads: it must match %s", rewrite.JSONQuote(name), j.Row.Name, m.NamePattern), "rename the agent")
	}
	if j.Target.files != nil && !j.Target.files.MatchString(j.name()) {
		say(fmt.Sprintf("%s passes over a file named %s", j.Row.Name, model.Printable(j.name())), "rename the file")
	}
}

// units is the length of a text as the hosts count it, in UTF-16 units. A text that is
// ASCII is as long as its bytes.
func units(s string) int {
	n := 0
	for _, r := range s {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}
