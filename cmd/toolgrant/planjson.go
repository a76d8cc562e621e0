package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"

	"github.com/aymanbagabas/go-udiff"

	"toolgrant/model"
)

// The JSON of a plan (CLI.md). Field order is the order on the wire.
type planJSON struct {
	Version   int                   `json:"version"`
	Agents    int                   `json:"agents"`
	Documents int                   `json:"documents"`
	Runtimes  []string              `json:"runtimes"`
	Scope     model.Scope           `json:"scope"`
	Changes   []changeJSON          `json:"changes"`
	Notes     []model.Note          `json:"notes"`
	Launches  []model.LaunchPreview `json:"launches"`
	Summary   model.Summary         `json:"summary"`
	Applied   bool                  `json:"applied,omitempty"`
	Receipt   string                `json:"receipt,omitempty"`
}

type changeJSON struct {
	Runtime   string          `json:"runtime"`
	Agent     string          `json:"agent"`
	Path      string          `json:"path"`
	Kind      model.Kind      `json:"kind"`
	Drifted   bool            `json:"drifted"`
	Ownership model.Ownership `json:"ownership"`
	Because   []model.Grant   `json:"because"`
	Diff      string          `json:"diff,omitempty"`
}

func (p *program) planJSON(plan model.Plan, receipt *model.Receipt) error {
	out := planJSON{
		Version: 1, Agents: plan.Agents, Documents: plan.Documents, Runtimes: plan.Runtimes, Scope: plan.Scope,
		Changes: []changeJSON{}, Notes: plan.Notes, Launches: plan.Launches, Summary: plan.Summary(),
	}
	for _, c := range plan.Changes {
		out.Changes = append(out.Changes, jsonOf(c))
	}
	if out.Notes == nil {
		out.Notes = []model.Note{}
	}
	if out.Launches == nil {
		out.Launches = []model.LaunchPreview{}
	}
	if out.Runtimes == nil {
		out.Runtimes = []string{}
	}
	if receipt != nil {
		out.Applied, out.Receipt = true, receipt.ID
	}
	return p.printJSON(out)
}

func jsonOf(c model.Change) changeJSON {
	j := changeJSON{
		Runtime: c.Runtime, Agent: c.Agent, Path: c.Path, Kind: c.Kind,
		Drifted: c.Ownership == model.Drifted, Ownership: c.Ownership, Because: c.Because,
	}
	if c.Kind != model.Unchanged {
		j.Diff = unified(c)
	}
	if j.Because == nil {
		j.Because = []model.Grant{}
	}
	return j
}

// edited prints what a command that edits single files did, or would do: what people
// read, or with --json the changes as in a plan.
func (p *program) edited(pl places, changes []model.Change) error {
	if p.flags.json {
		out := struct {
			Version int          `json:"version"`
			Changes []changeJSON `json:"changes"`
			Applied bool         `json:"applied"`
		}{1, []changeJSON{}, !p.flags.dryRun}
		for _, c := range changes {
			out.Changes = append(out.Changes, jsonOf(c))
		}
		return p.printJSON(out)
	}
	if p.flags.dryRun {
		return p.showDiffs(changes)
	}
	for _, c := range changes {
		fmt.Fprintln(p.stdout, model.Printable("wrote "+pl.tilde(c.Path)))
	}
	return nil
}

// printJSON writes one value as indented JSON, with no HTML escapes in it. Characters
// that a terminal obeys instead of showing are written as JSON's own escapes, which
// mean the same to a reader.
func (p *program) printJSON(v any) error {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	var safe strings.Builder
	for _, r := range out.String() {
		switch shown := model.Printable(string(r)); {
		case r == '\n', shown == string(r):
			safe.WriteRune(r)
		default:
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&safe, `\u%04x`, unit)
			}
		}
	}
	_, err := io.WriteString(p.stdout, safe.String())
	return err
}

// unified is a change as a unified diff with git's names for the two sides.
func unified(c model.Change) string {
	from, to := "a"+c.Path, "b"+c.Path
	switch c.Kind {
	case model.Create:
		from = "/dev/null"
	case model.Remove:
		to = "/dev/null"
	}
	return udiff.Unified(from, to, string(c.Before), string(c.After))
}
