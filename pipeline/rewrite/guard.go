package rewrite

import "slices"

// guard returns the pass that build makes for a place, made safe for the place's own
// path. A config home below some ".claude/" folder, or a person whose folder is called
// Claude, would otherwise have the path that one rule writes rewritten by the next, and
// the agent would look where nothing is. Such a path is written as a mark that no rule
// knows and spelled out at the end; the usual place needs none of that.
func guard(p Place, build func(Place) Pass) Pass {
	pass := build(p)
	own := []string{p.Bare(), p.tilde(), p.absolute()}
	if !slices.ContainsFunc(own, func(path string) bool { return pass.Apply(path+"/") != path+"/" }) {
		return pass
	}
	// Noncharacters cannot be in a text that anybody exchanges.
	marks := [...]string{"\ufdd0\ufdd1", "\ufdd0\ufdd2", "\ufdd0\ufdd3"}
	var hide, show Pass
	for i, path := range own {
		hide = append(hide, literal(path, marks[i]))
		show = append(show, literal(marks[i], path))
	}
	p.marks = marks
	return hide.Then(build(p), show)
}
