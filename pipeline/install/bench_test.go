package install

import (
	"fmt"
	"strings"
	"testing"

	"toolgrant/model"
)

// 64 documents on 3 hosts.
const benchFiles = 192

func benchPlan(h house, version string) []model.Change {
	body := strings.Repeat("a line of an agent\n", 500)
	changes := make([]model.Change, benchFiles)
	for i := range changes {
		name := fmt.Sprintf(".host%d/agents/a%d.md", i%3, i)
		changes[i] = h.change(name, version+"\n"+body)
	}
	return changes
}

// Every file is written, synced, renamed and read back; the backup and the journal
// included.
func BenchmarkApply192(b *testing.B) {
	h := newRealHouse(b)
	n := 0
	for b.Loop() {
		b.StopTimer()
		n++
		changes := benchPlan(h, fmt.Sprint(n))
		b.StartTimer()
		if _, _, err := h.Apply(b.Context(), changes, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// The same work where a sync costs nothing: what the code itself takes.
func BenchmarkApply192WithoutSync(b *testing.B) {
	h := newHouse(b)
	n := 0
	for b.Loop() {
		b.StopTimer()
		n++
		changes := benchPlan(h, fmt.Sprint(n))
		h.FS.(*faultFS).log = nil
		b.StartTimer()
		if _, _, err := h.Apply(b.Context(), changes, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNothingToApply(b *testing.B) {
	h := newRealHouse(b)
	if _, _, err := h.Apply(b.Context(), benchPlan(h, "1"), Options{}); err != nil {
		b.Fatal(err)
	}
	changes := benchPlan(h, "1")
	for i := range changes {
		changes[i].Kind = model.Unchanged
	}
	for b.Loop() {
		if _, _, err := h.Apply(b.Context(), changes, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLedger192(b *testing.B) {
	h := newRealHouse(b)
	for i := range KeptReceipts {
		if _, _, err := h.Apply(b.Context(), benchPlan(h, fmt.Sprint(i)), Options{}); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, err := h.Ledger(); err != nil {
			b.Fatal(err)
		}
	}
}
