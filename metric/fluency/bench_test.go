package fluency_test

import (
	"testing"

	"hed/corpus"
	"hed/internal/shared"
	"hed/metric/fluency"
)

func BenchmarkScore(b *testing.B) {
	c := corpus.NewCase(&corpus.Document{},
		"Senate Panel Backs $1.2B Plan to Repair 48 Bridges Over Great Lakes",
		"'I Couldn't Believe It': Teacher Finds 1914 Letter in School's Desk",
		"Storm leaves 300,000 without power in Gulf Coast towns, officials say",
	)
	m := fitted(b, fluency.Options{}, small, 1)
	out := make([]float64, len(c.Outputs))
	b.ReportAllocs()
	for b.Loop() {
		if err := m.Score(b.Context(), c, out); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(c.Outputs))*float64(b.N)/b.Elapsed().Seconds(), "headlines/s")
}

func BenchmarkFit(b *testing.B) {
	var d docs
	for i, a := range shared.NumHG(b) {
		d = append(d, newDocs(a.Headline)...)
		d[i].ID = a.Headline
	}
	for b.Loop() {
		fitted(b, fluency.Options{}, d, 2)
	}
	b.ReportMetric(float64(len(d))*float64(b.N)/b.Elapsed().Seconds(), "references/s")
}
