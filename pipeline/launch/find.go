package launch

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// find resolves a program on the PATH of the given environment. Relative paths are
// refused, on the PATH too: they would be looked up in the worktree, whose contents
// are what the agent is to review.
func find(program string, env []string) (string, error) {
	switch {
	case program == "":
		return "", fmt.Errorf("no program given")
	case filepath.IsAbs(program):
		return program, nil
	case strings.ContainsAny(program, `/\`):
		return "", fmt.Errorf("%s: give a name or an absolute path", program)
	}
	for _, dir := range filepath.SplitList(value(env, "PATH")) {
		path := filepath.Join(dir, program)
		if !filepath.IsAbs(path) {
			continue
		}
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode()&0o111 != 0) {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s: not found on the PATH", program)
}

// value looks a variable up as a program would: the last entry counts.
func value(env []string, name string) string {
	for i := len(env) - 1; i >= 0; i-- {
		if v, ok := strings.CutPrefix(env[i], name+"="); ok {
			return v
		}
	}
	return ""
}
