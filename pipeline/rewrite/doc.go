// Package rewrite provides the text rules of the gsd pack: what becomes of paths,
// brand names, command forms and notes when an agent written for Claude Code is
// installed into another host.
//
// There is one mechanism. A [Step] scans for a literal and, wherever it stands, tries
// its cases: more literal text around it, conditions on what stands before and after,
// and how far the match reaches. A [Pass] is a list of steps, each over the whole text
// that the step before left. What a host does to text is then a table, and no file
// here asks for a host's name.
//
// Order. [Paths] and [Attribution] are for the whole document as it was read, header
// included. A host's own pass is for the body and, separately, for the header's text
// or for a description after decoding. A body begins right after the line break that
// ends the closing fence; because that place is the start of a line, a rule anchored
// at the start of the text or of a line does there what it does in the document. No
// rule needs text from both sides of the fence: a <runtime_note> or a deletion that
// begins in the header ends there.
//
// Source: the text rules of spec/pipeline.md 5, 6, 8, 9 and 10.2. Where a rule of the
// reference breaks the host, docs/deviations.md says what stands here instead.
package rewrite
