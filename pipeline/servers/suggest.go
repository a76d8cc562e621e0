package servers

import (
	"cmp"
	"slices"
	"strings"

	"toolgrant/model"
)

// maxSuggestions is how many words a message offers.
const maxSuggestions = 3

// near lists what a word that nobody knows may have meant: built-in tools, servers,
// and tools of servers by their bare name.
func (r *resolver) near(word string) []string {
	out := nearest(word, r.builtIns)
	out = append(out, r.nearServers(word)...)
	for _, s := range r.catalogue.Servers() {
		for _, name := range s.ToolNames() {
			if strings.EqualFold(name, word) {
				out = append(out, s.Name+"/"+name)
			}
		}
	}
	return out[:min(len(out), maxSuggestions)]
}

// nearServers lists the servers whose name is near to a word; a plugin's server is
// near by the name that it has inside the plugin (case MN04).
func (r *resolver) nearServers(word string) []string {
	var names, plugins []string
	for _, s := range r.catalogue.Servers() {
		names = append(names, s.Name)
		for _, p := range s.Found {
			if p.Plugin != "" && s.Name == model.ClaudePluginServer(p.Plugin, word) {
				plugins = append(plugins, s.Name)
			}
		}
	}
	return unique(append(plugins, nearest(word, names)...))
}

// nearest lists the candidates within a small edit distance of a word, nearest first:
// one edit for each three characters, at least one. Case does not count.
func nearest(word string, candidates []string) []string {
	type scored struct {
		name string
		d    int
	}
	limit := max(1, len([]rune(word))/3)
	var found []scored
	for _, c := range candidates {
		if d := distance(strings.ToLower(word), strings.ToLower(c), limit); d <= limit {
			found = append(found, scored{c, d})
		}
	}
	slices.SortFunc(found, func(a, b scored) int { return cmp.Or(a.d-b.d, cmp.Compare(a.name, b.name)) })
	var out []string
	for _, f := range found[:min(len(found), maxSuggestions)] {
		out = append(out, f.name)
	}
	return out
}

// distance is the number of characters to put in, take out, change or swap with a
// neighbour to make b of a; limit+1 when that is certainly more than the limit.
func distance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if n := len(x) - len(y); n > limit || -n > limit || len(x) > maxName || len(y) > maxName {
		return limit + 1
	}
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			change := 1
			if x[i-1] == y[j-1] {
				change = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+change)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(x)][len(y)]
}
