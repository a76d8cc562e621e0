package pipeline

import (
	"fmt"
	"hash/fnv"
	"strings"
	"unicode/utf8"

	"toolgrant/model"
	"toolgrant/pipeline/rewrite"
)

// geminiTool is the host's name of a tool, or "" where its loader would not take that
// name: it wants letters between the prefix and the next underscore, and an entry that
// it does not take costs the whole agent (hosts-b.md 1).
func geminiTool(server, tool string) string {
	name := model.GeminiMCPName(server, tool)
	if strings.HasPrefix(name, "mcp__") {
		return ""
	}
	return name
}

// geminiName writes a name in the characters that the loader accepts; a file with
// another name does not load at all. Two agents that would end in one name are kept
// apart by a few digits of a hash of the author's own, so that no order decides which
// of them the host sees.
func geminiName(j *Job, name string) string {
	fit := geminiFit(name)
	if fit == name {
		return name
	}
	for _, d := range j.Target.Documents {
		if d.Name != name && utf8.RuneCountInString(d.Name) == utf8.RuneCountInString(name) && geminiFit(d.Name) == fit {
			h := fnv.New32a()
			_, _ = h.Write([]byte(name))
			fit = fmt.Sprintf("%s-%08x", fit, h.Sum32())
			break
		}
	}
	j.note(model.Note{
		Severity: model.Info, Code: "renamed",
		Problem: fmt.Sprintf("%s takes no name such as %s: there the agent is called %s", j.Row.Name, rewrite.JSONQuote(name), fit),
		Hint:    "give the agent a name of small letters, digits, dashes and underscores",
	})
	return fit
}

// geminiFit is a name in the loader's characters, one for one.
func geminiFit(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, s)
}
