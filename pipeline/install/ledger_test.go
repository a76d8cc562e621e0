package install

import (
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"toolgrant/model"
)

// Folding the oldest receipts into a base changes nothing that a ledger says,
// wherever the fold is, and however often.
func TestFoldingChangesNothing(t *testing.T) {
	reference := model.Sum("ref")
	vouched := func(path string, sum model.Sum) bool { return path == "/r" && (sum == "" || sum == reference) }
	sums := []model.Sum{"", "1", "2", "3", reference}
	rapid.Check(t, func(rt *rapid.T) {
		var history []model.Receipt
		paths := map[string]string{"/r": "claude", "/a": "claude", "/c": model.ConfigFile}
		for i := range rapid.IntRange(1, 12).Draw(rt, "receipts") {
			r := model.Receipt{Version: stateVersion, ID: fmt.Sprintf("%06d-x", i+1)}
			ledger := newLedger(history, vouched)
			for _, path := range []string{"/a", "/c", "/r"} {
				there := rapid.SampledFrom(sums).Draw(rt, "there")
				wanted := rapid.SampledFrom(sums).Draw(rt, "wanted")
				if there == wanted {
					continue
				}
				r.Entries = append(r.Entries, model.Entry{Path: path, Runtime: paths[path], Was: ledger.State(path, there), Before: there, After: wanted,
					Undone: rapid.IntRange(0, 4).Draw(rt, "undone") == 0})
			}
			history = append(history, r)
		}
		want := newLedger(history, vouched)
		folded := history
		for range rapid.IntRange(1, 3).Draw(rt, "folds") {
			n := rapid.IntRange(1, len(folded)).Draw(rt, "until")
			base := model.Receipt{ID: folded[n-1].ID, Entries: newLedger(folded[:n], nil).entries()}
			folded = append([]model.Receipt{base}, folded[n:]...)
		}
		got := newLedger(folded, vouched)
		for path := range paths {
			for _, sum := range sums {
				if g, w := got.State(path, sum), want.State(path, sum); g != w {
					rt.Errorf("%s with %q is %s, want %s", path, sum, g, w)
				}
			}
			g, w := got.files[path], want.files[path]
			if g.origin != w.origin || g.last.After != w.last.After || g.mixed != w.mixed || !reflect.DeepEqual(g.parents, w.parents) {
				rt.Errorf("%s: record %+v, want %+v", path, g, w)
			}
		}
	})
}

func TestStates(t *testing.T) {
	l := newLedger([]model.Receipt{{Entries: []model.Entry{
		{Path: "/ours", Was: model.Vacant, After: "1"},
		{Path: "/taken-away", Was: model.Foreign, Before: "0"},
		{Path: "/undone", Was: model.Vacant, After: "1", Undone: true},
		{Path: "/ref", Was: model.Reference, Before: "r1", After: "1"},
	}}}, func(path string, sum model.Sum) bool {
		return (path == "/ref" || path == "/untouched") && (sum == "" || sum == "r2")
	})
	for _, tt := range []struct {
		path string
		sum  model.Sum
		want model.Ownership
	}{
		{"/ours", "1", model.Ours}, {"/ours", "2", model.Drifted}, {"/ours", "", model.Gone},
		{"/taken-away", "", model.Vacant}, {"/taken-away", "0", model.Foreign},
		{"/undone", "1", model.Foreign}, {"/undone", "", model.Vacant},
		{"/ref", "1", model.Ours}, {"/ref", "r2", model.Reference}, {"/ref", "r1", model.Drifted}, {"/ref", "", model.Gone},
		{"/untouched", "r2", model.Reference}, {"/untouched", "x", model.Foreign}, {"/untouched", "", model.Gone},
		{"/never", "x", model.Foreign}, {"/never", "", model.Vacant},
	} {
		if got := l.State(tt.path, tt.sum); got != tt.want {
			t.Errorf("%s with %q: %s, want %s", tt.path, tt.sum, got, tt.want)
		}
	}
	var owned []string
	for _, e := range l.Owned() {
		owned = append(owned, e.Path)
	}
	if want := []string{"/ours", "/ref"}; !reflect.DeepEqual(owned, want) {
		t.Errorf("owned %v, want %v", owned, want)
	}
}
