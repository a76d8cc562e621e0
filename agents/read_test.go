package agents

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"toolgrant/model"
)

const small = "---\nname: a\ndescription: b\ntools: Read\n---\n"

// write makes a file with its folders below a temporary folder.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func stems(docs []model.Document) []string {
	var out []string
	for _, d := range docs {
		out = append(out, d.Stem)
	}
	return out
}

func TestReadTakesTheFilesOfAFolder(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.md", "a.md", "a.compact.md", "dotnet-4.8-expert.md", "notes.txt", "sub/c.md", "B.MD", "d.md/x"} {
		write(t, dir, name, small)
	}
	docs, notes, err := Read(dir, model.GSD)
	if err != nil || len(notes) > 0 {
		t.Fatalf("notes %v, error %v", notes, err)
	}
	if got := stems(docs); !slices.Equal(got, []string{"a.compact", "a", "b", "dotnet-4.8-expert"}) {
		t.Errorf("read %q", got)
	}
	for _, d := range docs {
		if d.Source != dir || d.Pack != model.GSD || d.Path != filepath.Join(dir, d.Stem+".md") || d.Text() != small {
			t.Errorf("document %+v", d)
		}
	}
	if _, _, err := Read(filepath.Join(dir, "none"), model.Plain); err == nil {
		t.Errorf("a folder that is not there was read")
	}
}

// One bad file never keeps the others out, and each says why it is left out.
func TestReadLeavesBadFilesOut(t *testing.T) {
	outside := write(t, t.TempDir(), "secret.md", small)
	dir := t.TempDir()
	write(t, dir, "good.md", small)
	write(t, dir, "sub/real.md", small)
	write(t, dir, ".md", small)
	write(t, dir, "line\nbreak.md", small)
	write(t, dir, "huge.md", small+strings.Repeat("x", maxFile))
	for name, target := range map[string]string{
		"inside.md": filepath.Join("sub", "real.md"), "absolute.md": filepath.Join(dir, "sub", "real.md"),
		"outside.md": outside, "dangling.md": "nowhere.md", "loop.md": "loop.md", "folder.md": "sub",
	} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip("no symbolic links here: ", err)
		}
	}
	docs, notes, err := Read(dir, model.Plain)
	if err != nil {
		t.Fatal(err)
	}
	if got := stems(docs); !slices.Equal(got, []string{"absolute", "good", "inside"}) {
		t.Errorf("read %q", got)
	}
	why := map[string]string{}
	for _, n := range notes {
		if n.Code != "unreadable-file" || n.Severity != model.Error {
			t.Errorf("note %+v", n)
		}
		why[filepath.Base(n.File)] = n.Problem
	}
	for name, word := range map[string]string{
		"huge.md": "4 MiB", "outside.md": "leaves the folder", "dangling.md": "no such file", "loop.md": "link",
		"folder.md": "no regular file", ".md": "no name", "line\nbreak.md": "no name",
	} {
		if !strings.Contains(why[name], word) {
			t.Errorf("%q is left out because %q, want %q", name, why[name], word)
		}
	}
	if len(why) != 7 {
		t.Errorf("%d files are left out: %v", len(why), why)
	}
}

// Case IN10: names that differ by case are told before anything is written, and
// dots in a stem stay.
func TestReadNotesCaseCollisions(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "Reviewer.md", readCase(t, "IN10/upper/Reviewer.md"))
	write(t, dir, "reviewer.md", readCase(t, "IN10/lower/reviewer.md"))
	write(t, dir, "dotnet-4.8-expert.md", readCase(t, "IN10/dots/dotnet-4.8-expert.md"))
	docs, notes, err := Read(dir, model.Plain)
	if err != nil {
		t.Fatal(err)
	}
	if len(docs) == 2 {
		t.Skip("this file system folds case")
	}
	if got := stems(docs); !slices.Equal(got, []string{"Reviewer", "dotnet-4.8-expert", "reviewer"}) {
		t.Errorf("read %q", got)
	}
	if len(notes) != 1 || notes[0].Code != "case-collision" || !strings.Contains(notes[0].Problem, `"Reviewer" and "reviewer"`) {
		t.Errorf("notes are %v", notes)
	}
}
