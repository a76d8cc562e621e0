package pipeline

import (
	"slices"

	"toolgrant/agents/manifest"
	"toolgrant/model"
)

// A Card is the agent.json of one agent of a mesh.
type Card struct {
	Agent string // its name in the mesh, which peer_bridge_verbs uses
	Path  string // absolute
	// Barred is why the card must not be written, empty when it may be.
	Barred string
}

// Verbs renders peer_bridge_verbs into the cards of a mesh, as edits of one value each.
// What a person wrote into a card by hand is replaced only as a decision of theirs;
// a value of ours goes, and what was there before us comes back, when the configuration
// no longer has one. origin gives the bytes that were at a path before us.
func Verbs(cards []Card, sel model.Selection, snap Snapshot, origin func(path string) ([]byte, bool)) ([]model.Change, []model.Note) {
	var changes []model.Change
	var notes []model.Note
	for _, c := range cards {
		change, note, ok := verbChange(c, sel, snap, origin)
		if ok {
			changes = append(changes, change)
		}
		if note != nil {
			note.Agent, note.Runtime, note.File = c.Agent, model.MeshFile, c.Path
			notes = append(notes, *note)
		}
	}
	return changes, notes
}

func verbChange(c Card, sel model.Selection, snap Snapshot, origin func(string) ([]byte, bool)) (model.Change, *model.Note, bool) {
	change := model.Change{Runtime: model.MeshFile, Agent: c.Agent, Path: c.Path, Kind: model.Unchanged, Ownership: model.Ours}
	problem := func(problem, hint string) (model.Change, *model.Note, bool) {
		return change, &model.Note{Severity: model.Error, Code: "verbs", Problem: problem, Hint: hint}, false
	}
	if o, unread := sel.VerbsUnread(c.Agent); unread {
		return problem("stays as it is: the "+string(o)+" config's peer_bridge_verbs for it is no list", "write a list of verbs, or [] for none")
	}
	want, o, declared := sel.PeerVerbs(c.Agent)
	before, exists, err := snap.Read(c.Path)
	if err != nil {
		return problem("cannot be read: "+err.Error(), "")
	}
	original, ours := origin(c.Path)
	if !declared && !ours {
		return change, nil, false
	}
	if c.Barred != "" {
		return problem("is not written: "+c.Barred, "")
	}
	if !exists {
		if !declared {
			return change, nil, false
		}
		return problem("the "+string(o)+" config narrows its verbs, but the agent has no agent.json, so its bridge offers all six",
			"make the agent's card first")
	}
	after, err := cardWith(before, original, want, declared)
	if err != nil {
		return problem(err.Error(), "mend the card; until then its bridge decides alone")
	}
	if string(after) == string(before) {
		return change, nil, true
	}
	change.Kind, change.Before, change.After = model.Update, before, after
	if text, written := manifest.Written(before); written && !ours && declared {
		change.Ownership = model.Foreign
		return change, &model.Note{
			Severity: model.Warning, Code: "hand-written-verbs",
			Problem: "has peerBridgeVerbs " + text + " written by hand; the " + string(o) + " config wants " + verbText(want),
			Hint:    "it is replaced only when you say so",
		}, true
	}
	return change, nil, true
}

// cardWith is a card with the wanted verbs, or with what it had before us.
func cardWith(before, original []byte, want []model.Verb, declared bool) ([]byte, error) {
	if declared {
		list := []string{}
		for _, v := range want {
			list = append(list, string(v))
		}
		return manifest.SetVerbs(before, &list)
	}
	if d := manifest.ParseVerbs("", original); d.State == manifest.Listed {
		list := []string{}
		for _, v := range d.Verbs.List() {
			list = append(list, string(v))
		}
		return manifest.SetVerbs(before, &list)
	}
	return manifest.DropVerbs(before, !manifest.HasBlock(original))
}

func verbText(verbs []model.Verb) string {
	return model.VerbSetOf(slices.Clone(verbs)...).String()
}
