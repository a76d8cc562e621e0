package servers

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// vars are the names that a host fills in by itself.
func (d *discovery) vars(src source, file string) map[string]string {
	v := map[string]string{
		"workspaceFolder": d.where.Project, "workspaceRoot": d.where.Project, "CLAUDE_PROJECT_DIR": d.where.Project,
		"workspaceFolderBasename": filepath.Base(d.where.Project), "userHome": d.where.Home,
		"workspacePath": d.where.Project, "pathSeparator": string(filepath.Separator), "/": string(filepath.Separator),
	}
	if d.where.Project == "" {
		delete(v, "workspaceFolderBasename")
	}
	if src.dirVar != "" {
		v[src.dirVar] = cmp.Or(src.dir, filepath.Dir(file))
	}
	return v
}

// reference matches every way in which a host's file may refer to a variable.
var reference = regexp.MustCompile(`\$\{[^}]*\}|\{(?:env|file):[^}]*\}|\$\([^)]*\)|\$[A-Za-z_]\w*|` + "`[^`]*`")

// fill replaces the references in a text by what the environment and the host give
// for them. What stays open is an error that names it: a server is never started
// with half of its command.
func (r recipe) fill(text string, env func(string) string) (string, error) {
	if r.refs == noRefs {
		return text, nil
	}
	var open error
	out := reference.ReplaceAllStringFunc(text, func(ref string) string {
		name, def, hasDef, ours := r.parseRef(ref)
		if !ours {
			return ref
		}
		if v := r.vars[name]; v != "" {
			return v
		}
		if v := env(name); v != "" && isVariable.MatchString(name) {
			return v
		}
		if hasDef {
			return def
		}
		if open == nil {
			open = fmt.Errorf("needs %s, which only the host can fill in", shownRef(ref))
			if isVariable.MatchString(name) {
				open = fmt.Errorf("needs the variable %s, which is not set", name)
			}
		}
		return ref
	})
	return out, open
}

var isVariable = regexp.MustCompile(`^[A-Za-z_]\w*$`)

// parseRef takes a reference apart, or says that it means nothing to this host and
// is text.
func (r recipe) parseRef(ref string) (name, def string, hasDef, ours bool) {
	switch {
	case strings.HasPrefix(ref, "${"):
		inner := strings.TrimSuffix(ref[2:], "}")
		name, def, hasDef = strings.Cut(inner, ":-")
		name = strings.TrimPrefix(name, "env:")
		return name, def, hasDef, r.refs != curlyRefs
	case strings.HasPrefix(ref, "{env:"):
		return strings.TrimSuffix(ref[5:], "}"), "", false, r.refs == curlyRefs
	case strings.HasPrefix(ref, "{file:"):
		return ref, "", false, r.refs == curlyRefs
	case strings.HasPrefix(ref, "$("), strings.HasPrefix(ref, "`"):
		return ref, "", false, r.refs == shellRefs
	}
	return ref[1:], "", false, r.refs == dollarRefs || r.refs == shellRefs
}

// shownRef is a reference as a message may show it; a command or a default in it
// could hold a secret.
func shownRef(ref string) string {
	if variable.MatchString(ref) {
		return ref
	}
	return "a value"
}
