package diff

import (
	"unicode"
	"unicode/utf8"
)

// mark finds, inside a hunk, each run of removed lines that is followed by added
// ones, pairs them in order, and marks the words in which a pair differs. Two tool
// lists often differ by one word, which nobody sees in two long lines.
func mark(lines []Line) {
	for i := 0; i < len(lines); {
		removed, next := run(lines, i, Removed)
		if len(removed) == 0 {
			i++
			continue
		}
		added, end := run(lines, next, Added)
		for k := range min(len(removed), len(added)) {
			a, b := &lines[removed[k]], &lines[added[k]]
			a.Words, b.Words = Words(a.Text, b.Text)
		}
		i = end
	}
}

// run lists the lines of one kind from i on; a "no newline" line does not end it.
func run(lines []Line, i int, kind Kind) (at []int, next int) {
	for ; i < len(lines); i++ {
		switch lines[i].Kind {
		case kind:
			at = append(at, i)
		case NoEndl:
		default:
			return at, i
		}
	}
	return at, i
}

// maxWords bounds the table of the comparison; longer lines get the words between
// their common beginning and end.
const maxWords = 400

// Words is what differs between two versions of a line. Both results are empty when
// less than a third of the words is common: then the whole line is new.
func Words(a, b string) (inA, inB []Span) {
	wa, wb := split(a), split(b)
	keepA, keepB := common(a, b, wa, wb)
	if 3*weigh(wa, keepA) < weigh(wa, nil) || 3*weigh(wb, keepB) < weigh(wb, nil) {
		return nil, nil
	}
	return spans(wa, keepA), spans(wb, keepB)
}

// weigh adds up the bytes of the kept words; of all of them when keep is nil.
func weigh(words []Span, keep []bool) int {
	n := 0
	for i, w := range words {
		if keep == nil || keep[i] {
			n += w.To - w.From
		}
	}
	return n
}

// split cuts a line into words: runs of letters, digits and the characters that
// tool names are made of, and every other character by itself.
func split(s string) []Span {
	var words []Span
	start := -1
	for i, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '*' || r == '-' {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			words = append(words, Span{start, i})
			start = -1
		}
		words = append(words, Span{i, i + utf8.RuneLen(r)})
	}
	if start >= 0 {
		words = append(words, Span{start, len(s)})
	}
	return words
}

// spans joins the words that are not kept into ranges.
func spans(words []Span, keep []bool) []Span {
	var out []Span
	for i, w := range words {
		switch {
		case keep[i]:
		case len(out) > 0 && out[len(out)-1].To == w.From:
			out[len(out)-1].To = w.To
		default:
			out = append(out, w)
		}
	}
	return out
}
