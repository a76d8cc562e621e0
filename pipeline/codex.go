package pipeline

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"toolgrant/model"
	"toolgrant/pipeline/rewrite"
)

// convertCodex writes a role as the TOML file that Codex loads and, for the gsd
// pack, the markdown file that the reference puts beside it (DECISIONS 18,
// spec/pipeline.md 8.6 and 10.1).
func convertCodex(j *Job) {
	if j.refuseUnsafe() {
		return
	}
	j.Image = j.image()
	if j.gsd() {
		j.file(j.name(), codexHead(j), j.Body(), "")
		if !strings.HasPrefix(j.Source.Stem, "gsd-") {
			j.note(model.Note{
				Severity: model.Warning, Code: "no-role",
				Problem: "Codex loads role files only, and the gsd pack has them for agents whose file name begins with gsd-: this one is not seen",
			})
			return
		}
	}
	if j.twin() {
		return // the long form speaks for both: one role, one file
	}
	codexRole(j)
}

// codexHead is the header of the markdown role: name and description, then the
// role block whose tools line carries the whole list on one line.
func codexHead(j *Job) string {
	d := j.Doc
	if !d.Fenced() {
		return d.BOM
	}
	purpose := rewrite.OneLine(j.Say(d.Description))
	name := nameOr(d, "unknown")
	var b strings.Builder
	b.WriteString(d.BOM + "---\nname: " + rewrite.JSONQuote(name) + "\n")
	b.WriteString("description: " + rewrite.JSONQuote(purpose) + "\n---\n\n")
	b.WriteString("<codex_agent_role>\nrole: " + rewrite.OneLine(name) + "\n")
	b.WriteString("tools: " + strings.Join(d.Tools.Entries, ", ") + "\n")
	b.WriteString("purpose: " + purpose + "\n</codex_agent_role>\n")
	b.WriteString(lineEnd(d.Close))
	return b.String()
}

// nameOr is the author's name for the agent, or a stand-in when there is none.
func nameOr(d model.Document, none string) string {
	if f, ok := d.Field("name"); ok && f.Kind == model.TextField {
		return d.Name
	}
	return none
}

// codexRole writes the TOML role. Its body comes from the source on a way of its
// own: absolute gsd-core paths, then Codex's text rules.
func codexRole(j *Job) {
	d := j.Source
	name := nameOr(*d, d.Stem)
	file := name + ".toml"
	if path.Base(file) != file || strings.ContainsAny(name, "\\\x00") || name == "" {
		j.note(model.Note{
			Severity: model.Error, Code: "unsafe-name",
			Problem: "the name " + rewrite.JSONQuote(name) + " would leave the agents folder; no role file is written",
			Hint:    "give the agent a name without separators",
		})
		return
	}
	j.noteBounds(name, d.Body)
	j.noteDropped(func(f model.Field) bool {
		return slices.Contains([]string{"name", "description", "tools", "disallowedTools"}, f.Key)
	})
	rules := rewrite.CodexTOML(j.Target.Place)
	text := func(s string) string { return j.rules(rules, s) }
	description := rewrite.OneLine(text(d.Description))
	if description == "" {
		description = name + " agent"
		if j.gsd() {
			description = "GSD agent " + name
		}
	}
	var b strings.Builder
	b.WriteString("name = " + rewrite.TOMLBasic(name) + "\n")
	b.WriteString("description = " + rewrite.TOMLBasic(description) + "\n")
	b.WriteString("sandbox_mode = \"" + sandbox(j, name) + "\"\n")
	codexTuning(j, name, &b)
	body := j.Derived("role", func() string {
		if !j.gsd() {
			return "developer_instructions = " + exactTOML(d.Body) + "\n"
		}
		return "developer_instructions = " + rewrite.TOMLBody(strings.TrimFunc(text(d.Body), unicode.IsSpace)) + "\n"
	})
	j.file(file, b.String(), body, "")
}

// exactTOML spells a body so that what a parser reads is that body and nothing else: the
// multi-line form always ends in a line break.
func exactTOML(body string) string {
	if rest, ok := strings.CutSuffix(body, "\n"); ok {
		return rewrite.TOMLBody(rest)
	}
	return rewrite.TOMLBasic(body)
}

// twin reports whether the document is the short form of one that the target has too.
func (j *Job) twin() bool {
	family := model.Family(j.Source.Stem)
	return family != j.Source.Stem &&
		slices.ContainsFunc(j.Target.Documents, func(d *model.Document) bool { return d.Stem == family })
}

// codexTuning writes the model lines: a pinned override, and what light roles get.
func codexTuning(j *Job, name string, b *strings.Builder) {
	if !j.gsd() {
		return
	}
	stem := model.Family(j.Source.Stem)
	if m := strings.TrimSpace(j.override(name, stem)); m != "" {
		if codexModel(m) {
			b.WriteString("model = " + rewrite.TOMLBasic(m) + "\n")
			switch level := effort(j.Target.Tuning.Effort, stem); level {
			case "inherit":
			case "minimal":
				b.WriteString("model_reasoning_effort = \"low\"\n")
			default:
				b.WriteString("model_reasoning_effort = " + rewrite.TOMLBasic(level) + "\n")
			}
		} else {
			j.note(model.Note{
				Severity: model.Warning, Code: "model-override",
				Problem: "the model " + rewrite.JSONQuote(m) + " is not one of Codex's; the role keeps the default",
				Hint:    "set model_overrides to a Codex model id, or leave the agent out",
			})
		}
	}
	if c, ok := catalogued(stem); ok && c.tier == light {
		b.WriteString("service_tier = \"flex\"\nmodel_verbosity = \"low\"\n")
	}
}

func codexModel(m string) bool {
	switch lower := strings.ToLower(m); lower {
	case "opus", "sonnet", "haiku", "fable":
		return false
	default:
		return !strings.Contains(lower, "claude")
	}
}

// sandbox is the role's sandbox_mode. It follows what the author lists, never what
// is granted: a grant must not open a read-only role (case CV07).
func sandbox(j *Job, name string) string {
	for _, id := range []string{identity(j.Source.Stem), identity(name)} {
		if heldReadOnly(id) || strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789._-") != "" {
			if j.gsd() {
				return "read-only"
			}
		}
	}
	if !j.gsd() && j.Source.Tools.Form == model.Absent {
		return writeMode(!j.denies("Write", "Edit", "Bash")) // the author left everything else open
	}
	if _, excluded, ok := cutExcept(strings.Join(j.Source.Tools.Entries, ",")); ok {
		return exceptMode(excluded)
	}
	for _, e := range j.Source.Tools.Entries {
		name := model.ParseTool(e).Name
		if j.denies(name) {
			continue
		}
		if name == "Write" || name == "Edit" || !j.gsd() && model.Writes(e) {
			return writeMode(true)
		}
	}
	return writeMode(false)
}

func writeMode(writes bool) string {
	if writes {
		return "workspace-write"
	}
	return "read-only"
}

// denies reports whether the author takes all of some tools away again.
func (j *Job) denies(names ...string) bool {
	of := Job{Doc: *j.Source}
	return len(of.deniedNames(names)) == len(names)
}

// exceptMode reads a list in words, "all tools except Write": it writes unless both
// ways of writing are among the exclusions.
func exceptMode(excluded string) string {
	for e := range strings.SplitSeq(excluded, ",") {
		if t := strings.TrimSpace(e); t == "Write" || t == "Edit" {
			return "read-only"
		}
	}
	return "workspace-write"
}

// cutExcept finds the word "except", in any case, where it stands by itself: a server
// that has it in its name says nothing of a list in words.
func cutExcept(s string) (before, excluded string, ok bool) {
	const word = "except"
	letter := func(r byte) bool {
		return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	for i := 0; i+len(word) <= len(s); i++ {
		end := i + len(word)
		if strings.EqualFold(s[i:end], word) && (i == 0 || !letter(s[i-1])) && (end == len(s) || !letter(s[end])) {
			return s[:i], s[end:], true
		}
	}
	return s, "", false
}

// identity is a name as the hold list compares it (spec/pipeline.md 10.1, step 6).
func identity(s string) string {
	if i := strings.LastIndexAny(s, `/\`); i >= 0 {
		s = s[i+1:]
	}
	s = strings.TrimFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.In(r, unicode.Cf)
	})
	s = strings.TrimRight(s, ".")
	return strings.ToLower(norm.NFKC.String(s))
}

// heldReadOnly lists the roles that stay read-only although they name Write or Edit.
func heldReadOnly(id string) bool {
	switch strings.TrimPrefix(id, "gsd-") {
	case "ai-researcher", "code-fixer", "code-reviewer", "debug-session-manager",
		"doc-classifier", "doc-synthesizer", "doc-verifier", "doc-writer", "dom-verifier",
		"domain-researcher", "eval-auditor", "eval-planner", "intel-updater",
		"pattern-mapper", "ui-auditor", "ui-researcher", "nyquist-auditor":
		return strings.HasPrefix(id, "gsd-")
	}
	return false
}
