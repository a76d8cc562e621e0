package pipeline_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"gopkg.in/yaml.v3"
)

// A rule is one line of a permission map: OpenCode and Kilo read them in order, after
// their defaults, and the last that matches wins.
type permission struct{ key, pattern, action string }

// permissionIDs are the host's own tools (hosts-a.md 3.2, 4).
const ownPermissions = "bash read glob grep edit task webfetch websearch todowrite skill question list codesearch lsp"

// readRules evaluates the permission map for the host's own tools, for every id and
// pattern that the file names, and for a server that no file names. A header that does
// not parse is an agent with every tool.
func readRules(text string) (reading, error) {
	keys, _, err := header(text)
	if err != nil {
		return reading{open: true}, nil
	}
	if keys["tools"] != nil {
		return reading{}, errors.New("tools: expected object; the program does not start")
	}
	if m := keys["mode"]; m == nil || m.Value != "subagent" {
		return reading{}, errors.New("mode: no subagent")
	}
	rules := []permission{{"*", "*", "allow"}}
	written, err := permissions(keys["permission"])
	if err != nil {
		return reading{}, err
	}
	rules = append(rules, written...)
	candidates := strings.Fields(ownPermissions)
	for _, r := range written {
		if r.key != "*" && r.key != "external_directory" && r.key != "doom_loop" && !slices.Contains(candidates, r.key) {
			candidates = append(candidates, r.key)
		}
	}
	r := reading{open: true}
	for _, key := range append(candidates, "unnamed_probe") {
		switch action := decide(rules, strings.ReplaceAll(key, "*", "probe")); {
		case key == "unnamed_probe":
			r.others = action != "deny"
			r.open = r.open && r.others
		case action == "deny":
			r.open = false
			r.denied = append(r.denied, key)
		default:
			r.names = append(r.names, key)
		}
	}
	return r, nil
}

func permissions(n *yaml.Node) ([]permission, error) {
	if n == nil {
		return nil, nil
	}
	if _, err := fields(n); err != nil {
		return nil, err
	}
	var rules []permission
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i].Value, n.Content[i+1]
		if value.Kind == yaml.ScalarNode {
			rules = append(rules, permission{key, "*", value.Value})
			continue
		}
		for k := 0; k < len(value.Content); k += 2 {
			rules = append(rules, permission{key, value.Content[k].Value, value.Content[k+1].Value})
		}
	}
	for _, r := range rules {
		if !slices.Contains([]string{"allow", "ask", "deny"}, r.action) {
			return nil, fmt.Errorf("permission.%s: %q", r.key, r.action)
		}
	}
	return rules, nil
}

// decide is whether a tool is shown: by the last rule for every use of it.
func decide(rules []permission, tool string) string {
	action := "ask"
	for _, r := range rules {
		pattern := "^" + strings.ReplaceAll(regexp.QuoteMeta(r.key), `\*`, ".*") + "$"
		if r.pattern == "*" && regexp.MustCompile(pattern).MatchString(tool) {
			action = r.action
		}
	}
	return action
}

// readCursor reads line by line: the last key: value of a line counts, values are taken
// as they stand, and readonly: true is all that holds (hosts-b.md 8).
func readCursor(text string) (reading, error) {
	head, body, err := front(text)
	if err != nil || strings.TrimSpace(body) == "" {
		return reading{}, errors.Join(err, errors.New("skipped"))
	}
	values := map[string]string{}
	for line := range strings.SplitSeq(head, "\n") {
		if key, value, ok := strings.Cut(line, ":"); ok && key == strings.TrimSpace(key) {
			values[key] = strings.TrimSpace(value)
		}
	}
	if values["name"] == "" {
		return reading{}, errors.New("no name")
	}
	return reading{open: values["readonly"] != "true"}, nil
}

// A role is a Codex role file: no other keys of ours, no tools key at all.
type role struct {
	Name         string `toml:"name"`
	Description  string `toml:"description"`
	Sandbox      string `toml:"sandbox_mode"`
	Model        string `toml:"model"`
	Effort       string `toml:"model_reasoning_effort"`
	Tier         string `toml:"service_tier"`
	Verbosity    string `toml:"model_verbosity"`
	Instructions string `toml:"developer_instructions"`
}

func parseRole(text string) (role, error) {
	var r role
	d := toml.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return r, err
	}
	switch {
	case r.Name == "" || r.Description == "" || strings.TrimSpace(r.Instructions) == "":
		return r, errors.New("a required key is missing")
	case r.Sandbox != "read-only" && r.Sandbox != "workspace-write":
		return r, fmt.Errorf("unknown variant %q", r.Sandbox)
	}
	return r, nil
}

func readCodex(text string) (reading, error) {
	_, err := parseRole(text)
	return reading{open: true}, err
}

// readKimi: a specification with a list of classes; without one it has to extend another
// (kimi-cli agentspec; hosts-b.md 6b).
func readKimi(text string) (reading, error) {
	top, err := mapping(text)
	if err != nil {
		return reading{}, err
	}
	if top["version"] == nil || top["version"].Value != "1" || top["agent"] == nil {
		return reading{}, errors.New("no version or no agent")
	}
	agent, err := fields(top["agent"])
	if err := errors.Join(err, required(agent, "name", "system_prompt_path"), only(agent, "extend", "name", "description", "system_prompt_path", "tools", "exclude_tools", "subagents")); err != nil {
		return reading{}, err
	}
	var r reading
	if n := agent["exclude_tools"]; n != nil {
		if r.denied, err = items(n); err != nil {
			return reading{}, err
		}
	}
	if agent["tools"] == nil {
		if agent["extend"] == nil {
			return reading{}, errors.New("tools are required")
		}
		r.open = true
		return r, nil
	}
	r.names, err = items(agent["tools"])
	for _, n := range r.names {
		if !regexp.MustCompile(`^kimi_cli\.tools\.[a-z_]+:[A-Za-z]+$`).MatchString(n) {
			return reading{}, fmt.Errorf("invalid tool %q", n)
		}
	}
	return r, err
}
