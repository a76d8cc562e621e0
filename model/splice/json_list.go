package splice

// maxTable bounds the comparison of two lists; longer differences are replaced as
// one stretch, which costs layout but no meaning.
const maxTable = 1 << 22

// list splices only the elements that differ, so that comments and layout of the
// others stay.
func (e *editor) list(n JSONNode, want wanted) {
	w := e.weaveOf(n)
	for i := range w.drop {
		w.drop[i] = true
	}
	last, next := -1, 0
	place := func(until int) {
		for ; next < until; next++ {
			w.add[last] = append(w.add[last], w.inner.text(want.parts[next]))
		}
	}
	for _, pair := range common(n.Items(), want.parts) {
		place(pair.new)
		w.drop[pair.old] = false
		last, next = pair.old, pair.new+1
	}
	place(len(want.parts))
	e.edits = append(e.edits, w.edits()...)
}

// A pair is an element that stays: its index before and after.
type pair struct{ old, new int }

// common is the longest common subsequence of a list and the wanted one.
func common(old []JSONNode, want []wanted) []pair {
	same := func(i, j int) bool { return want[j].means(old[i]) }
	var pairs []pair
	head := 0
	for head < min(len(old), len(want)) && same(head, head) {
		pairs = append(pairs, pair{head, head})
		head++
	}
	tail := 0
	for tail < min(len(old), len(want))-head && same(len(old)-1-tail, len(want)-1-tail) {
		tail++
	}
	n, m := len(old)-head-tail, len(want)-head-tail
	if n > 0 && m > 0 && n*m <= maxTable {
		pairs = append(pairs, middle(head, n, m, same)...)
	}
	for i := tail; i > 0; i-- {
		pairs = append(pairs, pair{len(old) - i, len(want) - i})
	}
	return pairs
}

// middle compares n old with m wanted elements, both from head on.
func middle(head, n, m int, same func(i, j int) bool) []pair {
	length := make([][]int, n+1)
	for i := range length {
		length[i] = make([]int, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if same(head+i, head+j) {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	var pairs []pair
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case same(head+i, head+j):
			pairs = append(pairs, pair{head + i, head + j})
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}
