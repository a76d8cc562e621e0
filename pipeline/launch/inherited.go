package launch

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Bounds of what a host may tell about the servers it has.
const (
	maxListing = 8 << 20 // bytes
	maxServers = 10_000
)

// A Server is one that the host has configured, in its own files or by a plugin.
type Server struct {
	Name    string
	Enabled bool
	Kind    string // "stdio", "streamable_http"; empty when the listing does not say
	URL     string
	Command string
	Args    []string
	Env     map[string]string
	Extras  []string // settings that would survive an override of command and args, sorted
}

// Inherited is what a launch would get from the host besides what it is given. Its
// zero value means that nobody looked, which is not the same as [NoneInherited].
type Inherited struct {
	Servers  []Server
	Host     *Host    // nil: the host's own settings were not read
	Authored []string // files of the worktree that configure servers or hooks
	known    bool     // Servers is the whole set
	read     bool     // from the host itself, just now
}

// NoneInherited states that there is nothing, for previews and tests.
func NoneInherited() Inherited { return Inherited{known: true} }

// ReadInherited reads a listing as "codex mcp list --json" prints it. Entries in the
// short form {"name":..,"url":..} are read too. What cannot be understood is an
// error: an entry that is skipped here would stay switched on there.
func ReadInherited(r io.Reader) (Inherited, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxListing+1))
	if err != nil {
		return Inherited{}, isolation("", "inherited servers: %v", err)
	}
	if len(data) > maxListing {
		return Inherited{}, isolation("", "inherited servers: the listing is longer than %d bytes", maxListing)
	}
	if !utf8.Valid(data) {
		return Inherited{}, isolation("", "inherited servers: the listing is not UTF-8")
	}
	var entries []json.RawMessage
	if err := json.Unmarshal(data, &entries); err != nil || entries == nil {
		return Inherited{}, isolation("run codex mcp list --json by hand to see what it says", "inherited servers: the listing is no JSON array")
	}
	if len(entries) > maxServers {
		return Inherited{}, isolation("", "inherited servers: more than %d", maxServers)
	}
	in := NoneInherited()
	seen := map[string]bool{}
	for i, raw := range entries {
		s, err := readServer(raw)
		if err != nil {
			return Inherited{}, isolation("", "inherited servers: entry %d: %v", i+1, err)
		}
		if seen[s.Name] {
			return Inherited{}, isolation("", "inherited servers: %q is listed twice", s.Name)
		}
		seen[s.Name] = true
		in.Servers = append(in.Servers, s)
	}
	return in, nil
}

// harmless members of a listing do not change what an overridden server is or does.
func harmless() []string {
	return []string{"name", "enabled", "disabled_reason", "startup_timeout_sec", "tool_timeout_sec", "auth_status"}
}

// readServer reads one entry of a listing. Members it does not know count as extras
// unless they are empty, so that a later host's new setting is noticed.
func readServer(raw json.RawMessage) (Server, error) {
	var entry map[string]json.RawMessage
	if err := json.Unmarshal(raw, &entry); err != nil || entry == nil {
		return Server{}, fmt.Errorf("not an object")
	}
	s := Server{Enabled: true}
	if err := member(entry, "name", &s.Name); err != nil || s.Name == "" {
		return Server{}, fmt.Errorf("no name")
	}
	for name, dst := range map[string]any{"enabled": &s.Enabled, "url": &s.URL} {
		if err := member(entry, name, dst); err != nil {
			return Server{}, fmt.Errorf("%q: %w", s.Name, err)
		}
	}
	var transport map[string]json.RawMessage
	if err := member(entry, "transport", &transport); err != nil {
		return Server{}, fmt.Errorf("%q: %w", s.Name, err)
	}
	for name, dst := range map[string]any{"type": &s.Kind, "command": &s.Command, "args": &s.Args, "env": &s.Env, "url": &s.URL} {
		if err := member(transport, name, dst); err != nil {
			return Server{}, fmt.Errorf("%q: transport: %w", s.Name, err)
		}
	}
	// Half a surrogate pair decodes to U+FFFD, and then another server would be named.
	if strings.ContainsRune(s.Name+s.URL, utf8.RuneError) {
		return Server{}, fmt.Errorf("%q: a character of it cannot be told", s.Name)
	}
	for name, value := range entry {
		if name != "transport" && !slices.Contains(harmless(), name) && !empty(value) {
			s.Extras = append(s.Extras, name)
		}
	}
	for name, value := range transport {
		if !slices.Contains([]string{"type", "command", "args"}, name) && !empty(value) {
			s.Extras = append(s.Extras, name)
		}
	}
	slices.Sort(s.Extras)
	return s, nil
}

// member decodes one member; an absent or null one leaves dst alone.
func member(object map[string]json.RawMessage, name string, dst any) error {
	raw, ok := object[name]
	if !ok {
		return nil
	}
	if json.Unmarshal(raw, dst) != nil {
		return fmt.Errorf("%s has the wrong type", name)
	}
	return nil
}

// empty reports whether a setting is there in name only.
func empty(raw json.RawMessage) bool {
	return slices.Contains([]string{"", "null", "false", "0", `""`, "[]", "{}"}, strings.Join(strings.Fields(string(raw)), ""))
}
