package install

import (
	"errors"
	"testing"

	"toolgrant/model"
)

func (h house) adoption(name, installed, pristine, sourceBefore string) Adoption {
	a := Adoption{Runtime: "claude", Agent: "own", Path: h.path(name), Installed: []byte(installed), Pristine: []byte(pristine),
		Source: h.path(".gsd/agents/own.md")}
	if sourceBefore != "" {
		a.SourceBefore = []byte(sourceBefore)
	}
	return a
}

// An adopted agent: grants reach it, revoke gives the author's bytes back, an edit
// is taken into the source, and uninstall leaves the author's bytes.
func TestAdopt(t *testing.T) {
	const file = ".claude/agents/own.md"
	h := newRealHouse(t)
	h.put(file, "author\n")
	before := h.tree()
	r, _, err := h.Adopt(t.Context(), []Adoption{h.adoption(file, "author\n", "author\n", "")}, Options{})
	if err != nil || len(r.Entries) != 2 {
		t.Fatalf("adopt: %+v, %v", r, err)
	}
	same(t, "source", "author\n", h.get(".gsd/agents/own.md"))
	if got := h.state(file); got != model.Ours {
		t.Fatalf("state %s, want ours", got)
	}
	h.apply(map[string]string{file: "author + granted\n"}, Options{})
	if b, ok, err := h.Origin(h.path(file)); string(b) != "author\n" || !ok || err != nil {
		t.Errorf("origin: %q, %v, %v", b, ok, err)
	}
	h.apply(map[string]string{file: "author\n"}, Options{})

	h.apply(map[string]string{file: "author + granted\n"}, Options{})
	h.put(file, "author, edited + granted\n")
	again := h.adoption(file, "author, edited + granted\n", "author, edited\n", "author\n")
	if _, _, err := h.Adopt(t.Context(), []Adoption{again}, Options{}); err != nil {
		t.Fatal(err)
	}
	same(t, "source after adopting again", "author, edited\n", h.get(".gsd/agents/own.md"))
	same(t, "installed file", "author, edited + granted\n", h.get(file))
	if got := h.state(file); got != model.Ours {
		t.Errorf("state %s, want ours", got)
	}
	// Undoing the adoption leaves the installed file as its author wrote it.
	h.undo()
	same(t, "installed file", "author, edited + granted\n", h.get(file))
	same(t, "source", "author\n", h.get(".gsd/agents/own.md"))
	if got := h.state(file); got != model.Drifted {
		t.Errorf("state %s, want drifted", got)
	}
	if _, _, err := h.Adopt(t.Context(), []Adoption{again}, Options{}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := h.Uninstall(t.Context()); err != nil {
		t.Fatal(err)
	}
	same(t, "after uninstall", "author, edited\n", h.get(file))
	h.put(file, "author\n")
	same(t, "the home", before, h.tree())
}

func TestAdoptChecksBothFiles(t *testing.T) {
	const file = ".claude/agents/own.md"
	h := newHouse(t)
	h.put(file, "author\n")
	h.put(".gsd/agents/own.md", "a source that was there\n")
	for name, a := range map[string]Adoption{
		"installed file changed": h.adoption(file, "other\n", "other\n", "a source that was there\n"),
		"source appeared":        h.adoption(file, "author\n", "author\n", ""),
		"installed file gone":    h.adoption(".claude/agents/none.md", "x", "x", "a source that was there\n"),
	} {
		before := h.tree()
		_, _, err := h.Adopt(t.Context(), []Adoption{a}, Options{Yes: true})
		if _, ok := errors.AsType[*DriftError](err); !ok {
			t.Errorf("%s: %v, want drift", name, err)
		}
		same(t, name, before, h.tree())
	}
	// A source that is not ours waits, and so does the adoption.
	a := h.adoption(file, "author\n", "author\n", "a source that was there\n")
	_, _, err := h.Adopt(t.Context(), []Adoption{a}, Options{})
	if _, ok := errors.AsType[*PendingDecisionsError](err); !ok {
		t.Errorf("undecided: %v", err)
	}
	if _, _, err := h.Adopt(t.Context(), []Adoption{a}, Options{Keep: true}); err != nil {
		t.Errorf("keep: %v", err)
	}
	if got := h.state(file); got != model.Foreign {
		t.Errorf("state %s, want foreign", got)
	}
}
