package install

import (
	"maps"
	"slices"

	"toolgrant/model"
)

// A Ledger is what all receipts together say: the files that are ours, and what
// was there before us. It is a value of one moment.
type Ledger struct {
	files   map[string]record
	vouched func(path string, sum model.Sum) bool
}

// record is the sum of one file's entries.
type record struct {
	last     model.Entry // the newest
	origin   model.Sum   // what was there before us, "" for nothing
	mode     uint32      // of the origin
	parents  []string    // every folder that we made for it
	replaced []replaced  // edits of others that were overwritten, oldest first
	// mixed: others edited the file between two edits of ours, and both are in it.
	mixed bool
}

// replaced is bytes that a person agreed to have overwritten.
type replaced struct {
	sum  model.Sum
	mode uint32
}

// note adds an entry to the record of its path. What was ours, or ours with
// somebody's edits, or a gap that we made, does not become the origin: the origin is
// what only others had a part in, so a newer version that the reference installed
// over ours is the origin from then on, and granted tools never are.
func (l *Ledger) note(e model.Entry) {
	r, known := l.files[e.Path]
	switch {
	case e.Adopted, !known, e.Was == model.Foreign, e.Was == model.Reference, e.Was == model.Gone:
		r.origin, r.mode = e.Before, e.BeforeMode
	case inPlace(e):
	case e.Was == model.Drifted && e.Before != "":
		r.replaced = append(slices.Clip(r.replaced), replaced{e.Before, e.BeforeMode})
	}
	r.mixed = (r.mixed || inPlace(e) && e.Was == model.Drifted) && !e.Removed()
	for _, dir := range e.Parents {
		if !slices.Contains(r.parents, dir) {
			r.parents = append(slices.Clip(r.parents), dir)
		}
	}
	r.last = e
	l.files[e.Path] = r
}

// inPlace reports whether an entry is an edit inside a person's own file.
func inPlace(e model.Entry) bool { return model.Change{Runtime: e.Runtime}.InPlace() }

// newLedger replays receipts, oldest first.
func newLedger(receipts []model.Receipt, vouched func(string, model.Sum) bool) Ledger {
	l := Ledger{files: map[string]record{}, vouched: vouched}
	for _, r := range receipts {
		for _, e := range r.Entries {
			if !e.Undone {
				l.note(e)
			}
		}
	}
	return l
}

// entries is the shortest history that replays to this ledger, sorted by path. The
// edits of others that were overwritten are no part of it: they are kept as long as
// their receipts are.
func (l Ledger) entries() []model.Entry {
	var out []model.Entry
	for _, path := range slices.Sorted(maps.Keys(l.files)) {
		r := l.files[path]
		if r.last.Removed() && r.origin == "" && len(r.parents) == 0 {
			continue
		}
		e := r.last
		e.Before, e.BeforeMode, e.Parents = r.origin, r.mode, r.parents
		e.Was, e.Adopted = model.Foreign, false
		if r.mixed {
			e.Was = model.Drifted
		}
		out = append(out, e)
	}
	return out
}

// State is the ownership of the file at a path whose bytes have this hash, "" when
// nothing is there.
func (l Ledger) State(path string, sum model.Sum) model.Ownership {
	r, known := l.files[path]
	ours := known && !r.last.Removed()
	vouched := func(sum model.Sum) bool { return l.vouched != nil && l.vouched(path, sum) }
	switch {
	case sum == "" && (ours || vouched("")):
		return model.Gone
	case sum == "":
		return model.Vacant
	case ours && sum == r.last.After:
		return model.Ours
	case vouched(sum):
		return model.Reference
	case ours:
		return model.Drifted
	}
	return model.Foreign
}

// Owned is every file that is ours, sorted by path: After and Mode say how we left
// it, Before and BeforeMode what was there before us.
func (l Ledger) Owned() []model.Entry {
	return slices.DeleteFunc(l.entries(), func(e model.Entry) bool { return e.Removed() })
}

// Entry is the entry of Owned for one path.
func (l Ledger) Entry(path string) (model.Entry, bool) {
	r, ok := l.files[path]
	if !ok || r.last.Removed() {
		return model.Entry{}, false
	}
	e := r.last
	e.Before, e.BeforeMode, e.Parents = r.origin, r.mode, r.parents
	return e, true
}
