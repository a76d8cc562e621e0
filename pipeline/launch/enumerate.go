package launch

import (
	"bytes"
	"context"
	"maps"
	"slices"
)

// Enumerate asks Codex itself which servers a launch in cwd would inherit: those of
// its configuration, of a trusted project and of plugins. env decides which home it
// looks at. Any failure is a refusal, for what was not seen cannot be switched off.
//
// The listing leaves tool filters out, so servers that bear one of our names are
// asked about singly (measured, codex 0.171.0).
func Enumerate(ctx context.Context, codexPath, cwd string, env []string) (Inherited, error) {
	const hint = "run codex mcp list --json in the worktree to see what is wrong"
	data, err := ask(ctx, codexPath, cwd, env, "mcp", "list", "--json")
	if err != nil {
		return Inherited{}, isolation(hint, "inherited servers: %v", err)
	}
	in, err := ReadInherited(bytes.NewReader(data))
	if err != nil {
		return Inherited{}, err
	}
	for i, s := range in.Servers {
		if !ours(s.Name) {
			continue
		}
		data, err := ask(ctx, codexPath, cwd, env, "mcp", "get", s.Name, "--json")
		if err != nil {
			return Inherited{}, isolation(hint, "inherited server %q: %v", s.Name, err)
		}
		full, err := readServer(data)
		if err != nil || full.Name != s.Name {
			return Inherited{}, isolation(hint, "inherited server %q: codex mcp get describes something else", s.Name)
		}
		in.Servers[i] = full
	}
	in.read = true
	return in, nil
}

// ours reports whether a launch could attach a server under exactly this name.
func ours(name string) bool {
	row, found := resolve(&name)
	return name == channelID || found && row.ID == name
}

// Verify asks Codex what it makes of a launch's overrides and refuses the launch
// unless exactly the attached servers are on, as they were given. It closes the gap
// between the reading and the start, and every gap in what is known about merging.
func Verify(ctx context.Context, r Result, env []string) error {
	args := []string{"mcp", "list", "--json"}
	for i := 0; i+1 < len(r.Argv) && r.Argv[i] != "--"; i++ {
		if r.Argv[i] == "-c" {
			args = append(args, r.Argv[i:i+2]...)
			i++
		}
	}
	data, err := ask(ctx, r.Program, r.Cwd, env, args...)
	if err != nil {
		return isolation("", "codex does not accept the overrides: %v", err)
	}
	in, err := ReadInherited(bytes.NewReader(data))
	if err != nil {
		return err
	}
	return agree(in.Servers, unique(r.attached))
}

// agree compares what is on with what was given.
func agree(listed []Server, given []attached) error {
	want := map[string]attached{}
	for _, a := range given {
		want[a.ID] = a
	}
	for _, s := range listed {
		if !s.Enabled {
			continue
		}
		a, ok := want[s.Name]
		if !ok {
			return isolation("", "codex would still start the inherited server %q", s.Name)
		}
		env := map[string]string{}
		for _, v := range a.Env {
			env[v.Name] = v.Value
		}
		if s.Command != a.Command || !slices.Equal(s.Args, a.Args) || !maps.Equal(s.Env, env) || !slices.Equal(s.Extras, []string{"env"}) {
			return isolation("", "codex would not start %q as it was given", s.Name)
		}
		delete(want, s.Name)
	}
	for id := range want {
		return isolation("", "codex would not start the attached server %q: it is missing or switched off", id)
	}
	return nil
}
