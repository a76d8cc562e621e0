//go:build unix

package launch

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMain lets this binary stand in for a launcher that replaces itself: Exec
// cannot be tested inside the process that it would end.
func TestMain(m *testing.M) {
	if os.Getenv("LAUNCH_TEST_EXEC") == "" {
		os.Exit(m.Run())
	}
	err := Exec(Result{
		Program: os.Getenv("LAUNCH_TEST_EXEC"), Subcommand: os.Getenv("LAUNCH_TEST_SUB"),
		Argv: []string{"--", "a b", "$(x)\n\"'"}, Cwd: os.Getenv("LAUNCH_TEST_CWD"),
		Env: map[string]string{"KCAP_AGENT_ID": "a-1", "KCAP_URL": "https://new"}, ExecRefused: os.Getenv("LAUNCH_TEST_REFUSED"),
	}, os.Environ(), os.Getenv("LAUNCH_TEST_TTY"))
	os.Stderr.WriteString(err.Error())
	os.Exit(9)
}

// replaced runs a launcher in a process of its own and returns what came of it.
func replaced(t *testing.T, env ...string) (string, error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(shellEnv(t), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func TestExecReplacesTheProcess(t *testing.T) {
	program := stand(t, `printf '%s|' "$@"; echo; pwd -P; cat; env`)
	cwd, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	terminal := filepath.Join(t.TempDir(), "tty")
	if err := os.WriteFile(terminal, []byte("typed\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := replaced(t, "LAUNCH_TEST_EXEC="+program, "LAUNCH_TEST_CWD="+cwd, "LAUNCH_TEST_TTY="+terminal,
		"KCAP_FLOW_AGENT_ID=outer", "KCAP_URL=https://old", "KCAP_REVIEW_PR=1", "KCAP_DAEMON_URL=http://127.0.0.1:1", "KEEP=me")
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if want := "--|a b|$(x)\n\"'|\n" + cwd + "\ntyped\n"; !strings.HasPrefix(out, want) {
		t.Errorf("got %q, want it to begin with %q", out, want)
	}
	env := strings.Split(out, "\n")
	for entry, want := range map[string]bool{
		"KCAP_AGENT_ID=a-1": true, "KCAP_URL=https://new": true, "KEEP=me": true, "KCAP_DAEMON_URL=http://127.0.0.1:1": true,
		"KCAP_FLOW_AGENT_ID=outer": false, "KCAP_URL=https://old": false, "KCAP_REVIEW_PR=1": false,
	} {
		if slices.Contains(env, entry) != want {
			t.Errorf("%s: want %v in %q", entry, want, env)
		}
	}
}

func TestExecRefuses(t *testing.T) {
	program := stand(t, `echo started`)
	for want, env := range map[string][]string{
		"would wait":  {"LAUNCH_TEST_EXEC=" + program, "LAUNCH_TEST_CWD=/", "LAUNCH_TEST_REFUSED=it would wait"},
		"no_terminal": {"LAUNCH_TEST_EXEC=" + program, "LAUNCH_TEST_CWD=/", "LAUNCH_TEST_TTY=/no/such/terminal"},
		"not found":   {"LAUNCH_TEST_EXEC=no-such-program", "LAUNCH_TEST_CWD=/"},
		"worktree":    {"LAUNCH_TEST_EXEC=" + program, "LAUNCH_TEST_CWD=/no/such/folder"},
		"give a name": {"LAUNCH_TEST_EXEC=./codex", "LAUNCH_TEST_CWD=" + filepath.Dir(program)},
	} {
		out, err := replaced(t, env...)
		if err == nil || !strings.Contains(out, want) || strings.Contains(out, "started") {
			t.Errorf("want %q, got %q, %v", want, out, err)
		}
	}
}
