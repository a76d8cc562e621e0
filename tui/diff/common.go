package diff

// common says which words of each side belong to the longest sequence that both
// have. The common beginning and end need no table; the table covers what is left.
func common(a, b string, wa, wb []Span) (keepA, keepB []bool) {
	keepA, keepB = make([]bool, len(wa)), make([]bool, len(wb))
	same := func(i, j int) bool { return a[wa[i].From:wa[i].To] == b[wb[j].From:wb[j].To] }
	lo := 0
	for lo < len(wa) && lo < len(wb) && same(lo, lo) {
		keepA[lo], keepB[lo] = true, true
		lo++
	}
	endA, endB := len(wa), len(wb)
	for endA > lo && endB > lo && same(endA-1, endB-1) {
		endA--
		endB--
		keepA[endA], keepB[endB] = true, true
	}
	n, m := endA-lo, endB-lo
	if n == 0 || m == 0 || n > maxWords || m > maxWords {
		return keepA, keepB
	}
	longest := make([][]int, n+1)
	for i := range longest {
		longest[i] = make([]int, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if same(lo+i, lo+j) {
				longest[i][j] = longest[i+1][j+1] + 1
			} else {
				longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case same(lo+i, lo+j):
			keepA[lo+i], keepB[lo+j] = true, true
			i++
			j++
		case longest[i+1][j] >= longest[i][j+1]:
			i++
		default:
			j++
		}
	}
	return keepA, keepB
}
