package manifest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"toolgrant/model"
	"toolgrant/model/splice"
)

// The names of what is read and written in a card.
const (
	CardName = "agent.json"
	Block    = "x-agentmesh"
	Field    = "peerBridgeVerbs"
)

// maxCard is the size in bytes beyond which a card counts as unreadable.
const maxCard = 1 << 20

// A State is how a card came to its verbs.
type State int

// The states. Only Listed and Closed narrow.
const (
	NoCard State = iota // there is no agent.json
	Unset               // it declares nothing
	Listed              // it has a list
	Closed              // it cannot be understood, so nothing is granted
)

// A Declaration is what a card says about its agent's peer verbs.
type Declaration struct {
	File  string        // the card's path
	State State         // how the verbs came about
	Verbs model.VerbSet // the verbs in effect
	Notes []model.Note  // what was left out, or why nothing is granted
}

// Why says in one line where the verbs in effect come from.
func (d Declaration) Why() string {
	switch d.State {
	case NoCard:
		return d.File + ": there is no such file, so nothing narrows the six verbs"
	case Unset:
		return d.File + ": no " + Block + "." + Field + ", so nothing narrows the six verbs"
	case Listed:
		return d.File + ": " + Block + "." + Field
	}
	return d.File + ": it cannot be understood, so no verb is granted"
}

// ReadVerbs reads the card in an agent's folder.
func ReadVerbs(folder string) Declaration {
	file := filepath.Join(folder, CardName)
	// A link to nowhere is a card that cannot be read, not the absence of one.
	if _, err := os.Lstat(file); errors.Is(err, fs.ErrNotExist) {
		return Declaration{File: file, State: NoCard, Verbs: model.AllVerbs()}
	}
	data, err := readPlain(file, maxCard)
	if err != nil {
		return closed(file, model.Note{Problem: "the card cannot be read: " + cause(err)})
	}
	return ParseVerbs(file, data)
}

// ParseVerbs reads the verbs from a card's content; file is for the notes. Keys are
// matched exactly and of equal keys the last counts, as in the mesh's own readers.
func ParseVerbs(file string, data []byte) Declaration {
	if len(data) > maxCard {
		return closed(file, model.Note{Problem: "the card cannot be read: it is larger than 1 MiB"})
	}
	if !json.Valid(data) {
		return closed(file, invalid(data))
	}
	card, ok := object(data)
	if !ok {
		return closed(file, model.Note{Problem: "the card is " + kind(data) + " where an object is expected"})
	}
	raw, ok := card[Block]
	if !ok {
		return Declaration{File: file, State: Unset, Verbs: model.AllVerbs()}
	}
	block, ok := object(raw)
	if !ok {
		return closed(file, at(data, Block, model.Note{Problem: Block + " is " + kind(raw) + " where an object is expected"}))
	}
	if raw, ok = block[Field]; !ok {
		return Declaration{File: file, State: Unset, Verbs: model.AllVerbs()}
	}
	entries, ok := list(raw)
	if !ok {
		return closed(file, at(data, Field, model.Note{Problem: Block + "." + Field + " is " + kind(raw) + " where an array of verbs is expected"}))
	}
	d := Declaration{File: file, State: Listed}
	d.read(data, entries)
	return d
}

// read takes the entries that are verbs and notes the others.
func (d *Declaration) read(data []byte, entries []json.RawMessage) {
	odd := 0
	for _, e := range entries {
		var name string
		if kind(e) != "a string" || json.Unmarshal(e, &name) != nil {
			odd++
			continue
		}
		v := model.Verb(name)
		if d.Verbs = d.Verbs.With(v); !d.Verbs.Has(v) {
			d.Notes = append(d.Notes, at(data, Field, model.Note{
				Severity: model.Warning, Code: "verb-unknown", File: d.File, Tool: name,
				Problem: fmt.Sprintf("%q is no peer verb and was left out", name),
				Hint:    "the verbs are " + model.AllVerbs().String(),
			}))
		}
	}
	if odd > 0 {
		d.Notes = append(d.Notes, at(data, Field, model.Note{
			Severity: model.Warning, Code: "verb-no-text", File: d.File,
			Problem: fmt.Sprintf("%d of the entries of %s are no texts and were left out", odd, Field),
		}))
	}
}

func closed(file string, n model.Note) Declaration {
	n.Severity, n.Code, n.File = model.Error, "verbs-closed", file
	n.Problem += ", so no peer verb is granted"
	if n.Hint == "" {
		n.Hint = "correct the file, or take the key away to have all six verbs"
	}
	return Declaration{File: file, State: Closed, Notes: []model.Note{n}}
}

// invalid is where and why a text is no JSON. What is JSON to an editor only, with
// comments for instance, is none to the mesh.
func invalid(data []byte) model.Note {
	n := model.Note{Problem: "the card is not valid JSON"}
	d, err := splice.ParseJSON(data)
	if f, ok := errors.AsType[splice.Fault](err); ok {
		n.Line, n.Column, n.Problem = f.Line, f.Column, "the card "+f.Problem
	} else if err == nil {
		if f, strict := d.Strict(); !strict {
			n.Line, n.Column, n.Problem = f.Line, f.Column, "the card "+f.Problem
		}
	}
	return n
}

// at gives a note the place of the block or the field, if it can be told.
func at(data []byte, name string, n model.Note) model.Note {
	path := []string{Block, Field}
	if name == Block {
		path = path[:1]
	}
	if v, ok, err := splice.GetJSON(data, path); err == nil && ok {
		n.Line, n.Column = v.Position()
	}
	return n
}
