package install

import (
	"fmt"

	"toolgrant/model"
)

// checkChanges refuses what no plan should ask for, before anything is looked up.
func checkChanges(changes []model.Change) error {
	if len(changes) > MaxChanges {
		return problem("too-large", "", fmt.Sprintf("%d changes, more than the limit of %d", len(changes), MaxChanges), "choose fewer runtimes or agents")
	}
	seen := make(map[string]string, len(changes))
	for _, c := range changes {
		if what := checkChange(c); what != "" {
			return problem("bad-change", c.Path, what, "")
		}
		fold := foldPath(c.Path)
		if other, ok := seen[fold]; ok {
			return collision(other, c.Path)
		}
		seen[fold] = c.Path
	}
	return nil
}

func checkChange(c model.Change) string {
	switch c.Kind {
	case model.Create:
		if c.Before != nil {
			return "a create that has bytes before it"
		}
	case model.Remove:
		if c.After != nil {
			return "a removal that has bytes after it"
		}
	case model.Update:
	default:
		return fmt.Sprintf("unknown kind of change %q", c.Kind)
	}
	if n := len(c.After); n > MaxFile {
		return fmt.Sprintf("content of %d bytes, more than the limit of %d", n, MaxFile)
	}
	return checkName(c.Path)
}

// collision is two changes that would write one file (case IN10): which of them
// wins must not depend on their order.
func collision(a, b string) error {
	return problem("collision", b, fmt.Sprintf("two changes for one file: %s and this, on file systems that ignore case or through a link", a), "rename one of the agents")
}
