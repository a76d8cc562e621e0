package servers

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"toolgrant/model"
)

// homeWith is a list of the servers given, as Claude Code and Codex have them.
func homeWith(t *testing.T, entries map[string]any) List {
	t.Helper()
	w := Where{Home: t.TempDir(), OS: "linux"}
	text, err := json.Marshal(map[string]any{"mcpServers": entries})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(w.Home, ".claude.json"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	w.Env = func(name string) string {
		if name == "PATH" {
			return os.Getenv("PATH")
		}
		return ""
	}
	l, notes := Discover(w)
	if len(notes) > 0 {
		t.Fatal(notes)
	}
	return l
}

func playing(part string) map[string]any {
	return map[string]any{"command": os.Args[0], "env": map[string]string{partVariable: part}}
}

func TestProbeAll(t *testing.T) {
	entries := map[string]any{"exit": playing("exit"), "silent": playing("silent")}
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		entries[name] = playing("good")
	}
	l := homeWith(t, entries)
	var finished []string
	started, last := 0, Progress{}
	o := Options{Timeout: 3 * time.Second, Grace: 200 * time.Millisecond}
	servers, notes := l.ProbeAll(t.Context(), o, func(p Progress) {
		if !p.Finished {
			started++
			return
		}
		finished, last = append(finished, p.Name), p
	})
	states := map[model.ProbeState]int{}
	for i, s := range servers {
		states[s.State]++
		if i > 0 && servers[i-1].Name >= s.Name {
			t.Errorf("%s comes after %s", s.Name, servers[i-1].Name)
		}
	}
	if states[model.Answered] != 5 || states[model.Failed] != 2 || len(notes) != 2 {
		t.Errorf("states %v, notes %v", states, notes)
	}
	slices.Sort(finished)
	if want := []string{"a", "b", "c", "d", "e", "exit", "silent"}; started != 7 || !slices.Equal(finished, want) || last.Done != 7 || last.Total != 7 {
		t.Errorf("%d started, finished %q, last %+v", started, finished, last)
	}
}

func TestProbeAllCancelled(t *testing.T) {
	l := homeWith(t, map[string]any{"a": playing("stubborn"), "b": playing("stubborn")})
	ctx, cancel := context.WithCancel(t.Context())
	servers, _ := l.ProbeAll(ctx, Options{Timeout: time.Minute, Grace: 100 * time.Millisecond}, func(p Progress) {
		if !p.Finished {
			cancel()
		}
	})
	for _, s := range servers {
		if s.State != model.Failed {
			t.Errorf("%s is %q", s.Name, s.State)
		}
	}
}

func TestProbeAllLeavesOutWhatIsOff(t *testing.T) {
	w := Where{Home: t.TempDir(), OS: "linux"}
	if err := os.MkdirAll(filepath.Join(w.Home, ".codex"), 0o755); err != nil {
		t.Fatal(err)
	}
	text := "[mcp_servers.off]\ncommand = \"/bin/false\"\nenabled = false\n"
	if err := os.WriteFile(filepath.Join(w.Home, ".codex", "config.toml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	l, _ := Discover(w)
	servers, notes := l.ProbeAll(t.Context(), Options{}, nil)
	if len(servers) != 1 || servers[0].State != model.Unprobed || len(notes) > 0 {
		t.Errorf("servers %+v, notes %v", servers, notes)
	}
}

func TestOnly(t *testing.T) {
	l := homeWith(t, map[string]any{"a": playing("good"), "b": playing("good")})
	found, missing := l.Only("b", "c")
	if s := found.Servers(); len(s) != 1 || s[0].Name != "b" || !slices.Equal(missing, []string{"c"}) {
		t.Errorf("found %v, missing %q", s, missing)
	}
}
