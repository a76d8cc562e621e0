package install

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// reserved are the device names of Windows: a file called so cannot exist there,
// with any extension, so no agent may be called so anywhere.
var reserved = []string{
	"con", "prn", "aux", "nul", "conin$", "conout$",
	"com0", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
	"lpt0", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
}

// maxName is the longest name that the file systems of Linux and macOS take, in bytes.
const maxName = 255

// checkName says what is wrong with a path as text, before anything is looked up.
// Agent names come from files that anybody may have written.
func checkName(path string) string {
	base := filepath.Base(path)
	stem, _, _ := strings.Cut(base, ".")
	switch {
	case len(path) > maxPath:
		return fmt.Sprintf("path of %d bytes, more than the limit of %d", len(path), maxPath)
	case !utf8.ValidString(path):
		return "path is not valid UTF-8, a receipt could not name it"
	case strings.ContainsFunc(path, unicode.IsControl):
		return "path holds a control character"
	case !filepath.IsAbs(path):
		return "path is not absolute"
	case filepath.Clean(path) != path:
		return "path is not in its shortest form (.., . or doubled separators)"
	case slices.ContainsFunc(strings.Split(path, string(filepath.Separator)), func(name string) bool { return len(name) > maxName }):
		return fmt.Sprintf("path holds a name of more than %d bytes", maxName)
	case strings.ContainsAny(base, `\:`):
		return "file name holds a backslash or a colon"
	case strings.HasSuffix(base, ".") || strings.HasSuffix(base, " "):
		return "file name ends in a dot or a blank"
	case slices.Contains(reserved, strings.ToLower(strings.TrimRight(stem, " "))):
		return "file name is reserved on Windows"
	}
	return ""
}

// PathProblem says why an apply would refuse a path for its name alone, "" when it would
// not. A plan that asks first can leave one file out instead of losing them all.
func PathProblem(path string) string { return checkName(path) }

// foldPath is equal for two paths that a file system which ignores case, or the
// form of composed letters, takes for the same file.
func foldPath(path string) string {
	ascii := !strings.ContainsFunc(path, func(r rune) bool { return r >= utf8.RuneSelf })
	if ascii {
		return strings.ToLower(path)
	}
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(path)))
}

// below reports whether path is inside dir, as text. A folder is not inside itself.
func below(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != "." && filepath.IsLocal(rel)
}
