package readability_test

import (
	"testing"

	"hed/corpus"
	"hed/metric/readability"
)

func BenchmarkScore(b *testing.B) {
	c := corpus.NewCase(&corpus.Document{},
		"Senate Panel Backs $1.2B Plan to Repair 48 Bridges Over Great Lakes",
		"'I Couldn't Believe It': Teacher Finds 1914 Letter in School's Desk",
		"Storm leaves 300,000 without power in Gulf Coast towns, officials say",
	)
	for _, fog := range []string{"hevas", "gunning"} {
		m := build(b, readability.Options{Fog: fog})
		out := make([]float64, len(c.Outputs)*len(m.Columns()))
		b.Run(fog, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := m.Score(b.Context(), c, out); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(c.Outputs))*float64(b.N)/b.Elapsed().Seconds(), "headlines/s")
		})
	}
}
