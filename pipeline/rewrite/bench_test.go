package rewrite

import (
	"strings"
	"testing"

	"toolgrant/model"
)

// BenchmarkPass measures what one host's text costs, all its passes over a body of
// some 20 kB in which every construct occurs as often as in a real agent.
func BenchmarkPass(b *testing.B) {
	body := benchBody(b)
	for _, h := range hosts() {
		place, _ := h.place("/home/u", "/srv/project", model.GlobalScope)
		pass := h.pass(place)
		b.Run(h.id, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				pass.Apply(body)
			}
		})
	}
}

// BenchmarkUntouched measures a text in which nothing is found.
func BenchmarkUntouched(b *testing.B) {
	body := strings.Repeat("Read the plan, then write what was asked for (and only that).\n", 330)
	for _, h := range hosts() {
		place, _ := h.place("/home/u", "/srv/project", model.GlobalScope)
		pass := h.pass(place)
		b.Run(h.id, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				pass.Apply(body)
			}
		})
	}
}
