package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

func (p *program) demoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "everything, in a throw-away home, on the embedded sample agents",
		Long: "demo makes a home in the temporary folder with three hosts, a mesh and three MCP servers of its own, and\n" +
			"opens the configurator there on the embedded sample agents. Without a terminal it prints a walk.",
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.demo(cmd.Context()) },
	}
}

func (p *program) demo(ctx context.Context) error {
	home, err := os.MkdirTemp("", "toolgrant-demo-")
	if err != nil {
		return err
	}
	// Links in the temporary folder's own path would look like links out of the home.
	if home, err = filepath.EvalSymlinks(home); err != nil {
		return err
	}
	project := filepath.Join(home, "shop")
	if err := demoHome(home, project, p.executable); err != nil {
		return err
	}
	inside := p.inside(home, project)
	if p.inTerminal && p.outTerminal && !p.flags.json {
		err := inside.screen(ctx)
		p.say("the demo's home is %s: remove it when you have seen enough", home)
		return err
	}
	return inside.walk(ctx, home)
}

// inside is the program as it would run in the demo's home.
func (p *program) inside(home, project string) *program {
	q := *p
	q.cwd = project
	q.sample = true
	q.flags = flags{runtime: "detected", scope: "global", color: p.flags.color, pack: "auto"}
	q.environ = []string{"HOME=" + home, "PATH=" + p.getenv("PATH"), "TERM=" + p.getenv("TERM"), "NO_COLOR=" + p.getenv("NO_COLOR"), "ACCESSIBLE=" + p.getenv("ACCESSIBLE"), "LC_ALL=" + p.getenv("LC_ALL"), "LC_CTYPE=" + p.getenv("LC_CTYPE"), "LANG=" + p.getenv("LANG")}
	return &q
}

// demoHome writes what a person with three hosts has.
func demoHome(home, project, executable string) error {
	server := func(name string) string {
		return fmt.Sprintf(`%q: {"command": %q, "args": ["demo-server", %q]}`, name, executable, name)
	}
	mcp := "{\n  \"mcpServers\": {\n    " + strings.Join([]string{server("docs"), server("tickets"), server("browser")}, ",\n    ") + "\n  }\n}\n"
	files := map[string]string{
		filepath.Join(home, ".claude.json"):                  mcp,
		filepath.Join(home, ".claude", "settings.json"):      "{}\n",
		filepath.Join(home, ".codex", "config.toml"):         fmt.Sprintf("[mcp_servers.docs]\ncommand = %q\nargs = [\"demo-server\", \"docs\"]\n", executable),
		filepath.Join(home, ".config", "kilo", "kilo.jsonc"): "{\n  // nothing here yet\n}\n",
		filepath.Join(project, "mesh.json"):                  "{\n  \"version\": 1,\n  \"agents\": [\n    { \"name\": \"lead\", \"root\": \"./lead\" },\n    { \"name\": \"peer-liaison\", \"root\": \"./peer-liaison\" }\n  ]\n}\n",
		filepath.Join(project, "lead", "agent.json"):         "{\n  \"name\": \"lead\",\n  \"x-agentmesh\": { \"modes\": [\"ask\"] }\n}\n",
		filepath.Join(project, "peer-liaison", "agent.json"): "{\n  \"name\": \"peer-liaison\"\n}\n",
		filepath.Join(home, ".gsd", "defaults.json"):         "{\n  \"mcp_allowlist\": { \"lead\": [\"kcap-sessions\"] }\n}\n",
	}
	for path, text := range files {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// walk does the main job once, as commands that a reader can type.
func (p *program) walk(ctx context.Context, home string) error {
	p.stderr = p.stdout // one stream, in order
	steps := []struct {
		say  string
		args []string
	}{
		{"Three hosts are found; none has the sample agents yet.", []string{"status"}},
		{"Install them. Every host gets them in its own words.", []string{"apply"}},
		{"Give every agent the docs server, and one of them a tool of another.", []string{"grant", "*", "mcp__docs__*"}},
		{"", []string{"grant", "code-reviewer", "mcp__tickets__search"}},
		{"What that would change in Claude Code:", []string{"diff", "--runtime", "claude"}},
		{"Make it true everywhere.", []string{"apply"}},
		{"A second plan is empty.", []string{"diff", "--exit-code"}},
		{"Where each tool of one agent comes from, and what each host makes of it:", []string{"explain", "code-reviewer"}},
	}
	for _, s := range steps {
		if s.say != "" {
			fmt.Fprintf(p.stdout, "\n# %s\n", s.say)
		}
		fmt.Fprintf(p.stdout, "$ toolgrant %s\n", quoted(s.args))
		q := *p
		if code := q.run(ctx, s.args); code != exitDone {
			return fmt.Errorf("the step toolgrant %s ended with %d", quoted(s.args), code)
		}
	}
	fmt.Fprintf(p.stdout, "\n# Look around in %s:\n#   .gsd/defaults.json, .claude/agents, .codex/agents, .config/kilo/agents\n# In a terminal, toolgrant demo opens the configurator instead.\n", home)
	return nil
}

func quoted(args []string) string {
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = a
		if strings.ContainsAny(a, "*? ") {
			words[i] = "'" + a + "'"
		}
	}
	return strings.Join(words, " ")
}
