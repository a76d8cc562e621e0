package pipeline

import (
	"slices"
	"strings"

	"toolgrant/model"
	"toolgrant/pipeline/rewrite"
)

// A permissionForm is how OpenCode and its fork Kilo write an agent's header: the
// author's lines without those the host would refuse or ignore, then lines of the
// host's own (spec/pipeline.md 8.7, hosts-a.md 3 and 4).
type permissionForm struct {
	// Always are permissions written in every block that does not deny everything
	// first, allowed or denied. Empty when the host gets no block unless it is enforced.
	Always []string
	// Variant writes the effort level as a variant line.
	Variant bool
}

// leaves reports whether a key of the author's stays behind: Claude Code's own, which
// the host does not take over, and those that mean something to the host. Of a wrong
// type these stop the whole program, and one that we write too would stand there twice,
// which opens the agent to all tools (hosts-a.md 3.2).
func leaves(key string) bool {
	switch key {
	case "tools", "allowed-tools", "skills", "color", "memory", "maxTurns", "permissionMode", "disallowedTools", "model",
		"mode", "permission", "variant", "temperature", "top_p", "prompt", "disable", "hidden", "steps", "maxSteps", "options":
		return true
	}
	return false
}

func (f permissionForm) convert(j *Job) {
	if j.refuseUnsafe() {
		return
	}
	j.Image = j.image()
	d := j.Doc
	if !d.Fenced() {
		j.file(j.name(), "", d.BOM+j.Body(), "")
		return
	}
	var b strings.Builder
	b.WriteString("---\n")
	b.WriteString(f.kept(j))
	b.WriteString("mode: subagent\n")
	if m := j.hostModel(); m != "" {
		b.WriteString("model: " + rewrite.Scalar(m) + "\n")
	}
	if e := j.Target.Tuning.Effort; f.Variant && e != nil && j.gsd() {
		if level := effort(e, j.Source.Stem); level != "inherit" {
			b.WriteString("variant: " + rewrite.Scalar(level) + "\n")
		}
	}
	f.permissions(j, &b)
	head := b.String() + "---" + lineEnd(d.Close)
	if strings.HasSuffix(d.Open, "\r\n") {
		head = strings.ReplaceAll(head, "\n", "\r\n") // one kind of line end a file, where the reference mixes (fault G16)
		head = strings.ReplaceAll(head, "\r\r\n", "\r\n")
	}
	j.noteDropped(func(f model.Field) bool {
		return slices.Contains([]string{"name", "description", "tools", "disallowedTools"}, f.Key)
	})
	j.noteBounds(d.Name, j.Body())
	j.file(j.name(), head, j.Body(), "")
}

// kept is the author's header without the dropped keys and comments, with LF ends. A
// header that is no valid YAML, or whose name or description is no text, is written
// anew, because the host opens such an agent to all tools or does not start
// (DECISIONS 7). So is a plain pack's, since the host hands keys that it does not know
// to the model's maker.
func (f permissionForm) kept(j *Job) string {
	var b strings.Builder
	if !j.gsd() || j.Doc.Broken || !textual(j.Doc) {
		b.WriteString("name: " + rewrite.Ident(j.Doc.Name) + "\n")
		b.WriteString("description: " + oneLineQuoted(j.Say(j.Doc.Description)) + "\n")
		return b.String()
	}
	for _, field := range j.Doc.Fields {
		if leaves(field.Key) {
			continue
		}
		for line := range strings.Lines(j.text(j.Doc.Header[field.Start:field.End])) {
			comment := strings.HasPrefix(strings.TrimLeft(line, " \t"), "#")
			if comment && (field.Kind != model.TextField || line[0] == '#') {
				continue
			}
			b.WriteString(strings.TrimRight(line, "\r\n") + "\n")
		}
	}
	return b.String()
}

// textual reports whether name and description, where they are given, are text.
func textual(d model.Document) bool {
	for _, f := range d.Fields {
		if (f.Key == "name" || f.Key == "description") && f.Kind != model.TextField {
			return false
		}
	}
	return true
}

// hostModel is the model line's value. A plain pack has none: its model names are
// another host's.
func (j *Job) hostModel() string {
	if !j.gsd() {
		return ""
	}
	return j.model()
}

// permissions writes the permission block. Rules are read in order and the last
// that matches wins, so the deny of everything else comes first (hosts-a.md 3.2).
func (f permissionForm) permissions(j *Job, b *strings.Builder) {
	var rules strings.Builder
	if !j.Image.Inherits {
		f.allowed(j, &rules)
	}
	for _, key := range j.denials() {
		rules.WriteString("  " + permissionKey(key) + ": deny\n")
	}
	if rules.Len() > 0 {
		b.WriteString("permission:\n" + rules.String())
	}
}

// allowed writes what the list gives: after a deny of everything, or beside a deny of
// each of the host's own tools that the list lacks.
func (f permissionForm) allowed(j *Job, b *strings.Builder) {
	allowed := j.Image.Written()
	switch {
	case j.Enforced:
		b.WriteString("  \"*\": deny\n" + questions)
	case len(f.Always) == 0:
		return
	default:
		for _, key := range f.Always {
			if !slices.Contains(allowed, key) {
				b.WriteString("  " + key + ": deny\n")
			} else {
				b.WriteString(j.allow(key))
			}
		}
		allowed = slices.DeleteFunc(allowed, func(key string) bool { return slices.Contains(f.Always, key) })
	}
	for _, key := range allowed {
		b.WriteString(j.allow(key))
	}
}

// questions are what the host asks before it acts outside the project or goes round in
// circles. They are no tools; a deny of everything would turn each question into a
// refusal, so they are asked again, as the host's own read-only agent does.
const questions = "  external_directory: ask\n  doom_loop: ask\n"

// allow is the rule that gives one permission. After a deny of everything, a plain
// allow of read would also lift the host's question before it reads secrets
// (hosts-a.md 3.2), so that question is written again.
func (j *Job) allow(key string) string {
	if key == "read" && j.Enforced {
		return "  read:\n    \"*\": allow\n    \"*.env\": ask\n    \"*.env.*\": ask\n    \"*.env.example\": allow\n"
	}
	return "  " + permissionKey(key) + ": allow\n"
}

// permissionKey quotes a key where YAML would read it as something else.
func permissionKey(key string) string {
	if strings.Trim(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-*") == "" &&
		!strings.HasPrefix(key, "*") && !strings.HasPrefix(key, "-") && strings.Trim(key, "0123456789") != "" {
		return key
	}
	return rewrite.JSONQuote(key)
}

// lineEnd is the line break that ends a line, or nothing at the end of a file.
func lineEnd(line string) string {
	switch {
	case strings.HasSuffix(line, "\r\n"):
		return "\r\n"
	case strings.HasSuffix(line, "\n"):
		return "\n"
	}
	return ""
}
