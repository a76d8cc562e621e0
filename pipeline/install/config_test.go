package install

import (
	"errors"
	"strings"
	"testing"

	"toolgrant/model"
)

const config = ".gsd/defaults.json"

// A configuration file is a person's own: edits of others between ours are no
// drift, undo gives back exactly what each edit was made from, and uninstall takes
// no edit of others along.
func TestOthersEditTheConfigurationToo(t *testing.T) {
	h := newHouse(t)
	h.put(config, "before\n")
	h.apply(map[string]string{config: "before\ngrant 1\n"}, Options{})
	h.put(config, "before\ngrant 1\ntheir key\n")
	h.apply(map[string]string{config: "before\ngrant 1\ntheir key\ngrant 2\n"}, Options{})

	h.undo()
	same(t, "after undo", "before\ngrant 1\ntheir key\n", h.get(config))
	if _, _, err := h.Undo(t.Context()); err == nil || !strings.Contains(err.Error(), "changed by somebody since") {
		t.Errorf("an undo that would take their key along: %v", err)
	}
	h.apply(map[string]string{config: "before\ngrant 1\ntheir key\ngrant 3\n"}, Options{})
	for range KeptReceipts + 1 { // fold all of it
		now := h.get(config)
		h.apply(map[string]string{config: now + "more\n"}, Options{})
	}
	now := h.get(config)
	removal, notes, err := h.Uninstall(t.Context())
	if err != nil || len(removal.Kept) != 1 || len(notes) != 0 || !removal.StateRemoved {
		t.Errorf("uninstall: %+v, %v, %v", removal, notes, err)
	}
	same(t, "after uninstall", now, h.get(config))
}

// An edit that others made after it was read is refused by its bytes, whatever the
// person said about drift (case CF07).
func TestALostUpdateIsRefused(t *testing.T) {
	h := newHouse(t)
	h.put(config, "{}\n")
	c := h.change(config, "{\"a\":1}\n")
	h.put(config, "{\"theirs\":1}\n")
	_, _, err := h.Apply(t.Context(), []model.Change{c}, Options{Yes: true, Decide: map[string]Decision{c.Path: Overwrite}})
	if _, ok := errors.AsType[*DriftError](err); !ok {
		t.Errorf("got %v, want drift", err)
	}
	same(t, "config", "{\"theirs\":1}\n", h.get(config))
}

// Bytes are bytes: nothing of a file's form is touched on the way there and back.
func TestBytesComeThrough(t *testing.T) {
	for name, content := range map[string]string{
		"BOM and CRLF": "\xef\xbb\xbf{\r\n\t\"a\": 1\r\n}", "no final newline": "{}", "empty": "", "invalid UTF-8": "\xff\xfe\x00", "NUL": "a\x00b",
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.put("a.md", content)
			h.put("b.md", "other")
			h.apply(map[string]string{"a.md": "x", "b.md": content}, Options{Yes: true})
			same(t, "written", content, h.get("b.md"))
			h.undo()
			same(t, "restored", content, h.get("a.md"))
		})
	}
}

// An empty file and no file are two things, in both directions.
func TestEmptyIsNotAbsent(t *testing.T) {
	h := newHouse(t)
	h.put("empty.json", "")
	c := model.Change{Runtime: model.ConfigFile, Path: h.path("empty.json"), Kind: model.Update, Before: nil, After: []byte("{}")}
	if _, _, err := h.Apply(t.Context(), []model.Change{c}, Options{}); err != nil {
		t.Fatal(err)
	}
	h.undo()
	same(t, "after undo", "", h.get("empty.json"))
	c.Path = h.path("none.json")
	if _, _, err := h.Apply(t.Context(), []model.Change{c}, Options{}); err == nil {
		t.Error("an update of a file that is not there went through")
	}
}
