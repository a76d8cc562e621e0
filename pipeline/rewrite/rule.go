package rewrite

import "strings"

// A Pass is what one host does to text: steps that run one after the other, each over
// the whole text.
type Pass []Step

// Apply runs the pass. Text that no step touches comes back as it is, without a copy.
func (p Pass) Apply(text string) string {
	var b buffers
	for i := range p {
		text = p[i].apply(text, &b)
	}
	return text
}

// Then returns a pass that runs p and then the others.
func (p Pass) Then(others ...Pass) Pass {
	all := append(Pass(nil), p...)
	for _, o := range others {
		all = append(all, o...)
	}
	return all
}

// A Step rewrites the places where one literal stands.
type Step struct {
	At      string // the literal the scan stops at; never empty
	Fold    bool   // At and its cases' literals match ASCII letters of either case
	Outside string // an element whose content the step leaves alone, as "name" of <name>
	Until   string // what every match ends in: behind its last stand there is no match
	Cases   []Case // tried in order at each stop; the first that fits is applied
}

// A Case is one reading of a stop. Its match is Before + At + After and whatever Take
// and Back add; Left and Right look at the text around those three. All of it is read
// in the text as the step found it, so a replacement never becomes input of its own
// step.
type Case struct {
	Before, After string // literal parts of the match around At
	Left, Right   Edge   // what must stand before Before and after After
	Take          Extent // how far the match reaches on
	Back          Extent // how far it reaches back
	With          string // the replacement
	Edit          Editor // makes the replacement of the match; nil means With
}

// An Edge says whether a match may begin or end at an offset of the text.
type Edge func(text string, at int) bool

// An Extent returns the offset to which a match goes on from another, or -1 when there
// is no match.
type Extent func(text string, at int) int

// An Editor makes the replacement of a match. It returns false to leave it alone.
type Editor func(match string) (string, bool)

func (s *Step) apply(text string, b *buffers) string {
	stop := s.next(text, 0)
	if stop < 0 {
		return text
	}
	protected := protect(s.Outside, text)
	var out []byte
	done, closed := 0, 0
	for from := 0; stop >= 0; stop = s.next(text, from) {
		if closed = s.closing(text, stop, closed); closed < 0 {
			break
		}
		if end := protected.end(text, stop); end > stop {
			from = end
			continue
		}
		start, end, with := s.match(text, stop, done)
		if end < 0 {
			from = stop + len(s.At)
			continue
		}
		if out == nil {
			out = b.take(len(text) + len(with))
		}
		out = append(append(out, text[done:start]...), with...)
		done, from = end, end
	}
	if out == nil {
		return text
	}
	return b.keep(append(out, text[done:]...))
}

// closing returns where the text that every match ends in stands next after a stop,
// given where it was last found, or -1. Asking before a case does keeps a text full of
// openings from being searched to its end at each of them.
func (s *Step) closing(text string, stop, found int) int {
	if s.Until == "" || found > stop {
		return found
	}
	if i := strings.Index(text[stop:], s.Until); i >= 0 {
		return stop + i
	}
	return -1
}

// match tries the cases at a stop. A match never reaches back over the one before,
// which ended at done. The end is -1 when no case fits.
func (s *Step) match(text string, i, done int) (start, end int, with string) {
	for k := range s.Cases {
		c := &s.Cases[k]
		start, end = i-len(c.Before), i+len(s.At)+len(c.After)
		if start < done || end > len(text) ||
			!s.equal(text[start:i], c.Before) || !s.equal(text[i+len(s.At):end], c.After) ||
			c.Left != nil && !c.Left(text, start) || c.Right != nil && !c.Right(text, end) {
			continue
		}
		if c.Take != nil {
			if end = c.Take(text, end); end < 0 {
				continue
			}
		}
		if c.Back != nil {
			if start = c.Back(text, start); start < done {
				continue
			}
		}
		if c.Edit == nil {
			return start, end, c.With
		}
		if with, ok := c.Edit(text[start:end]); ok {
			return start, end, with
		}
	}
	return 0, -1, ""
}

func (s *Step) equal(text, literal string) bool {
	if s.Fold {
		return equalFold(text, literal)
	}
	return text == literal
}
