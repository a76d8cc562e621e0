package launch

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// names draws allowlists: registry names in any spelling, near misses, and anything.
func names() *rapid.Generator[[]*string] {
	known := rapid.Custom(func(t *rapid.T) string {
		ids := []string{channelID}
		for _, s := range Owned() {
			ids = append(ids, s.ID)
		}
		id := rapid.SampledFrom(ids).Draw(t, "id")
		if rapid.Bool().Draw(t, "upper") {
			id = strings.ToUpper(id)
		}
		blank := rapid.SampledFrom([]string{"", " ", "\t", "\n", "\u00a0"})
		return blank.Draw(t, "before") + id + blank.Draw(t, "after")
	})
	name := rapid.OneOf(known, rapid.SampledFrom([]string{
		"", " ", "kcap", "kcap-", "kcap-flows2", "kcap_flows", "\u212acap-flows", "\u212acap-review", "kcap-flow\u017f", "kcap-flows\x00", `kcap-review","x":{`,
	}), rapid.String())
	return rapid.SliceOfN(rapid.Ptr(name, true), 0, 8)
}

// start materialises a reviewer with the given list for each of the argv vendors.
func start(t *rapid.T, vendor string, list []*string) Result {
	c := Command{AgentID: "a-1", RepoPath: "/r", Vendor: vendor, Kind: KindReviewFlow, Allowlist: list}
	in := Inherited{known: true, Servers: []Server{{Name: "kcap-flows"}, {Name: "linear", URL: "https://x"}}}
	r, err := Materialise(c, Settings{ServerURL: "https://t", CLIPath: "/opt/kcap", Worktree: "/wt"}, in)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// server is what a host would start, read back out of the argv.
type server struct {
	Enabled *bool
	Command string
	Args    []string
	Env     map[string]string
}

func readBack(t *rapid.T, vendor string, argv []string) map[string]server {
	if vendor == "claude" {
		var doc struct{ McpServers map[string]server }
		i := slices.Index(argv, "--mcp-config")
		if err := json.Unmarshal([]byte(argv[i+1]), &doc); err != nil {
			t.Fatalf("%s: %v", argv[i+1], err)
		}
		return doc.McpServers
	}
	on := map[string]server{}
	for i, arg := range argv {
		key, value, _ := strings.Cut(arg, "=")
		path := strings.Split(key, ".")
		if i == 0 || argv[i-1] != "-c" || len(path) != 3 || path[0] != "mcp_servers" {
			continue
		}
		s := on[path[1]]
		switch path[2] {
		case "enabled":
			yes := parse[bool](t, value)
			s.Enabled = &yes
		case "command":
			s.Command = parse[string](t, value)
		case "args":
			s.Args = parse[[]string](t, value)
		case "env":
			s.Env = parse[map[string]string](t, value)
		default:
			t.Fatalf("an override of %s", key)
		}
		on[path[1]] = s
	}
	return on
}

func TestNoListYieldsAFlowStarter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := names().Draw(t, "list")
		for _, vendor := range []string{"claude", "codex"} {
			r := start(t, vendor, list)
			for id, s := range readBack(t, vendor, r.Argv) {
				want := map[string]string{envURL: "https://t"}
				if id == channelID {
					want[envChannel] = "a-1"
				} else if row, ok := resolve(&id); !ok || row.StartsFlows || !slices.Equal(s.Args, row.args) {
					t.Fatalf("%s: %q was attached with %q", vendor, id, s.Args)
				}
				if !reflect.DeepEqual(s.Env, want) || s.Command != "/opt/kcap" || slices.Contains(s.Args, "flows") {
					t.Fatalf("%s: %q is %+v", vendor, id, s)
				}
			}
			for name := range r.Env {
				if !slices.Contains([]string{"KCAP_RENDERED_AGENT", "KCAP_AGENT_ID", "KCAP_URL"}, name) {
					t.Fatalf("the agent would get %s", name)
				}
			}
		}
	})
}

// Where nothing resolves the argv is the one of no list, argument for argument, and
// each element was warned about.
func TestUnresolvedListsChangeNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := slices.DeleteFunc(names().Draw(t, "list"), func(raw *string) bool {
			row, found := resolve(raw)
			return found && !row.StartsFlows
		})
		for _, vendor := range []string{"claude", "codex"} {
			got, want := start(t, vendor, list), start(t, vendor, nil)
			if !slices.Equal(got.Argv, want.Argv) {
				t.Fatalf("%s:\n got %q\nwant %q", vendor, got.Argv, want.Argv)
			}
			if len(got.Warnings) != len(list) {
				t.Fatalf("%s: %d warnings for %d elements", vendor, len(got.Warnings), len(list))
			}
		}
	})
}

// Every element is either attached or warned about: nothing is dropped in silence.
// Warnings are safe to print whatever the name was.
func TestEveryElementIsAccountedFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := names().Draw(t, "list")
		kept, warnings := keep(list, "a\x1b[31m")
		if len(kept)+len(warnings) != len(list) {
			t.Fatalf("%d kept and %d warnings for %d elements", len(kept), len(warnings), len(list))
		}
		for _, w := range warnings {
			if strings.ContainsFunc(w.String(), control) || w.Note().Hint == "" {
				t.Fatalf("%q", w.String())
			}
		}
	})
}

// What the strict policy lets through is a list that the lax rules take as it is.
func TestStrictIsAtLeastAsStrict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := names().Draw(t, "list")
		canonical, err := judge(list)
		if err != nil {
			return
		}
		kept, warnings := keep(canonical, "a")
		if len(warnings) > 0 || len(kept) != len(canonical) {
			t.Fatalf("%d of %d kept: %v", len(kept), len(canonical), warnings)
		}
		for _, row := range kept {
			if !row.Unattended || row.StartsFlows {
				t.Fatalf("%s passed", row.ID)
			}
		}
	})
}

// Hostile settings and prompts stay one argument each.
func TestTextStaysInItsArgument(t *testing.T) {
	clean := rapid.Map(hostile(), func(s string) string { return strings.ReplaceAll(s, "\x00", "") })
	rapid.Check(t, func(t *rapid.T) {
		url, cli, prompt := clean.Draw(t, "url"), clean.Draw(t, "cli"), clean.Draw(t, "prompt")
		for _, vendor := range []string{"claude", "codex"} {
			c := Command{AgentID: "a-1", RepoPath: "/r", Vendor: vendor, Kind: KindReviewFlow, Prompt: &prompt}
			r, err := Materialise(c, Settings{ServerURL: url, CLIPath: cli, Worktree: "/wt"}, NoneInherited())
			if err != nil {
				t.Fatal(err)
			}
			back := readBack(t, vendor, r.Argv)
			if len(r.Servers) == 0 {
				if len(back) != 0 {
					t.Fatalf("%s: %v with a closed gate", vendor, back)
				}
			} else if s := back[channelID]; len(back) != 1 || s.Command != cli || s.Env[envURL] != url {
				t.Fatalf("%s: got %+v", vendor, back)
			}
			if n := len(r.Argv); prompt != "" && (r.Argv[n-2] != "--" || r.Argv[n-1] != prompt) {
				t.Fatalf("%s: the prompt is not behind the terminator: %q", vendor, r.Argv)
			}
		}
	})
}
