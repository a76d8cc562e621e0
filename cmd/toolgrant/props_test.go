package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// props are the commands that plays have besides testscript's own:
//
//	hosts ID...            make the config homes by which hosts are detected
//	code N PROGRAM ARG...  run a program and demand its exit status
//	voice                  every line of the last stderr begins "toolgrant: ", and neither
//	                       stream holds a control character that a terminal would act on
//	norm stdout|stderr|FILE OUT   copy a text with $WORK in the place of the play's folder
//	tree DIR OUT           list the files below DIR: mode, size, hash, link, name
//	mtimes DIR OUT         the same with times of change, which a write cannot keep
//	bytes FILE QUOTED...   write what no script can hold: quoted as in Go
//	install HOST AGENT...  do what the reference does to a home that keeps pristine copies:
//	                       copy the named agents and record them in its manifest
//	deep FILE N            write a config file whose arrays are nested N deep
//	big FILE N             write a valid config file of at least N bytes
//
// Toolgrant's own state (.gsd/toolgrant) is in no tree.
func props() map[string]func(*testscript.TestScript, bool, []string) {
	plain := func(run func(ts *testscript.TestScript, args []string)) func(*testscript.TestScript, bool, []string) {
		return func(ts *testscript.TestScript, neg bool, args []string) {
			if neg {
				ts.Fatalf("this command cannot be negated")
			}
			run(ts, args)
		}
	}
	return map[string]func(*testscript.TestScript, bool, []string){
		"hosts": plain(makeHosts),
		"code":  plain(demandCode),
		"voice": plain(checkVoice),
		"norm":  plain(normalise),
		"tree":  plain(func(ts *testscript.TestScript, args []string) { listTo(ts, args, false) }),
		"mtimes": plain(func(ts *testscript.TestScript, args []string) {
			listTo(ts, args, true)
		}),
		"bytes":   plain(writeBytes),
		"big":     plain(writeBig),
		"deep":    plain(writeDeep),
		"install": plain(installReference),
	}
}

// homes of the hosts that plays use, below HOME (spec/hosts.md).
func hostHome(id string) string {
	if dir, ok := map[string]string{
		"claude": ".claude", "codex": ".codex", "kilo": ".config/kilo", "opencode": ".config/opencode",
		"gemini": ".gemini", "copilot": ".copilot", "qwen": ".qwen", "cursor": ".cursor", "cline": ".cline",
	}[id]; ok {
		return filepath.FromSlash(dir)
	}
	return ""
}

func makeHosts(ts *testscript.TestScript, ids []string) {
	for _, id := range ids {
		if hostHome(id) == "" {
			ts.Fatalf("hosts: %s is not in the table", id)
		}
		ts.Check(os.MkdirAll(filepath.Join(ts.Getenv("HOME"), hostHome(id)), 0o755))
	}
}

func demandCode(ts *testscript.TestScript, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

func checkVoice(ts *testscript.TestScript, _ []string) {
	for line := range strings.Lines(ts.ReadFile("stderr")) {
		if !strings.HasPrefix(line, "toolgrant: ") {
			ts.Fatalf("a line of stderr that does not say who speaks: %q", line)
		}
	}
	for _, stream := range []string{"stdout", "stderr"} {
		if bad := actsOnTerminal(ts.ReadFile(stream)); bad != "" {
			ts.Fatalf("%s holds %s", stream, bad)
		}
	}
}

// actsOnTerminal names the first character of a text that is not shown but obeyed.
func actsOnTerminal(text string) string {
	for i, r := range text {
		control := r < 0x20 && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0
		bidi := r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200e || r == 0x200f
		if control || bidi {
			return fmt.Sprintf("%U at byte %d", r, i)
		}
	}
	return ""
}

func normalise(ts *testscript.TestScript, args []string) {
	text := strings.ReplaceAll(ts.ReadFile(args[0]), ts.Getenv("WORK"), "$WORK")
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o644))
}

func listTo(ts *testscript.TestScript, args []string, times bool) {
	lines, err := listTree(ts.MkAbs(args[0]), times)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(strings.Join(lines, "")), 0o644))
}

// listTree describes every file below a folder, one a line.
func listTree(root string, times bool) ([]string, error) {
	var lines []string
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		if e.IsDir() {
			if strings.HasSuffix(filepath.ToSlash(name), ".gsd/toolgrant") {
				return fs.SkipDir
			}
			return nil
		}
		info, err := os.Lstat(path)
		if err != nil {
			return err
		}
		line := fmt.Sprintf("%v %6d ", info.Mode(), info.Size())
		if info.Mode()&fs.ModeSymlink != 0 {
			to, _ := os.Readlink(path)
			line += "-> " + to
		} else {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			line += fmt.Sprintf("%x", sha256.Sum256(data))[:12]
		}
		if times {
			line += fmt.Sprintf(" %d", info.ModTime().UnixNano())
		}
		lines = append(lines, line+" "+filepath.ToSlash(name)+"\n")
		return nil
	})
	slices.Sort(lines)
	return lines, err
}

func writeBytes(ts *testscript.TestScript, args []string) {
	path := ts.MkAbs(args[0])
	var data string
	for _, quoted := range args[1:] {
		text, err := strconv.Unquote(`"` + quoted + `"`)
		ts.Check(err)
		data += text
	}
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o755))
	ts.Check(os.WriteFile(path, []byte(data), 0o644))
}

func writeBig(ts *testscript.TestScript, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	path := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o755))
	line := "    \"a line of somebody's history\",\n"
	ts.Check(os.WriteFile(path, []byte("{\n  \"history\": [\n"+strings.Repeat(line, n/len(line))+"    \"\"\n  ]\n}\n"), 0o644))
}

func installReference(ts *testscript.TestScript, args []string) {
	home := filepath.Join(ts.Getenv("HOME"), hostHome(args[0]))
	files := map[string]string{}
	for _, agent := range args[1:] {
		data, err := os.ReadFile(filepath.Join(home, "gsd-core", "agents", agent+".md"))
		ts.Check(err)
		path := filepath.Join(home, "agents", agent+".md")
		ts.Check(os.MkdirAll(filepath.Dir(path), 0o755))
		ts.Check(os.WriteFile(path, data, 0o644))
		files["agents/"+agent+".md"] = fmt.Sprintf("%x", sha256.Sum256(data))
	}
	manifest, err := json.Marshal(map[string]any{"version": "1.14.0", "runtime": args[0], "scope": "global", "files": files})
	ts.Check(err)
	ts.Check(os.WriteFile(filepath.Join(home, "gsd-file-manifest.json"), manifest, 0o644))
}

func writeDeep(ts *testscript.TestScript, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	text := "{\"history\": " + strings.Repeat("[", n) + strings.Repeat("]", n) + "}\n"
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}
