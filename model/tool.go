package model

import (
	"fmt"
	"strings"
	"unicode"
)

// A Tool is one entry of a tool list, parsed. The zero Tool is no tool.
//
//	Read                     Name "Read"
//	Bash(git log:*)          Name "Bash", Args "git log:*", Parametrised
//	mcp__docs__search        Server "docs", Member "search"
//	mcp__docs__*, mcp__docs  Server "docs", Member "*"
type Tool struct {
	Raw          string // as written
	Name         string // built-in name; empty for MCP tools
	Args         string // between the parentheses
	Parametrised bool
	Server       string // MCP server; empty for built-ins
	Member       string // MCP tool, or a pattern; "*" for the whole server
	Ambiguous    bool   // the server part could end at more than one "__"
}

const mcpPrefix = "mcp__"

// ParseTool reads one entry. It never fails: what is no known shape is a built-in
// of that name, because hosts have vocabularies of their own (case TL26).
//
// The server ends at the first "__". A server whose own name holds "__" cannot be
// told from one whose tool does; such entries are marked Ambiguous.
func ParseTool(s string) Tool {
	t := Tool{Raw: s}
	rest, isMCP := strings.CutPrefix(s, mcpPrefix)
	if isMCP && rest != "" {
		server, member, found := strings.Cut(rest, "__")
		if !found || member == "" {
			member = "*"
		}
		t.Server, t.Member = server, member
		t.Ambiguous = strings.Contains(member, "__")
		return t
	}
	t.Name = s
	if open := strings.IndexByte(s, '('); open > 0 && strings.HasSuffix(s, ")") {
		t.Name, t.Args, t.Parametrised = s[:open], s[open+1:len(s)-1], true
	}
	return t
}

// IsMCP reports whether the entry names an MCP server or a tool of one.
func (t Tool) IsMCP() bool { return t.Server != "" }

// WholeServer reports whether the entry means every tool of its server.
func (t Tool) WholeServer() bool { return t.IsMCP() && t.Member == "*" }

// Pattern reports whether the member part is a wildcard narrower than the whole
// server. Claude Code grants nothing for those (hosts-a.md 1.3).
func (t Tool) Pattern() bool {
	return t.IsMCP() && !t.WholeServer() && strings.ContainsAny(t.Member, "*?[")
}

// ServerPattern reports whether the server part itself holds a wildcard, which no
// host matches (case MN06).
func (t Tool) ServerPattern() bool { return strings.ContainsAny(t.Server, "*?[") }

// Covers reports whether an entry, where it denies, takes another one away: the same
// entry, the whole server of a tool, or a built-in with and without parameters.
func (t Tool) Covers(o Tool) bool {
	switch {
	case t.Raw == o.Raw:
		return true
	case t.IsMCP():
		return t.Server == o.Server && (t.WholeServer() || t.Member == o.Member)
	}
	return t.Name != "" && t.Name == o.Name && !t.Parametrised
}

// String is the entry as written.
func (t Tool) String() string { return t.Raw }

// Writes reports whether an entry lets an agent change files or run programs on
// Claude Code. What an MCP tool does is not known from its name, so it does not count.
//
// An entry with spaces is one odd name or several tools, depending on the host
// (case TL17); it writes if any of its words does.
func Writes(entry string) bool {
	for word := range strings.FieldsSeq(entry) {
		name, _, _ := strings.Cut(word, "(")
		switch name {
		case "Write", "Edit", "MultiEdit", "NotebookEdit", "Bash", "*":
			return true
		}
	}
	return false
}

// AcceptGrant trims and checks one string of agent_tools. It returns the accepted
// string, or an error that says why it can never be written into a tool list.
//
// The rule is the reference's (spec/pipeline.md 2.2) with one repair: a
// parametrised tool may hold spaces and commas inside its parentheses, as
// Bash(git log:*) and Agent(a, b) do.
func AcceptGrant(s string) (string, error) {
	s = strings.TrimFunc(s, ECMASpace)
	if err := checkGrant(s); err != nil {
		return "", respelt(s, err)
	}
	return s, nil
}

func checkGrant(s string) error {
	switch {
	case s == "":
		return fmt.Errorf("is empty")
	case len(s) > maxGrant:
		return fmt.Errorf("is longer than %d bytes", maxGrant)
	case meansMore(s):
		return fmt.Errorf("is a word that hosts give a meaning of its own")
	case strings.HasSuffix(s, ":"):
		return fmt.Errorf("ends in a colon")
	}
	depth, parts := 0, false
	for _, r := range s {
		switch {
		case r == unicode.ReplacementChar:
			return fmt.Errorf("is not valid UTF-8")
		case unicode.IsControl(r), r == '\u2028', r == '\u2029':
			return fmt.Errorf("holds the control character %U", r)
		case unicode.In(r, unicode.Cf):
			return fmt.Errorf("holds the invisible character %U", r)
		case r == '"', r == '\'', r == '#', r == '`':
			return fmt.Errorf("holds %q", r)
		case r == '(':
			depth++
		case r == ')':
			depth--
			if depth < 0 {
				return fmt.Errorf("has a closing parenthesis too many")
			}
		case depth > 0:
			if ECMASpace(r) && r != ' ' {
				return fmt.Errorf("holds the white space %U", r)
			}
			parts = parts || r == ' ' || r == ','
		case r == ',':
			return fmt.Errorf("holds a comma outside parentheses")
		case ECMASpace(r):
			return fmt.Errorf("holds a space outside parentheses")
		}
	}
	if depth != 0 {
		return fmt.Errorf("has an unclosed parenthesis")
	}
	switch {
	case strings.ContainsRune("*&!|>%@[]{}-?:", rune(s[0])):
		return fmt.Errorf("begins with %q, which YAML gives another meaning", s[0])
	case s[0] == '(':
		return fmt.Errorf("has no name before its parenthesis")
	case parts && !closesOnce(s):
		return fmt.Errorf("goes on after its parentheses")
	}
	return nil
}

// closesOnce reports whether the first parenthesis of a balanced text closes at its
// very end. What follows a closing one is another tool to some hosts.
func closesOnce(s string) bool {
	depth := 0
	for i, r := range s {
		switch r {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i == len(s)-1
			}
		}
	}
	return false
}

// meansMore reports whether a whole entry is a word that YAML or a host reads as
// something else than the name of a tool: everything, nothing, a truth value.
func meansMore(s string) bool {
	switch strings.ToLower(s) {
	case "all", "none", "true", "false", "yes", "no", "on", "off", "null", "~":
		return true
	}
	return false
}

// maxGrant bounds one entry. The longest name any host accepts is 128 characters
// (case MN09); parameters need more room.
const maxGrant = 1024

// ECMASpace is the white space of ECMAScript, which is what the reference trims
// (spec/pipeline.md 0).
func ECMASpace(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', '\u2028', '\u2029', '\ufeff':
		return true
	}
	return unicode.Is(unicode.Zs, r)
}
