package stat_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"hed/score"
	"hed/stat"
)

// What is on disk has the tests and correlations of what is in memory, also where most values differ, one is frequent and some are absent.
func TestOnDisk(t *testing.T) {
	const n = 300_000
	spill, err := score.NewSpill(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer spill.Close()
	columns := []score.Column{{Name: "x"}, {Name: "y"}, {Name: "z"}}
	kept, spilled := score.NewTable([]string{"s"}, columns), score.NewTable([]string{"s"}, columns)
	spilled.SpillTo(spill)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		x := rng.NormFloat64()
		row := []float64{x, x + rng.NormFloat64(), float64(rng.IntN(20)) / 19}
		if i%2 == 0 {
			row[0] = -0.25
		}
		if i%11 == 0 {
			row[1] = score.Absent
		}
		kept.Append("", row)
		spilled.Append("", row)
	}
	all := func(t *score.Table) (series []*score.Series) {
		for c := range columns {
			series = append(series, t.Series(0, c))
		}
		return series
	}
	for _, c := range []stat.Coefficient{stat.Pearson, stat.Spearman} {
		got, err := c.Matrix(t.Context(), all(spilled), 0.95, 2)
		if err != nil {
			t.Fatal(err)
		}
		for i := range columns {
			for j := range columns {
				if want := c.Of(kept.Values(0, min(i, j)), kept.Values(0, max(i, j)), 0.95); !reflect.DeepEqual(got[i][j], want) {
					t.Errorf("%s of %d and %d: got %v, want %v", c, i, j, got[i][j], want)
				}
			}
		}
	}
	for _, o := range []stat.Options{{Test: stat.ByPairs}, resampling(stat.ByBootstrap), resampling(stat.ByRandomisation)} {
		got, err := stat.Nothing.Compare(t.Context(), all(spilled), o)
		if err != nil {
			t.Fatal(err)
		}
		want, err := stat.Nothing.Compare(t.Context(), all(kept), o)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, want %v, %v", o.Test, got, want, err)
		}
	}
	r := stat.SignedRank(kept.Values(0, 0), kept.Values(0, 2))
	got, err := stat.Nothing.Compare(t.Context(), all(spilled), stat.Options{})
	if p := got.Pairs[1]; err != nil || p.P != r.P || p.Statistic != r.Statistic || p.N != r.N {
		t.Errorf("got %v, want %v, %v", p, r, err)
	}
}
