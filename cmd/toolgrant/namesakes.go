package main

import (
	"fmt"
	"slices"
	"strings"

	"toolgrant/model"
)

// namesakes notes agents of different files that call themselves the same. Selectors go
// by the file, most hosts by the name: what one of them is given may reach the other.
func namesakes(agents []model.Agent) []model.Note {
	first := map[string]string{} // stem by folded name
	var notes []model.Note
	for _, a := range agents {
		var said []string
		for _, d := range a.Documents {
			name := strings.ToLower(d.Name)
			other, taken := first[name]
			if !taken {
				first[name] = a.Stem
				continue
			}
			if other == a.Stem || slices.Contains(said, other) {
				continue
			}
			said = append(said, other)
			n := model.Note{
				Severity: model.Warning, Code: "same-name", Agent: a.Stem, File: d.Path,
				Problem: fmt.Sprintf("the agents %q and %q are both named %q: a host that goes by the name takes one for the other, and so what is granted to one may reach the other",
					other, a.Stem, d.Name),
				Hint: "give each a name of its own",
			}
			if f, ok := d.Field("name"); ok {
				n.Line = f.Line
			}
			notes = append(notes, n)
		}
	}
	return notes
}
