package servers

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"toolgrant/model"
)

func TestCache(t *testing.T) {
	c := Cache{Dir: filepath.Join(t.TempDir(), "a", "servers")}
	yes := true
	s := asked("docs", "search", "read")
	s.Found[0] = model.Place{Host: "claude", File: "/private/file", Command: "npx docs --token ***", Recipe: "sha256:1"}
	s.Tools[0].ReadOnly, s.Tools[0].Description = &yes, "Searches."
	s.Probed = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	if err := c.Store(s); err != nil {
		t.Fatal(err)
	}
	fresh := model.Server{Name: "docs", Found: s.Found}
	changed := model.Server{Name: "docs", Found: []model.Place{{Recipe: "sha256:2"}}}
	other := model.Server{Name: "doc", Found: s.Found}
	failed := model.Server{Name: "docs", Found: s.Found, State: model.Failed, Problem: "x"}
	got, notes := c.Fill([]model.Server{fresh, changed, other, failed})
	if len(notes) > 0 {
		t.Fatal(notes)
	}
	if !got[0].Cached || got[0].State != model.Answered || !got[0].Probed.Equal(s.Probed) || len(got[0].Tools) != 2 || !*got[0].Tools[1].ReadOnly {
		t.Errorf("filled %+v", got[0])
	}
	if got[1].Known() || got[2].Known() {
		t.Error("another recipe or another name got the tools")
	}
	if got[3].State != model.Failed || !got[3].Known() {
		t.Errorf("after a failed probe %+v", got[3])
	}
	if fresh.Known() {
		t.Error("Fill changed what it was given")
	}
	if runtime.GOOS != "windows" {
		info, _ := os.Stat(c.Dir)
		file, _ := os.Stat(c.path("docs", "sha256:1"))
		if info.Mode().Perm() != 0o700 || file.Mode().Perm() != 0o600 {
			t.Errorf("modes %v and %v", info.Mode(), file.Mode())
		}
	}
	data, _ := os.ReadFile(c.path("docs", "sha256:1"))
	for _, private := range []string{"token", "npx", "/private"} {
		if strings.Contains(string(data), private) {
			t.Errorf("the cache holds %q: %s", private, data)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(c.Dir, ".new-*")); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

func TestCacheStoresAnswersOnly(t *testing.T) {
	c := Cache{Dir: filepath.Join(t.TempDir(), "servers")}
	again := asked("docs", "a")
	again.Cached = true
	for _, s := range []model.Server{{Name: "docs"}, {Name: "docs", State: model.Failed}, again} {
		if err := c.Store(s); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(c.Dir); !os.IsNotExist(err) {
		t.Errorf("something was kept: %v", err)
	}
}

func TestCacheDamaged(t *testing.T) {
	s := model.Server{Name: "docs", Found: []model.Place{{Recipe: "r"}}}
	for text, noted := range map[string]bool{
		"":   true,
		"{}": false, // of another version
		`{"version":1,"name":"docs","recipe":"other","probed":"2026-01-01T00:00:00Z"}`:                              true,
		`{"version":1,"name":"docs","recipe":"r","probed":"2026-01-01T00:00:00Z","tools":[{"name":"a\nmodel: x"}]}`: true,
		`{"version":1,"name":"docs","recipe":"r","tools":[{"name":"a"}]}`:                                           true,
	} {
		c := Cache{Dir: t.TempDir()}
		if err := os.WriteFile(c.path("docs", "r"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, notes := c.Fill([]model.Server{s})
		if (len(notes) > 0) != noted || !reflect.DeepEqual(got[0], s) {
			t.Errorf("with %s: notes %v, server %+v", text, notes, got[0])
		}
	}
}
