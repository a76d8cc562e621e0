package servers

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"toolgrant/model"
)

// Refused is a word that cannot be made a grant, with what may have been meant.
type Refused struct {
	Word        string
	Problem     string
	Suggestions []string // nearest first; may be empty
}

func (r Refused) Error() string {
	text := fmt.Sprintf("%q %s", r.Word, r.Problem)
	if len(r.Suggestions) > 0 {
		text += "; did you mean " + strings.Join(r.Suggestions, ", ") + "?"
	}
	return text
}

// Resolve turns words as people type them into the tools that grants are written
// with, in the order of the words and without repeats.
//
//	Read, Bash(git:*)      a built-in tool: as it is
//	serena                 a known server: mcp__serena__*
//	serena/find_symbol     one tool: mcp__serena__find_symbol
//	github/get_*           the known tools that match, one by one
//	mcp__serena__x         as it is
//
// builtIns are the names of built-in tools that count as known. Every word that is
// not understood is a Refused inside the error (errors.Join), and then no tools are
// returned: half a command is nobody's wish. A grant that reaches nothing today is a
// note.
func Resolve(words []string, catalogue model.Catalogue, builtIns []string) ([]string, []model.Note, error) {
	r := resolver{catalogue: catalogue, builtIns: builtIns}
	var tools []string
	var problems []error
	for _, word := range words {
		got, err := r.word(word)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		tools = append(tools, got...)
	}
	if len(problems) > 0 {
		return nil, nil, errors.Join(problems...)
	}
	return unique(tools), r.notes, nil
}

func unique(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

type resolver struct {
	catalogue model.Catalogue
	builtIns  []string
	notes     []model.Note
}

func (r *resolver) note(sev model.Severity, code, tool, problem, hint string) {
	r.notes = append(r.notes, model.Note{Severity: sev, Code: code, Tool: tool, Problem: problem, Hint: hint})
}

func (r *resolver) word(word string) ([]string, error) {
	word = strings.TrimSpace(word)
	if word == "" {
		return nil, Refused{Word: word, Problem: "is empty"}
	}
	t := model.ParseTool(word)
	if t.IsMCP() {
		return r.canonical(word, t)
	}
	if slices.Contains(r.builtIns, t.Name) {
		if _, known := r.catalogue.Server(word); known {
			r.note(model.Info, "ambiguous", word, fmt.Sprintf("%s is a built-in tool and a server; the tool is granted", word), "write "+word+"/* for the server")
		}
		return r.accepted(word, word)
	}
	if s, ok := r.catalogue.Server(word); ok {
		return r.wholeServer(word, s)
	}
	if server, member, ok := r.split(word); ok {
		return r.member(word, server, member)
	}
	return nil, Refused{Word: word, Problem: "is neither a built-in tool nor a known server", Suggestions: r.near(t.Name)}
}

// split takes server/tool apart. A server's name may hold a slash itself, so known
// servers are tried first, the longest before the others.
func (r *resolver) split(word string) (server, member string, ok bool) {
	for _, s := range r.catalogue.Servers() {
		if m, found := strings.CutPrefix(word, s.Name+"/"); found && m != "" && len(s.Name) > len(server) {
			server, member, ok = s.Name, m, true
		}
	}
	if ok {
		return server, member, true
	}
	server, member, ok = strings.Cut(word, "/")
	return server, member, ok && server != "" && member != "" && !strings.Contains(server, "(")
}

// canonical checks an entry that is written out already.
func (r *resolver) canonical(word string, t model.Tool) ([]string, error) {
	if t.ServerPattern() {
		return nil, Refused{Word: word, Problem: "has a wildcard in the server part, which must be literal: no host matches one there"}
	}
	got, err := r.accepted(word, word)
	if err != nil {
		return nil, err
	}
	if servers := r.catalogue.Matching(t); len(servers) == 0 {
		r.unconfigured(word, t.Server)
	} else if !t.WholeServer() && !t.Pattern() && r.catalogue.Knows(t) && len(r.catalogue.Expand(t)) == 0 {
		r.note(model.Warning, "unknown-tool", word, fmt.Sprintf("the server %s lists no tool for %s", servers[0].Name, word), hintTools(servers[0]))
	}
	return got, nil
}

func (r *resolver) wholeServer(word string, s model.Server) ([]string, error) {
	if problem := unspellable(s.Name); problem != "" {
		return nil, Refused{Word: word, Problem: problem}
	}
	return r.accepted(word, model.ClaudeMCPWildcard(s.Name))
}

// member resolves the tool of a server that may or may not be known.
func (r *resolver) member(word, server, member string) ([]string, error) {
	if strings.ContainsAny(server, "*?[") {
		return nil, Refused{Word: word, Problem: "has a wildcard in the server part, which must be literal: no host matches one there"}
	}
	if problem := unspellable(server); problem != "" {
		return nil, Refused{Word: word, Problem: problem}
	}
	s, known := r.catalogue.Server(server)
	if !known {
		if near := r.nearServers(server); len(near) > 0 {
			for i := range near {
				near[i] += "/" + member
			}
			return nil, Refused{Word: word, Problem: fmt.Sprintf("names the server %s, which no host has configured", server), Suggestions: near}
		}
	}
	pattern := strings.ContainsAny(member, "*?[")
	switch {
	case member == "*":
		if !known {
			r.unconfigured(model.ClaudeMCPWildcard(server), server)
		}
		return r.accepted(word, model.ClaudeMCPWildcard(server))
	case pattern && !s.Known():
		return nil, Refused{Word: word, Problem: fmt.Sprintf("is a pattern, and the tools of %s are not known: run toolgrant list servers --probe %s, or name the tools", server, server)}
	case pattern:
		return r.expand(word, s, member)
	}
	tool := model.ClaudeMCPName(server, member)
	switch {
	case !known:
		r.unconfigured(tool, server)
	case !s.Known():
		r.note(model.Info, "unchecked-tool", tool, fmt.Sprintf("the tools of %s are not known, so %s is written as it is", server, member), hintTools(s))
	case !slices.ContainsFunc(s.Tools, func(st model.ServerTool) bool {
		return st.Name == member || model.ClaudeMCPName(server, st.Name) == tool
	}):
		near := nearest(member, s.ToolNames())
		for i := range near {
			near[i] = server + "/" + near[i]
		}
		return nil, Refused{Word: word, Problem: fmt.Sprintf("names a tool that %s does not list", server), Suggestions: near}
	}
	return r.accepted(word, tool)
}

// expand writes a pattern out, because hosts that take one where another takes none
// would make two grants of it, and a tool that the server adds later was never meant.
func (r *resolver) expand(word string, s model.Server, pattern string) ([]string, error) {
	names := model.NewCatalogue(s).Expand(model.Tool{Server: s.Name, Member: pattern})
	if len(names) == 0 {
		return nil, Refused{Word: word, Problem: fmt.Sprintf("matches none of the %d tools of %s", len(s.Tools), s.Name)}
	}
	var out []string
	for _, name := range names {
		got, err := r.accepted(word, model.ClaudeMCPName(s.Name, name))
		if err != nil {
			return nil, err
		}
		out = append(out, got...)
	}
	r.note(model.Info, "expanded", word, fmt.Sprintf("%s is written as the %d tools that match today: a tool that %s adds later is not in it", word, len(names), s.Name), "")
	return out, nil
}

// accepted is the last check before a string may be written.
func (r *resolver) accepted(word, tool string) ([]string, error) {
	clean, err := model.AcceptGrant(tool)
	if err != nil {
		refused := Refused{Word: word, Problem: "cannot stand in a tool list: it " + err.Error()}
		if t := model.ParseTool(tool); t.IsMCP() {
			refused.Suggestions = []string{respelt(t)}
		}
		return nil, refused
	}
	if t := model.ParseTool(clean); t.IsMCP() {
		switch n := len([]rune(clean)); {
		case n > 128:
			return nil, Refused{Word: word, Problem: fmt.Sprintf("has %d characters, and no host takes a tool's name longer than 128", n)}
		case n > 64:
			r.note(model.Warning, "long-name", clean, fmt.Sprintf("%s has %d characters; hosts and models stop at 64, and some cut it", clean, n), "a shorter server name helps")
		}
	}
	return []string{clean}, nil
}

// respelt is a canonical entry as the hosts would register it.
func respelt(t model.Tool) string {
	if t.WholeServer() {
		return model.ClaudeMCPWildcard(t.Server)
	}
	return model.ClaudeMCPName(t.Server, t.Member)
}

// unspellable says why a server's name leaves nothing to be called by (case MN13).
func unspellable(server string) string {
	if strings.Trim(strings.TrimPrefix(model.ClaudeMCPName(server, ""), "mcp__"), "_-") == "" {
		return fmt.Sprintf("names the server %s, of which hosts keep no letter: give it a name of A-Z, a-z, 0-9 where it is configured", model.Printable(server))
	}
	return ""
}

func (r *resolver) unconfigured(tool, server string) {
	hint := "add it to a host's configuration, as with: claude mcp add " + server
	for _, s := range r.catalogue.Servers() {
		for _, p := range s.Found {
			if p.Plugin != "" && s.Name == model.ClaudePluginServer(p.Plugin, server) {
				hint = fmt.Sprintf("the plugin %s brings it under another name: %s", p.Plugin, model.ClaudeMCPWildcard(s.Name))
			}
		}
	}
	r.note(model.Warning, "unconfigured-server", tool, fmt.Sprintf("no host has a server %s configured, so %s gives nothing yet", server, tool), hint)
}

func hintTools(s model.Server) string {
	return "toolgrant list servers --probe " + s.Name + " asks it for its tools"
}
