package launch

import (
	"fmt"
	"strconv"
	"strings"

	"toolgrant/model"
)

// The codes of a Warning. They are stable: scripts branch on them.
const (
	Unknown       = "unknown"          // the registry does not hold the name
	Stripped      = "stripped"         // it starts flows
	NotConfigured = "not-configured"   // no server URL or CLI path, so nothing can be attached
	HostDisabled  = "disabled-in-host" // attached, but the host's own settings switch it off
)

// A Warning says that something an allowlist asked for will not be there. Name is
// raw, as it came; only the text made from it is safe for a terminal.
type Warning struct {
	Code  string `json:"code"`
	Name  string `json:"name"` // "(null)" for a null element, empty where the list as a whole is meant
	Agent string `json:"agent_id"`
}

// String is the warning on one line, with control characters escaped.
func (w Warning) String() string {
	name, agent := strconv.Quote(w.Name), strconv.Quote(w.Agent)
	switch w.Code {
	case Unknown:
		return fmt.Sprintf("agent %s: server %s is not an owned server: skipped", agent, name)
	case Stripped:
		return fmt.Sprintf("agent %s: server %s starts flows: stripped", agent, name)
	case NotConfigured:
		return fmt.Sprintf("agent %s: no server URL or CLI path: none of its servers is attached", agent)
	case HostDisabled:
		return fmt.Sprintf("agent %s: server %s is attached but switched off in the host's own settings", agent, name)
	}
	return fmt.Sprintf("agent %s: server %s: %s", agent, name, w.Code)
}

// hints say what to do about a warning of each code.
func (w Warning) hint() string {
	switch w.Code {
	case Unknown:
		return "toolgrant list servers --owned shows the names there are"
	case Stripped:
		return "take it out of the allowlist; no launch can be given it"
	case NotConfigured:
		return "give --server-url and --cli-path"
	case HostDisabled:
		return "enable it for this folder in the host; its settings are not edited from here"
	}
	return ""
}

// Note is the warning in the form that plans and screens show.
func (w Warning) Note() model.Note {
	return model.Note{
		Severity: model.Warning, Code: w.Code, Agent: w.Agent, Tool: w.Name,
		Problem: w.String(), Hint: w.hint(),
	}
}

// keep applies the rules for single elements, in list order: what the registry does
// not hold is skipped, what starts flows is stripped, the rest is kept under its
// canonical id. A name given twice is kept twice; hosts differ in what that means.
func keep(list []*string, agent string) (kept []owned, warnings []Warning) {
	for _, raw := range list {
		row, found := resolve(raw)
		switch {
		case raw == nil:
			warnings = append(warnings, Warning{Unknown, "(null)", agent})
		case !found:
			warnings = append(warnings, Warning{Unknown, *raw, agent})
		case row.StartsFlows:
			warnings = append(warnings, Warning{Stripped, *raw, agent})
		default:
			kept = append(kept, row)
		}
	}
	return kept, warnings
}

// judge applies the unattended policy: every element must be a read-only server.
// It returns the canonical list without repetitions. The reserved channel is there
// anyway, so naming it changes nothing.
func judge(list []*string) ([]*string, error) {
	var out []*string
	seen := map[string]bool{channelID: true}
	for _, raw := range list {
		name := ""
		if raw != nil {
			name = strings.TrimSpace(*raw)
		}
		row, found := resolve(raw)
		if fold(name) != channelID && (!found || row.StartsFlows || !row.Unattended) {
			return nil, &Refusal{
				Kind: "LaunchFailed", Code: "allowlist_not_auto_approvable", Rejected: &name,
				Problem: fmt.Sprintf("server %q may not run unattended", name),
				Hint:    "only " + strings.Join(unattended(), " and ") + " are read-only; take the entry out of the allowlist",
			}
		}
		if id := fold(name); !seen[id] {
			seen[id] = true
			out = append(out, &id)
		}
	}
	return out, nil
}

// unattended lists the ids that judge accepts.
func unattended() []string {
	var ids []string
	for _, r := range registry() {
		if r.Unattended {
			ids = append(ids, r.ID)
		}
	}
	return ids
}
