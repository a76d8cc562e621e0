package agents

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"toolgrant/model"
)

// install makes what gsd-core leaves in a home: its copies, and a manifest of what
// is installed of them.
func install(t *testing.T, home, version string, copies []string, files ...string) {
	t.Helper()
	if copies != nil {
		write(t, home, "gsd-core/VERSION", version+"\n")
	}
	for _, stem := range copies {
		write(t, home, "gsd-core/agents/"+stem+".md", small)
	}
	var entries []string
	for _, f := range files {
		entries = append(entries, fmt.Sprintf("%q: %q", f, strings.Repeat("0a", 32)))
	}
	write(t, home, ManifestName, fmt.Sprintf(`{"manifestVersion": 2, "version": %q, "runtime": "x", "scope": "global", "files": {%s}}`, version, strings.Join(entries, ", ")))
}

func TestNamedFolders(t *testing.T) {
	root := t.TempDir()
	one, two := filepath.Join(root, "one"), filepath.Join(root, "two")
	write(t, one, "a.md", small)
	write(t, two, "b.md", small)
	sources, notes, err := Discover(Places{Explicit: []string{one, two + "/", one}, List: "/nowhere"})
	if err != nil || len(notes) > 0 || len(sources) != 2 || sources[0].Dir != one || sources[1].Dir != two || sources[0].Origin != FromFlag {
		t.Errorf("flags give %+v, %v, %v", sources, notes, err)
	}
	sources, _, err = Discover(Places{List: string(filepath.ListSeparator) + two})
	if err != nil || len(sources) != 1 || sources[0].Dir != two || sources[0].Origin != FromEnvironment || sources[0].Stems != nil {
		t.Errorf("the environment gives %+v, %v", sources, err)
	}
	for _, dir := range []string{filepath.Join(root, "none"), filepath.Join(one, "a.md")} {
		if _, _, err := Discover(Places{Explicit: []string{dir}}); err == nil || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v", dir, err)
		}
	}
}

func TestDiscoveredSources(t *testing.T) {
	root := t.TempDir()
	home, project := filepath.Join(root, "home"), filepath.Join(root, "project")
	write(t, home, ".gsd/agents/mine.md", small)
	write(t, project, ".gsd/agents/ours.md", small)
	claude, codex, minimal := filepath.Join(home, ".claude"), filepath.Join(home, ".codex"), filepath.Join(home, ".qwen")
	install(t, claude, "1.14.0", []string{"gsd-a", "gsd-a.compact", "gsd-b"}, "agents/gsd-a.md", "gsd-core/agents/gsd-b.md", "commands/gsd/x.md")
	install(t, codex, "1.13.0", []string{"gsd-a", "gsd-a.compact"}, "agents/gsd-a.md", "agents/gsd-a.toml", "agents/gsd-a.compact.md")
	install(t, minimal, "1.14.0", []string{"gsd-a"}, "commands/gsd/x.md")
	homes := []Home{{"claude", claude}, {"codex", codex}, {"qwen", minimal}, {"kilo", filepath.Join(home, ".config", "kilo")}}
	sources, notes, err := Discover(Places{UserHome: home, Project: project, Homes: homes})
	if err != nil || len(notes) > 0 {
		t.Fatalf("notes %v, error %v", notes, err)
	}
	want := []Source{
		{Dir: filepath.Join(project, ".gsd/agents"), Pack: model.Plain, Origin: FromAdopted},
		{Dir: filepath.Join(home, ".gsd/agents"), Pack: model.Plain, Origin: FromAdopted},
		{Dir: filepath.Join(claude, "gsd-core/agents"), Pack: model.GSD, Origin: FromInstall, Runtime: "claude", Version: "1.14.0", Stems: []string{"gsd-a"}},
		{Dir: filepath.Join(codex, "gsd-core/agents"), Pack: model.GSD, Origin: FromInstall, Runtime: "codex", Version: "1.13.0", Stems: []string{"gsd-a", "gsd-a.compact"}},
		{Dir: filepath.Join(minimal, "gsd-core/agents"), Pack: model.GSD, Origin: FromInstall, Runtime: "qwen", Version: "1.14.0", Stems: []string{}},
	}
	if fmt.Sprintf("%+v", sources) != fmt.Sprintf("%+v", want) {
		t.Errorf("got\n%+v\nwant\n%+v", sources, want)
	}
	if s := sources[2]; !s.Has("gsd-a") || s.Has("gsd-b") || !sources[0].Has("anything") || sources[4].Has("gsd-a") {
		t.Errorf("a source gives what is not installed")
	}
	same, _, err := Discover(Places{UserHome: home, Project: home})
	if err != nil || len(same) != 1 {
		t.Errorf("one folder under two names gives %+v, %v", same, err)
	}
}

// A project install has no copies: a home's of the same version serve it, no other.
func TestLocalInstalls(t *testing.T) {
	root := t.TempDir()
	home, claude, codex := filepath.Join(root, "home"), filepath.Join(root, "p", ".claude"), filepath.Join(root, "p", ".codex")
	install(t, home, "1.14.0", []string{"gsd-a", "gsd-b"}, "agents/gsd-b.md")
	install(t, claude, "1.14.0", nil, "agents/gsd-a.md")
	install(t, codex, "1.12.0", nil, "agents/gsd-a.md")
	sources, notes, err := Discover(Places{Homes: []Home{{"qwen", home}}, Local: []Home{{"claude", claude}, {"codex", codex}, {"kilo", filepath.Join(root, "p", ".kilo")}}})
	if err != nil || len(sources) != 1 || sources[0].Runtime != "claude" || sources[0].Dir != filepath.Join(home, "gsd-core/agents") || !slices.Equal(sources[0].Stems, []string{"gsd-a"}) {
		t.Errorf("sources %+v, %v", sources, err)
	}
	if len(notes) != 1 || notes[0].Runtime != "codex" || !strings.Contains(notes[0].Problem, `"1.12.0"`) || !strings.Contains(notes[0].Hint, "--agents") {
		t.Errorf("notes %+v", notes)
	}
}

// Where it is not known what is installed, nothing of it is rendered.
func TestInstallsThatCannotBeTrusted(t *testing.T) {
	for name, spoil := range map[string]func(home string){
		"no manifest":     func(home string) { write(t, home, "gsd-core/agents/gsd-a.md", small) },
		"broken manifest": func(home string) { install(t, home, "1", []string{"gsd-a"}); write(t, home, ManifestName, "{") },
		"no files":        func(home string) { install(t, home, "1", []string{"gsd-a"}); write(t, home, ManifestName, "{}") },
		"no copies":       func(home string) { install(t, home, "1", nil, "agents/gsd-a.md") },
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			spoil(home)
			sources, notes, err := Discover(Places{Homes: []Home{{"claude", home}}})
			if err == nil || len(sources) > 0 || !strings.Contains(err.Error(), "no agents were found") {
				t.Errorf("sources %+v, error %v", sources, err)
			}
			if len(notes) != 1 || notes[0].Code != "install-left-out" || notes[0].Runtime != "claude" {
				t.Errorf("notes %+v", notes)
			}
		})
	}
}
