package pipeline

import (
	"slices"
	"strings"

	"toolgrant/model"
	"toolgrant/pipeline/rewrite"
)

// kimiRow: spec/hosts.md "Kimi CLI", hosts-b.md 6b, documentation and source, not run.
func kimiRow() Row {
	return Row{
		Runtime: model.Runtime{
			ID: "kimi", Name: "Kimi CLI",
			Home: model.HomeRule{
				Env: []model.EnvVar{{Name: "KIMI_CONFIG_DIR"}},
				Probes: []model.Probe{
					{Dir: ".config/agents", Needs: "skills"}, {Dir: ".agents", Needs: "skills"},
				},
				Default: ".config/agents",
			},
			Global: model.Folder{Dir: "agents", Ext: ".yaml"},
			Tools: model.ToolModel{
				Key: "tools", Form: "YAML list of module:Class",
				BuiltIn: model.Restricts, MCP: model.Inherits,
				Absent: model.ReadsDefault, Empty: model.ReadsNone, Null: model.ReadsNone, Malformed: model.ReadsRejected,
				Deny:  "exclude_tools",
				Names: kimiNames(),
				Refusal: "MCP tools are added from the global configuration after an agent's list is applied; " +
					"the list of built-in tools always holds",
				Remarks: []string{
					"MCP servers cannot be kept from an agent",
					"prompts are templates: what looks like one in the author's text is escaped",
					"a list is required; an agent without one extends the default agent and has its tools",
				},
				Source: "hosts-b.md 6b, documentation and source of 1.49.0", Checked: "2026-11-30",
			},
		},
		Text:    rewrite.Kimi,
		Convert: convertKimi, Gather: gatherKimi,
	}
}

// kimiNames are Claude Code's tools as classes of the host (spec/pipeline.md 10.2).
func kimiNames() map[string][]string {
	names := map[string][]string{"Skill": {}, "SlashCommand": {}}
	for class, of := range map[string]string{
		"file:ReadFile":            "Read ReadFile",
		"file:WriteFile":           "Write WriteFile",
		"file:StrReplaceFile":      "Edit MultiEdit StrReplaceFile",
		"shell:Shell":              "Bash Shell",
		"file:Grep":                "Grep",
		"file:Glob":                "Glob",
		"agent:Agent":              "Agent Task",
		"ask_user:AskUserQuestion": "AskUserQuestion",
		"todo:SetTodoList":         "TodoWrite SetTodoList",
		"web:SearchWeb":            "WebSearch SearchWeb",
		"web:FetchURL":             "WebFetch FetchURL",
		"file:ReadMediaFile":       "ReadMediaFile",
		"background:TaskList":      "TaskList",
		"background:TaskOutput":    "TaskOutput",
		"background:TaskStop":      "TaskStop",
	} {
		for name := range strings.FieldsSeq(of) {
			names[name] = []string{"kimi_cli.tools." + class}
		}
	}
	return names
}

// convertKimi writes an agent as a specification and a prompt beside it. The long
// form of a family speaks for both, as names are the host's keys.
func convertKimi(j *Job) {
	if j.refuseUnsafe() {
		return
	}
	j.Image = j.image()
	name, ok := kimiName(j.Doc)
	if !ok {
		j.note(model.Note{
			Severity: model.Warning, Code: "name",
			Problem: "the name " + rewrite.JSONQuote(j.Doc.Name) + " is none that Kimi CLI can call; no specification is written",
			Hint:    "give the agent a name of small letters, digits and dashes",
		})
		return
	}
	if j.twin() {
		return
	}
	var b strings.Builder
	b.WriteString("version: 1\nagent:\n")
	if !j.gsd() || j.open() {
		b.WriteString("  extend: default\n")
	}
	b.WriteString("  name: " + name + "\n  description: " + oneLineQuoted(kimiDescription(j)) + "\n")
	b.WriteString("  system_prompt_path: ./" + name + ".md\n")
	b.WriteString(kimiTools(j))
	j.noteDropped(func(f model.Field) bool {
		return slices.Contains([]string{"name", "description", "tools", "disallowedTools"}, f.Key)
	})
	dir := kimiDir(j.gsd())
	j.file(dir+name+".yaml", b.String(), "", "")
	prompt := j.Derived("prompt", func() string {
		return rewrite.KimiPrompt(j.Target.Place).Apply(j.Source.Body)
	})
	if !j.gsd() {
		prompt = j.Derived("prompt", func() string { return rewrite.KimiTemplate().Apply(j.Source.Body) })
	}
	j.file(dir+name+".md", "", prompt, "")
}

// kimiTools is the list. An agent without one has that of the default agent, which it
// extends; the reference writes an empty list there, which takes every tool away.
func kimiTools(j *Job) string {
	key, names := "tools", j.Image.Written()
	if j.open() {
		key, names = "exclude_tools", j.denials()
	}
	switch {
	case len(names) == 0 && j.open():
		return ""
	case len(names) == 0:
		return "  tools: []\n"
	}
	var b strings.Builder
	b.WriteString("  " + key + ":\n")
	for _, n := range names {
		b.WriteString("    - " + rewrite.JSONQuote(n) + "\n")
	}
	return b.String()
}

func kimiDir(gsd bool) string {
	if gsd {
		return "subagents/"
	}
	return ""
}

// kimiName is the name the host calls the agent by: for the gsd pack those that begin
// with gsd-, as the root agent takes no others (spec/pipeline.md 10.2).
func kimiName(d model.Document) (string, bool) {
	name := nameOr(d, model.Family(d.Stem))
	if d.Pack == model.GSD && !strings.HasPrefix(name, "gsd-") {
		return name, false
	}
	return name, name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

func kimiDescription(j *Job) string {
	if j.Doc.Description == "" {
		return "Run " + nameOr(j.Doc, j.Source.Stem) + "."
	}
	return j.Doc.Description // the reference's text rules pass over the prompt only
}

// gatherKimi writes the root agent, which lists the gsd pack's agents.
func gatherKimi(t *Target) []File {
	var b strings.Builder
	b.WriteString("version: 1\nagent:\n  name: gsd\n  description: \"Run GSD workflows in Kimi CLI.\"\n")
	b.WriteString("  extend: default\n  system_prompt_path: ./gsd.md\n  tools:\n    - \"kimi_cli.tools.agent:Agent\"\n")
	listed := 0
	for _, d := range t.Documents {
		name, ok := kimiName(*d)
		j := Job{Row: t.Row, Target: t, Source: d, Doc: *d}
		if !ok || d.Pack != model.GSD || j.twin() || j.refuseUnsafe() {
			continue
		}
		if listed == 0 {
			b.WriteString("  subagents:\n")
		}
		listed++
		b.WriteString("    " + name + ":\n      path: ./subagents/" + name + ".yaml\n")
		b.WriteString("      description: " + oneLineQuoted(kimiDescription(&j)) + "\n")
	}
	if listed == 0 {
		return nil
	}
	const prompt = "# Workflows\n\n" +
		"Run the workflows installed as `/skill:gsd-*`, and give a step to one of your agents whenever the workflow asks for it.\n"
	return []File{
		{Name: "gsd.yaml", Head: b.String(), Shared: true},
		{Name: "gsd.md", Head: prompt, Shared: true},
	}
}
