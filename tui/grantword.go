package tui

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/sahilm/fuzzy"

	"toolgrant/model"
)

// vocabulary is the built-in tools that agents and hosts know by name.
func (r Root) vocabulary() []string {
	seen := map[string]bool{}
	var words []string
	add := func(name string) {
		if name != "" && !seen[name] {
			seen[name] = true
			words = append(words, name)
		}
	}
	for _, h := range r.world.Hosts {
		for _, name := range keys(h.Tools.Names, nil) {
			add(name)
		}
	}
	for _, a := range r.world.Agents {
		for _, d := range a.Documents {
			for _, e := range d.Tools.Entries {
				add(model.ParseTool(e).Name)
			}
		}
	}
	return words
}

// readGrant turns what a person typed into entries of agent_tools, one a line. A
// bare word is a built-in tool, else a server, else refused: a misspelt grant would
// stand in the config and give nothing.
func readGrant(s string, c catalog, known []string) (string, error) {
	s = strings.TrimSpace(s)
	if server, pattern, ok := strings.Cut(s, "/"); ok && !strings.ContainsAny(s, "( ") {
		return expand(server, pattern, c)
	}
	text, err := model.AcceptGrant(s)
	if err != nil {
		return "", err
	}
	t := model.ParseTool(text)
	switch {
	case t.ServerPattern():
		return "", errors.New("holds a wildcard in the server's name, which no host matches")
	case t.IsMCP():
		return text, nil
	}
	for _, w := range known {
		if w == t.Name {
			return text, nil
		}
	}
	if _, ok := c.at[text]; ok {
		return model.ClaudeMCPWildcard(text), nil
	}
	return "", fmt.Errorf("is no tool and no server known here%s", suggest(t.Name, c, known))
}

// expand makes one entry for each known tool of a server that a pattern matches.
func expand(server, pattern string, c catalog) (string, error) {
	i, ok := c.at[server]
	if !ok {
		return "", fmt.Errorf("%s is no server known here%s", server, suggest(server, c, nil))
	}
	var out []string
	for _, t := range c.servers[i].Tools {
		if ok, err := path.Match(pattern, t.Name); err != nil {
			return "", fmt.Errorf("%s is no pattern: %w", pattern, err)
		} else if ok {
			out = append(out, model.ClaudeMCPName(server, t.Name))
		}
	}
	switch {
	case pattern == "*":
		return model.ClaudeMCPWildcard(server), nil
	case len(out) > 0:
		return strings.Join(out, "\n"), nil
	case strings.ContainsAny(pattern, "*?["):
		return "", fmt.Errorf("no known tool of %s matches %s: p asks the server for its tools", server, pattern)
	}
	return model.AcceptGrant(model.ClaudeMCPName(server, pattern))
}

// suggest names what may have been meant.
func suggest(word string, c catalog, known []string) string {
	names := append([]string(nil), known...)
	for _, s := range c.servers {
		names = append(names, s.Name)
	}
	for _, name := range names {
		if strings.EqualFold(name, word) {
			return ": " + name + "?"
		}
	}
	if m := fuzzy.Find(word, names); len(m) > 0 {
		return ": " + m[0].Str + "?"
	}
	return ""
}
