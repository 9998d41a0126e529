package draft

import (
	"math"
	"testing"

	"hed/corpus"
	"hed/internal/race"
	"hed/internal/shared"
	"hed/metric"
	"hed/metric/all"
	"hed/score"
)

// TestUsual measures what newser has.
func TestUsual(t *testing.T) {
	if race.Less(t) {
		return // the detector makes it ten times slower, and there is one goroutine
	}
	articles := shared.NumHG(t)
	built, _, err := all.Metrics.Choose("readability", metric.Body, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(t.Context(), Options{Metrics: built})
	if err != nil {
		t.Fatal(err)
	}
	values := map[string][]float64{}
	for _, a := range articles {
		err := c.score(t.Context(), &corpus.Document{}, a.Headline, func(col *score.Column, v float64) { values[col.Name] = append(values[col.Name], v) })
		if err != nil {
			t.Fatal(err)
		}
	}
	for column, v := range values {
		got, _ := usual(v, newserFrom)
		got.Low, got.High = math.Round(got.Low*1000)/1000, math.Round(got.High*1000)/1000
		if got != newser[column] {
			t.Errorf("%q: {%v, %v, newserFrom}, // of %d", column, got.Low, got.High, len(v))
		}
	}
	if len(values) != len(newser) {
		t.Errorf("newser has %d columns, want %d", len(newser), len(values))
	}
}
