package servers

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"toolgrant/model"
)

var update = flag.Bool("update", false, "write the golden files anew")

// laidOut copies a tree of testdata to a fresh folder, with the places of the home
// and the project put into the files that name them.
func laidOut(t *testing.T, name string) Where {
	t.Helper()
	root := t.TempDir()
	w := Where{Home: filepath.Join(root, "home"), Project: filepath.Join(root, "project"), OS: "linux"}
	from := filepath.Join("testdata", name)
	err := filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(from, path)
		text := strings.NewReplacer("{PROJECT}", w.Project, "{HOME}", w.Home).Replace(string(data))
		to := filepath.Join(root, rel)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		return os.WriteFile(to, []byte(text), 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// hashes covers every file of a home and project: names, bytes, modes and times.
func hashes(t *testing.T, w Where) string {
	t.Helper()
	h := sha256.New()
	err := filepath.WalkDir(filepath.Dir(w.Home), func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		fmt.Fprintln(h, path, info.Mode(), info.Size(), info.ModTime().UnixNano())
		if e.IsDir() {
			return nil
		}
		data, err := os.ReadFile(path)
		h.Write(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// told is a list and its notes as text, with places relative.
func told(w Where, l List, notes []model.Note) string {
	var b strings.Builder
	for _, s := range l.Servers() {
		fmt.Fprintf(&b, "%s", s.Name)
		if s.Differs {
			b.WriteString(" (differs)")
		}
		if !s.Enabled() {
			b.WriteString(" (off everywhere)")
		}
		b.WriteByte('\n')
		for _, p := range s.Found {
			fmt.Fprintf(&b, "\t%s %s %s:%d %s: %s", p.Host, p.Scope, p.File, p.Line, p.Transport, p.Command)
			if p.Plugin != "" {
				fmt.Fprintf(&b, " [%s]", p.Plugin)
			}
			if p.Disabled {
				b.WriteString(" (off)")
			}
			b.WriteByte('\n')
		}
	}
	for _, n := range notes {
		fmt.Fprintf(&b, "%s %s %s", n.Severity, n.Code, n)
		if n.Runtime != "" {
			fmt.Fprintf(&b, " [%s]", n.Runtime)
		}
		b.WriteByte('\n')
	}
	return strings.NewReplacer(w.Home, "~", w.Project, ".").Replace(b.String())
}

func TestDiscoverNineHosts(t *testing.T) {
	w := laidOut(t, "nine")
	before := hashes(t, w)
	list, notes := Discover(w)
	if after := hashes(t, w); after != before {
		t.Error("finding servers changed a file")
	}
	got := told(w, list, notes)
	golden := filepath.Join("testdata", "nine.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("found\n%s\nwant\n%s", got, want)
	}
}

// Whatever is done with what was found, no secret of the files may come out.
func TestDiscoverShowsNoSecret(t *testing.T) {
	w := laidOut(t, "nine")
	list, notes := Discover(w)
	out := told(w, list, notes)
	for _, v := range []any{list, list.Servers(), notes, list.entries} {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		out += string(text) + fmt.Sprint(v) + fmt.Sprintf("%+v %#v", v, v)
	}
	for _, e := range list.entries {
		for _, r := range e.recipes {
			text, _ := json.Marshal(r)
			out += string(text) + fmt.Sprintf("%v %+v %#v %s", r, r, r, r)
		}
	}
	if i := strings.Index(out, "s3cr3t"); i >= 0 {
		t.Errorf("a secret comes out: ...%s...", out[max(0, i-200):min(len(out), i+60)])
	}
}
