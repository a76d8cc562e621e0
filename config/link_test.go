package config

import (
	"os"
	"path/filepath"
	"testing"

	"toolgrant/model"
)

func link(t *testing.T, to, at string) {
	t.Helper()
	if err := os.Symlink(to, at); err != nil {
		t.Skip(err)
	}
}

// folder is a temp folder without links in its own path.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestLoadFollowsLinksThroughAReadOnlyFolder(t *testing.T) {
	dir := folder(t)
	for _, d := range []string{"home", "locked", "dotfiles"} {
		if err := os.Mkdir(filepath.Join(dir, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	target := filepath.Join(dir, "dotfiles", "real.json")
	if err := os.WriteFile(target, []byte(`{"agent_tools":{"*":["Read"]}}`), 0o400); err != nil {
		t.Fatal(err)
	}
	link(t, "../dotfiles/real.json", filepath.Join(dir, "locked", "step.json"))
	link(t, filepath.Join(dir, "locked", "step.json"), filepath.Join(dir, "home", "defaults.json"))
	if err := os.Chmod(filepath.Join(dir, "locked"), 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(dir, "locked"), 0o700) })
	f, notes, err := Load(filepath.Join(dir, "home", "defaults.json"), model.Global)
	if err != nil || f.Target != target || f.Mode.Perm() != 0o400 || len(f.Layer.Tools["*"]) != 1 || len(notes) > 0 {
		t.Errorf("got target %s, mode %v, %v, %q, %v", f.Target, f.Mode, f.Layer.Tools, problems(notes), err)
	}
}

func TestLoadOfALinkToNothingSaysWhereAnEditWouldGo(t *testing.T) {
	dir := folder(t)
	path := filepath.Join(dir, "config.json")
	link(t, "dotfiles/new.json", path)
	f, notes, err := Load(path, model.Global)
	if err != nil || f.Exists || f.Target != filepath.Join(dir, "dotfiles", "new.json") {
		t.Errorf("got %+v, %v", f, err)
	}
	if len(notes) != 1 || notes[0].Code != "config-link" {
		t.Errorf("got %q", problems(notes))
	}
}

func TestLinksThatLeadToEachOtherAreAnError(t *testing.T) {
	dir := folder(t)
	link(t, "b", filepath.Join(dir, "a"))
	link(t, "a", filepath.Join(dir, "b"))
	if _, _, err := Load(filepath.Join(dir, "a"), model.Global); err == nil {
		t.Error("a circle of links must be an error")
	}
}

func TestALinkedFolderIsFollowedBeforeDots(t *testing.T) {
	dir := folder(t)
	if err := os.MkdirAll(filepath.Join(dir, "far", "away"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "far", "real.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	link(t, "far/away", filepath.Join(dir, "near"))
	link(t, "../real.json", filepath.Join(dir, "far", "away", "config.json"))
	f, _, err := Load(filepath.Join(dir, "near", "config.json"), model.Global)
	if err != nil || f.Target != filepath.Join(dir, "far", "real.json") || !f.Exists {
		t.Errorf("got %s, %v, %v", f.Target, f.Exists, err)
	}
}

func TestUnreadableFile(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root reads everything")
	}
	path := write(t, "{}")
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Load(path, model.Global); err == nil {
		t.Error("a file that may not be read must be an error, not an empty layer")
	}
}

func TestFindProjectTakesTheNearestOfEightFolders(t *testing.T) {
	dir := folder(t)
	deep := filepath.Join(dir, "1/2/3/4/5/6/7")
	if err := os.MkdirAll(deep, 0o700); err != nil {
		t.Fatal(err)
	}
	put := func(project string) string {
		path := ProjectPath(project)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	outer := put(dir)
	if got, ok := FindProject(deep, ProjectLevels); !ok || got != outer {
		t.Errorf("seven parents up: got %q", got)
	}
	if got, ok := FindProject(deep, 6); ok {
		t.Errorf("six levels must not reach it: got %q", got)
	}
	inner := put(filepath.Join(dir, "1/2"))
	if got, _ := FindProject(deep, ProjectLevels); got != inner {
		t.Errorf("the nearest wins: got %q", got)
	}
	if got, _ := FindProject(filepath.Join(dir, "1"), ProjectLevels); got != outer {
		t.Errorf("nothing below counts: got %q", got)
	}
	// A file called .planning is no project; a broken link in its place is one,
	// since an outer project would be the wrong one.
	if err := os.WriteFile(filepath.Join(deep, ".planning"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got, _ := FindProject(deep, ProjectLevels); got != inner {
		t.Errorf("a file called .planning: got %q", got)
	}
}
