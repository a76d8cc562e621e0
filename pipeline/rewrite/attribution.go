package rewrite

import "toolgrant/model"

const trailer = "Co-Authored-By:"

// Attribution removes or replaces the trailers that name an agent as co-author of a
// commit. Removing takes a trailer that stands at the start of a line after an empty
// one, together with both line breaks; one that is indented, or that follows text
// directly, is an example and stays. Replacing takes every trailer. The text is a whole
// document or a body; source: spec/pipeline.md 6.
func Attribution(text string, a model.Attribution) string {
	step := Step{At: trailer, Fold: true}
	switch a.Mode {
	case model.RemoveAttribution:
		// The longer spellings come first: all of both breaks belongs to the trailer.
		for _, breaks := range []string{"\r\n\r\n", "\n\r\n", "\r\n\n", "\n\n"} {
			step.Cases = append(step.Cases, Case{Before: breaks, Take: restOfLine})
		}
		// At the start of a body the first of the breaks is the fence's and stays, so
		// the trailer's own goes instead.
		for _, lineBreak := range []string{"\r\n", "\n"} {
			step.Cases = append(step.Cases, Case{Before: lineBreak, Left: atStart, Take: wholeLine})
		}
	case model.ReplaceAttribution:
		step.Cases = []Case{{Take: restOfLine, With: trailer + " " + a.Value}}
	default:
		return text
	}
	return Pass{step}.Apply(text)
}
