package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"toolgrant/model"
)

// Unknown notes the selectors of a file that name none of the agents there are, with
// the names that come near (case CF17). They are kept and do nothing.
func Unknown(f File, agents []string) []model.Note {
	var notes []model.Note
	for selector, line := range f.lines {
		if selector == model.Everyone || slices.Contains(agents, selector) {
			continue
		}
		n := model.Note{Severity: model.Warning, Code: "unknown-agent", File: f.Path, Line: line, Agent: model.Printable(clip(selector)),
			Problem: fmt.Sprintf("no agent is called %s; what it is granted goes nowhere", shown(selector))}
		if near := Near(selector, agents); len(near) > 0 {
			n.Hint = "did you mean " + strings.Join(near, ", ") + "?"
		}
		notes = append(notes, n)
	}
	slices.SortFunc(notes, model.CompareNotes)
	return notes
}

// Near is up to three names that a word may have been meant for, nearest first:
// apart from case, the extension ".md" and what is around a name, one edit in three
// letters is allowed.
func Near(word string, names []string) []string {
	const most = 3
	type candidate struct {
		name     string
		distance int
	}
	bare := strings.ToLower(strings.TrimSuffix(word[strings.LastIndexByte(word, '/')+1:], ".md"))
	if bare == "" || len(bare) > 200 {
		return nil
	}
	var near []candidate
	for _, name := range names {
		if d := distance(bare, strings.ToLower(name)); d <= max(1, len(bare)/3) {
			near = append(near, candidate{name, d})
		}
	}
	slices.SortFunc(near, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.name, b.name))
	})
	var out []string
	for _, c := range near[:min(most, len(near))] {
		out = append(out, c.name)
	}
	return out
}

// distance is the number of bytes to add, take away or change from a to b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			step := diagonal
			if a[i] != b[j] {
				step++
			}
			diagonal = row[j+1]
			row[j+1] = min(step, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
