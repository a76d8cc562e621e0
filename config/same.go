package config

import (
	"fmt"
	"maps"
	"slices"

	"toolgrant/model"
)

// representable reports why a layer could not be read back from a file.
func representable(l model.Layer) error {
	for _, k := range keys(model.Layer{}, l) {
		if n := len(k.want); n > MaxEntries {
			return fmt.Errorf("%s would have %d members, more than the %d that are read", k.key, n, MaxEntries)
		}
		for _, selector := range slices.Sorted(maps.Keys(k.want)) {
			if n := len(k.want[selector]); n > MaxEntries {
				return fmt.Errorf("%s in %s would have %d entries, more than the %d that are read", shown(selector), k.key, n, MaxEntries)
			}
			seen := map[string]bool{}
			for _, entry := range k.want[selector] {
				accepted, err := k.accept(entry)
				if err == nil && accepted != entry {
					err = fmt.Errorf("has blanks around it")
				}
				if err == nil && seen[entry] {
					err = fmt.Errorf("is wanted twice")
				}
				if err != nil {
					return fmt.Errorf("%s in %s: the entry %s %w", shown(selector), k.key, shown(entry), err)
				}
				seen[entry] = true
			}
		}
	}
	return nil
}

// same reports whether two layers decide the same. Loaded is only history.
func same(a, b model.Layer, o model.Origin) bool {
	meaning := func(l model.Layer) map[string][]string {
		if o == model.Project {
			return l.Tools
		}
		// Without another layer to hide, an empty list is no list.
		full := maps.Clone(l.Tools)
		maps.DeleteFunc(full, func(_ string, list []string) bool { return len(list) == 0 })
		return full
	}
	return a.ToolsInvalid == b.ToolsInvalid &&
		maps.EqualFunc(meaning(a), meaning(b), slices.Equal) &&
		maps.EqualFunc(a.Verbs, b.Verbs, slices.Equal) &&
		maps.EqualFunc(a.Launch, b.Launch, slices.Equal) &&
		slices.Equal(a.Enforce, b.Enforce) &&
		a.LaunchInvalid == b.LaunchInvalid && slices.Equal(a.VerbsUnread, b.VerbsUnread)
}
