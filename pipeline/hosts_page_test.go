package pipeline_test

import (
	"os"
	"testing"

	"github.com/aymanbagabas/go-udiff"

	"toolgrant/pipeline"
)

// TestHostsPage: docs/hosts.md says what the rows say.
func TestHostsPage(t *testing.T) {
	const file = "../docs/hosts.md"
	got := pipeline.HostsPage()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("docs/hosts.md is stale, make it anew with -update:\n%s", udiff.Unified("page", "rows", string(want), got))
	}
}

// TestRowsAreWhole: every row says what people and notes need of it.
func TestRowsAreWhole(t *testing.T) {
	for _, r := range pipeline.Runtimes() {
		m := r.Tools
		switch {
		case m.Source == "" || m.Checked == "" || m.Form == "":
			t.Errorf("%s: a row without source, date or form", r.ID)
		case m.Absent == "" || m.Empty == "" || m.Null == "" || m.Malformed == "":
			t.Errorf("%s: a reading is missing", r.ID)
		case m.Enforceable == (m.Refusal != ""):
			t.Errorf("%s: enforceable %v, refusal %q", r.ID, m.Enforceable, m.Refusal)
		case (r.Convert == nil) != (r.Global.None() && r.Local.None()):
			t.Errorf("%s: a renderer without a folder, or a folder without a renderer", r.ID)
		}
	}
}
