package pipeline

import (
	"toolgrant/agents"
	"toolgrant/model"
	"toolgrant/pipeline/rewrite"
)

// A Stage is one step of every document's way to a host. A stage may act on the
// body, on the header, or on both.
//
// Body must not look at the selection: a grant never changes a body, so bodies are
// made once and kept while grants are toggled. Head runs again for each plan.
type Stage struct {
	Name string
	Why  string                                                // why it stands where it stands
	Once func(d model.Document) (model.Document, []model.Note) // once per document, for all hosts
	Body func(j *Job, text string) string
	Head func(j *Job)
}

// Stages is the pipeline. Only the grants and convert stages act on a plain pack:
// everything else is the gsd pack's text rules (CLI.md, "Packs").
func Stages() []Stage {
	return []Stage{
		{
			Name: "compose",
			Why:  "first, because section markers are the source's own and no host may see them",
			Once: compose,
		},
		{
			Name: "paths",
			Why:  "before the grants, so that a path in a granted tool is the person's and stays as it is",
			Body: (*Job).paths,
			Head: func(j *Job) { j.setHeader(j.paths(j.Doc.Header)) },
		},
		{
			Name: "attribution",
			Why:  "before the converters, which know nothing of commit trailers",
			Body: func(j *Job, text string) string {
				return rewrite.Attribution(text, j.Target.Tuning.Attribution)
			},
		},
		{
			Name: "grants",
			Why:  "right before the converter, so that every host gets them in its own words",
			Head: (*Job).grant,
		},
		{
			Name: "convert",
			Why:  "after the grants: the host's own form of text, header and tool list",
			Body: (*Job).text,
			Head: func(j *Job) { j.Row.Convert(j) },
		},
		{
			Name: "extend",
			Why:  "after the converter, because these header lines are in the host's vocabulary",
			Head: func(j *Job) {
				if j.Row.Extend != nil && j.gsd() {
					j.Row.Extend(j)
				}
			},
		},
		{
			Name: "normalise",
			Why:  "last, over header and body alike, because every stage before may bring command names",
			Body: (*Job).commands,
			Head: func(j *Job) {
				for i := range j.Files {
					j.Files[i].Head = j.commands(j.Files[i].Head)
				}
			},
		},
	}
}

// compose resolves a document's section markers. A document whose markers are at
// fault is refused, because no section may be dropped or shown by guess.
func compose(d model.Document) (model.Document, []model.Note) {
	if d.Pack != model.GSD {
		return d, nil
	}
	text, notes := agents.Compose(d.Text())
	if len(notes) > 0 {
		for i := range notes {
			notes[i].File, notes[i].Agent = d.Path, model.Family(d.Stem)
		}
		return d, notes
	}
	if text == d.Text() {
		return d, nil
	}
	composed := agents.Parse(d.Path, d.Stem, text)
	composed.Source, composed.Pack = d.Source, d.Pack
	return composed, nil
}
