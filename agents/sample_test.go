package agents

import (
	"slices"
	"strings"
	"testing"

	"toolgrant/model"
)

// The sample pack is what the demo shows, so it must have what the demo is about.
func TestSample(t *testing.T) {
	forms := map[model.ListForm]int{}
	var writes, reads, peers, wildcards, carriage int
	for _, d := range Sample() {
		if d.Broken || len(d.Notes) > 0 || d.Name != d.Stem || d.Description == "" || d.Pack != model.Plain || d.Source != SampleSource {
			t.Errorf("%s: broken %v, name %q, notes %v", d.Stem, d.Broken, d.Name, d.Notes)
		}
		if len(d.Body) > 600 {
			t.Errorf("%s has a body of %d bytes, which is no sample", d.Stem, len(d.Body))
		}
		forms[d.Tools.Form]++
		switch {
		case d.Tools.Inherits():
		case slices.ContainsFunc(d.Tools.Entries, model.Writes):
			writes++
		default:
			reads++
		}
		for _, e := range d.Tools.Entries {
			if strings.Contains(e, "peerbridge") {
				peers++
			}
			if model.ParseTool(e).WholeServer() {
				wildcards++
			}
		}
		if strings.Contains(d.Text(), "\r\n") {
			carriage++
			if strings.Count(d.Text(), "\r\n") != strings.Count(d.Text(), "\n") {
				t.Errorf("%s mixes line breaks", d.Stem)
			}
		}
	}
	for _, f := range []model.ListForm{model.Absent, model.InlineList, model.BlockList, model.FlowList, model.QuotedList, model.ScalarList} {
		if forms[f] == 0 {
			t.Errorf("no sample has a list of the form %s", f)
		}
	}
	if len(Sample()) < 8 || writes == 0 || reads == 0 || peers == 0 || wildcards == 0 || carriage != 1 {
		t.Errorf("%d samples: %d write, %d read, %d peers, %d wildcards, %d with carriage returns", len(Sample()), writes, reads, peers, wildcards, carriage)
	}
}

// Every sample with a list takes a grant to it by name, and keeps its other bytes.
func TestSampleTakesGrants(t *testing.T) {
	for _, d := range Sample() {
		next, added, notes := AppendTools(d, []model.Grant{{Tool: "mcp__demo__*", Selector: d.Stem}})
		if d.Tools.Inherits() {
			if len(added) > 0 || next.Text() != d.Text() {
				t.Errorf("%s inherits and was changed", d.Stem)
			}
			continue
		}
		if len(added) != 1 || next.Body != d.Body {
			t.Errorf("%s: added %q, notes %v", d.Stem, added, notes)
		}
		sameReading(t, next)
	}
}
