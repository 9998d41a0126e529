package lsi_test

import (
	"context"
	"testing"

	"hed/corpus"
	"hed/internal/shared"
	"hed/metric/lsi"
)

// news returns the first n articles of NumHG, or all for 0.
func news(t testing.TB, n int) articles {
	t.Helper()
	var out articles
	for _, a := range shared.NumHG(t) {
		if out = append(out, a.Text); len(out) == n {
			break
		}
	}
	return out
}

func BenchmarkFit(b *testing.B) {
	docs := news(b, 0)
	for _, keep := range []string{"100"} {
		b.Run(keep, func(b *testing.B) {
			for b.Loop() {
				fit(b, lsi.Options{Keep: keep}, docs)
			}
		})
	}
}

func BenchmarkScore(b *testing.B) {
	docs := news(b, 1000)
	m := fit(b, lsi.Options{}, docs)
	c := corpus.NewCase(&corpus.Document{Body: docs[0], References: []string{docs[1][:80]}},
		"Senate Panel Backs $1.2B Plan to Repair 48 Bridges Over Great Lakes",
		"'I Couldn't Believe It': Teacher Finds 1914 Letter in School's Desk",
		"Storm leaves 300,000 without power in Gulf Coast towns, officials say",
	)
	out := make([]float64, len(c.Outputs)*len(m.Columns()))
	b.ReportAllocs()
	for b.Loop() {
		if err := m.Score(context.Background(), c, out); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(c.Outputs))*float64(b.N)/b.Elapsed().Seconds(), "headlines/s")
}
