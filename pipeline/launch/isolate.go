package launch

import (
	"slices"
	"strings"
)

// inert is the command of a switched-off stdio server: it is never run, but a plugin's
// server has no entry in the configuration, and one without a transport is refused.
const inert = "kcap-review-flow-isolation-disabled"

// isolate makes the overrides that leave a Codex reviewer with exactly the given
// servers. Codex merges -c into what its files say, so an empty table would clear
// nothing: every inherited server is named and switched off. Only one -c can hold
// the whole table (later ones replace it) and it must come first; it is there even
// when it is empty. Measured: codex 0.144.3 (spec) and 0.171.0.
func isolate(inherited []Server, ours []attached, approve bool) ([]string, error) {
	table := make([]string, 0, len(inherited))
	for _, s := range inherited {
		if slices.ContainsFunc(ours, func(a attached) bool { return a.ID == s.Name }) {
			if len(s.Extras) > 0 || s.Kind != "" && s.Kind != "stdio" {
				return nil, isolation("remove or rename that entry in the Codex configuration",
					"a server named %q is already configured, with settings that an override would not remove: %s", s.Name, strings.Join(s.Extras, ", "))
			}
			continue
		}
		entry, err := switchedOff(s)
		if err != nil {
			return nil, err
		}
		table = append(table, entry)
	}
	args := []string{"-c", "mcp_servers={" + strings.Join(table, ",") + "}"}
	for _, s := range ours {
		key := "mcp_servers." + s.ID
		args = append(args, "-c", key+".enabled=true")
		args = append(args, define(s)...)
		if approve {
			args = append(args, "-c", key+".default_tools_approval_mode="+tomlString("approve"))
		}
	}
	return args, nil
}

// define writes one server of ours as dotted overrides; its id needs no quotes.
func define(s attached) []string {
	key := "mcp_servers." + s.ID
	return []string{
		"-c", key + ".command=" + tomlString(s.Command),
		"-c", key + ".args=" + tomlArray(s.Args),
		"-c", key + ".env=" + tomlEnv(s.Env),
	}
}

// switchedOff is one inherited server's entry of the table. A server that is reached
// by url keeps its url: with a command it would have two transports, and Codex would
// refuse its whole configuration.
func switchedOff(s Server) (string, error) {
	switch {
	case s.URL != "":
		return tomlString(s.Name) + "={enabled=false,url=" + tomlString(s.URL) + "}", nil
	case s.Kind != "" && s.Kind != "stdio":
		return "", isolation("switch that server off in the Codex configuration",
			"the inherited server %q is of type %q but has no url, so it cannot be switched off", s.Name, s.Kind)
	}
	return tomlString(s.Name) + "={enabled=false,command=" + tomlString(inert) + ",args=[]}", nil
}
