package pipeline_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// readClaude: names part at commas and spaces outside parentheses; no key is every
// tool, a null or empty list none; partial wildcards and unregistered spellings match
// nothing; the deny list wins (hosts-a.md 1.2, 1.3).
func readClaude(text string) (reading, error) {
	keys, _, err := header(text)
	if err != nil {
		return reading{}, err
	}
	if err := required(keys, "name", "description"); err != nil {
		return reading{}, err
	}
	var r reading
	list := keys["tools"]
	switch {
	case list == nil:
		r.open = true
	case null(list):
	case list.Value != "":
		r.names = pieces(list.Value)
	default:
		if r.names, err = items(list); err != nil {
			return reading{}, err
		}
	}
	if slices.Contains(r.names, "*") {
		r.open, r.names = true, nil
	}
	if n := keys["disallowedTools"]; n != nil && !null(n) {
		r.denied = pieces(n.Value)
		if n.Value == "" {
			if r.denied, err = items(n); err != nil {
				return reading{}, err
			}
		}
	}
	r.names = slices.DeleteFunc(r.names, func(n string) bool {
		base, _, _ := strings.Cut(n, "(")
		gone := !strings.HasPrefix(n, "mcp__") && !slices.Contains(claudeTools, base)
		return gone || strings.HasPrefix(n, "mcp__") && !claudeMCP.MatchString(n) || slices.ContainsFunc(r.denied, func(d string) bool { return claudeDenies(d, n) })
	})
	return r, nil
}

// claudeTools is what the program was seen to have or to know by another name, in both
// of its modes (hosts-a.md 1.2); a name with any other spelling gives nothing.
var claudeTools = strings.Fields(`Task Agent Bash CronCreate CronDelete CronList Edit EnterWorktree ExitWorktree
	ListAgents Monitor NotebookEdit Read ReportFindings ScheduleWakeup SendMessage Skill TaskStop ToolSearch WebFetch
	WebSearch Workflow Write Grep Glob KillShell BashOutput TaskOutput TodoWrite AskUserQuestion ExitPlanMode`)

var claudeMCP = regexp.MustCompile(`^mcp__[A-Za-z0-9_-]+(__\*)?$`)

func claudeDenies(denied, name string) bool {
	server, whole := strings.CutSuffix(denied, "__*")
	return denied == name || !whole && strings.HasPrefix(name, denied+"(") || whole && strings.HasPrefix(name, server+"__") || whole && name == server ||
		strings.Count(denied, "__") == 1 && strings.HasPrefix(name, denied+"__")
}

// pieces cuts a text at commas and white space outside parentheses.
func pieces(text string) []string {
	var all []string
	depth, start := 0, 0
	for i, r := range text + " " {
		switch {
		case r == '(':
			depth++
		case r == ')' && depth > 0:
			depth--
		case depth == 0 && strings.ContainsRune(", \t\n", r):
			if start < i {
				all = append(all, text[start:i])
			}
			start = i + 1
		}
	}
	return all
}

// readFamily: hosts that copy Claude Code's form and that nobody has run; here it only
// has to parse and say what it says.
func readFamily(text string) (reading, error) {
	keys, _, err := header(text)
	if err != nil {
		return reading{}, err
	}
	list := keys["tools"]
	if list == nil {
		return reading{open: true}, nil
	}
	names, err := items(list)
	if slices.Contains(names, "*") {
		return reading{open: true}, err
	}
	return reading{names: slices.DeleteFunc(names, func(n string) bool { return n == "none" })}, err
}

// readKimiCode: no key or null is every tool, "*" alone too, [] none; a body and a
// description are required, the name's form is fixed (hosts-b.md 6).
func readKimiCode(text string) (reading, error) {
	keys, body, err := header(text)
	if err := errors.Join(err, required(keys, "description")); err != nil {
		return reading{}, err
	}
	if strings.TrimSpace(body) == "" {
		return reading{}, errors.New("no body")
	}
	var r reading
	if n := keys["disallowedTools"]; n != nil {
		if r.denied, err = items(n); err != nil {
			return reading{}, err
		}
	}
	list := keys["tools"]
	if list == nil || null(list) {
		r.open = true
		return r, nil
	}
	r.names, err = items(list)
	if slices.Equal(r.names, []string{"*"}) {
		r.open, r.names = true, nil
	}
	r.names = known(r.names, "Read Write Edit Bash Grep Glob Skill Agent AskUserQuestion TodoList FetchURL WebSearch", `^mcp__[A-Za-z0-9_-]+__\S+$`)
	return r, err
}

// known keeps the names that a host resolves: its own, and those of servers.
func known(names []string, own, server string) []string {
	of := regexp.MustCompile(server)
	return slices.DeleteFunc(names, func(n string) bool {
		return !slices.Contains(strings.Fields(own), n) && !of.MatchString(n)
	})
}

// readQwen: a canonical YAML list of ids and exact names; no list, null and [] are every
// tool (hosts-b.md 2).
func readQwen(text string) (reading, error) {
	keys, body, err := header(text)
	if err := errors.Join(err, required(keys, "name", "description")); err != nil {
		return reading{}, err
	}
	if len(strings.TrimSpace(body)) < 10 {
		return reading{}, errors.New("the system prompt is too short")
	}
	var r reading
	if n := keys["disallowedTools"]; n != nil {
		if r.denied, err = items(n); err != nil {
			return reading{}, err
		}
	}
	list := keys["tools"]
	if list == nil || null(list) || len(list.Content) == 0 {
		r.open = true
		return r, nil
	}
	r.names, err = items(list)
	r.names = known(r.names, "read_file write_file edit run_shell_command grep_search glob list_directory web_search web_fetch agent skill notebook_edit", `^mcp__[A-Za-z0-9_-]+__[A-Za-z0-9_-]+$`)
	return r, err
}

// readGemini: a strict schema, a list only, its own names only; complete_task is always
// there (hosts-b.md 1).
func readGemini(text string) (reading, error) {
	keys, _, err := header(text)
	err = errors.Join(err, required(keys, "name", "description"),
		only(keys, "name", "description", "kind", "display_name", "tools", "mcp_servers", "model", "temperature", "max_turns", "timeout_mins"))
	if err != nil {
		return reading{}, err
	}
	if !regexp.MustCompile(`^[a-z0-9-_]+$`).MatchString(keys["name"].Value) {
		return reading{}, fmt.Errorf("name %q", keys["name"].Value)
	}
	list := keys["tools"]
	if list == nil {
		return reading{open: true}, nil
	}
	if null(list) || list.Value != "" {
		return reading{}, errors.New("tools: expected array")
	}
	r := reading{names: []string{"complete_task"}}
	names, err := items(list)
	for _, n := range names {
		of, isServer := strings.CutPrefix(n, "mcp_")
		builtin := slices.Contains(strings.Fields("glob grep_search read_file list_directory write_file replace run_shell_command google_web_search web_fetch write_todos activate_skill ask_user"), n)
		server := isServer && regexp.MustCompile(`^([^_]+)_([A-Za-z0-9_.:-]+|\*)$`).MatchString(of)
		if !builtin && !server {
			return reading{}, fmt.Errorf("tools: invalid tool name %q", n)
		}
		r.names = append(r.names, n)
	}
	return r, err
}

// readCopilot: aliases and server/tool; no list or "*" is everything, [] nothing, null an
// error (hosts-b.md 3).
func readCopilot(text string) (reading, error) {
	keys, _, err := header(text)
	if err := errors.Join(err, required(keys, "description")); err != nil {
		return reading{}, err
	}
	list := keys["tools"]
	if list == nil {
		return reading{open: true}, nil
	}
	names, err := items(list)
	if err == nil && slices.Equal(names, []string{"*"}) {
		return reading{open: true}, nil
	}
	return reading{names: known(names, "read edit execute search grep glob agent web todo ask_user skill", `^[^*]+/([^*]+|\*)$`)}, err
}

// readCline: six built-ins without a list, none of [], no servers ever (hosts-b.md 4).
func readCline(text string) (reading, error) {
	keys, _, err := header(text)
	if err := errors.Join(err, required(keys, "name", "description")); err != nil {
		return reading{}, err
	}
	list := keys["tools"]
	if list == nil {
		return reading{open: true}, nil
	}
	names, err := items(list)
	return reading{names: known(names, "read_files search_codebase run_commands editor fetch_web_content skills ask_question", `^$`)}, err
}

// readAuggie: no list, [] and anything that is no YAML is every tool; so is a list beside
// a deny list (hosts-b.md 5).
func readAuggie(text string) (reading, error) {
	keys, _, err := header(text)
	if err != nil {
		return reading{open: true}, nil
	}
	var r reading
	if n := keys["disabled_tools"]; n != nil {
		if r.denied, err = items(n); err != nil {
			return reading{}, err
		}
	}
	list := keys["tools"]
	if list == nil || null(list) || len(list.Content) == 0 && list.Value == "" || r.denied != nil {
		r.open = true
		return r, nil
	}
	r.names, err = items(list)
	r.names = slices.DeleteFunc(r.names, func(n string) bool { return n == "none" })
	return r, err
}

// readCodeBuddy: no list, [] and a header that is no YAML is every tool; SendMessage is
// always there; MCP names are compared as the configuration and the server spell them
// (hosts-b.md 7; ran 2.117.0, server "odd srv.x").
func readCodeBuddy(text string) (reading, error) {
	keys, _, err := header(text)
	if err != nil {
		return reading{open: true}, nil
	}
	list := keys["tools"]
	if list == nil || null(list) || len(list.Content) == 0 && list.Value == "" {
		return reading{open: true}, nil
	}
	names, err := items(list)
	own := "Read Write Edit Bash Glob Grep WebFetch WebSearch Skill AskUserQuestion NotebookEdit Agent TaskCreate TaskUpdate TaskGet TaskList"
	return reading{names: append(known(names, own, `^mcp__[^*]+__[^*]+$`), "SendMessage")}, err
}

// readAntigravity: a YAML list of the ids that its documentation names (hosts-b.md 13).
func readAntigravity(text string) (reading, error) {
	keys, _, err := header(text)
	if err := errors.Join(err, required(keys, "name", "description")); err != nil {
		return reading{}, err
	}
	list := keys["tools"]
	if list == nil {
		return reading{open: true}, nil
	}
	if list.Value != "" || null(list) {
		return reading{}, errors.New("no list")
	}
	names, err := items(list)
	return reading{names: names}, err
}

// readBare: hosts whose files carry no list.
func readBare(text string) (reading, error) {
	keys, _, err := header(text)
	return reading{open: true}, errors.Join(err, only(keys, "name", "description"))
}
