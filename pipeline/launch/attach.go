package launch

import (
	"bytes"
	"encoding/json"
	"strings"
)

// The environment variables that attached servers and started agents read.
const (
	envURL     = "KCAP_URL"
	envChannel = "KCAP_FLOW_AGENT_ID" // whose result the channel carries; no other server may have it
)

// A Variable is one entry of a server's environment. Order is kept, so a slice of
// them and not a map is what a server has.
type Variable struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// An attached is a server as a host is to start it. One list of them is made per
// launch; each vendor only writes it in its own form.
type attached struct {
	ID      string
	Command string
	Args    []string
	Env     []Variable
	tools   []string
}

// attach makes the list for an unattended launch: the result channel first, then
// what is kept of the allowlist. Servers get the server's address and nothing else.
func attach(cli, url, agent string, kept []owned) []attached {
	list := []attached{{
		ID: channelID, Command: cli, Args: []string{"mcp", "flow-result"},
		Env:   []Variable{{envURL, url}, {envChannel, agent}},
		tools: channelTools(),
	}}
	for _, row := range kept {
		list = append(list, attached{row.ID, cli, row.args, []Variable{{envURL, url}}, row.tools})
	}
	return list
}

// unique drops repetitions of an id: a JSON object can hold each once, at the place
// where it was first named.
func unique(list []attached) []attached {
	var out []attached
	seen := map[string]bool{}
	for _, s := range list {
		if !seen[s.ID] {
			seen[s.ID] = true
			out = append(out, s)
		}
	}
	return out
}

// ids are the servers' names, each once.
func ids(list []attached) []string {
	out := []string{}
	for _, s := range unique(list) {
		out = append(out, s.ID)
	}
	return out
}

// mcpServers is the JSON object that Claude and its imitators read, compact and in
// list order. A non-empty transport is written as each entry's type.
func mcpServers(list []attached, transport string) string {
	entries := make([]string, 0, len(list))
	for _, s := range unique(list) {
		var kind string
		if transport != "" {
			kind = `"type":` + jsonText(transport) + `,`
		}
		env := make([]string, len(s.Env))
		for i, v := range s.Env {
			env[i] = jsonText(v.Name) + ":" + jsonText(v.Value)
		}
		entries = append(entries, jsonText(s.ID)+`:{`+kind+`"command":`+jsonText(s.Command)+
			`,"args":`+jsonText(s.Args)+`,"env":{`+strings.Join(env, ",")+`}}`)
	}
	return `{"mcpServers":{` + strings.Join(entries, ",") + `}}`
}

// jsonText encodes a string or a list of strings, which cannot fail, without the
// HTML escapes that would only make an argument hard to read.
func jsonText(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
