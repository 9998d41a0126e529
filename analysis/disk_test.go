package analysis_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"hed/analysis"
	"hed/score"
	"hed/stat"
)

// Runs whose scores are on disk have the changes and the movers of those in memory, also where values are absent.
func TestRunsOnDisk(t *testing.T) {
	const n = score.InMemory + 5*score.BlockLen + 17
	spill, err := score.NewSpill(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer spill.Close()
	columns := []score.Column{{Name: "x", Better: score.Higher, High: 1}, {Name: "y", Better: score.Lower, High: 1}, {Name: "same", Better: score.Higher}}
	kept, spilled := score.NewTable([]string{"old", "new"}, columns), score.NewTable([]string{"old", "new"}, columns)
	spilled.SpillTo(spill)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		x, y := rng.Float64(), float64(rng.IntN(9))/8
		row := []float64{x, y, 1, min(1, x+rng.Float64()/50), float64(rng.IntN(9)) / 8, 1}
		if i%501 == 0 {
			row[i%2*3] = score.Absent
		}
		kept.Append("", row)
		spilled.Append("", row)
	}
	if spill.Size() == 0 {
		t.Fatal("nothing is on disk")
	}
	for _, mode := range []analysis.MarginMode{analysis.MarginWithin, analysis.MarginBeyond} {
		o := analysis.RunOptions{Intervals: stat.Resampling{Resamples: 20, Level: 0.95, Workers: 2}, Seed: 1, Margins: []float64{0.001, 0.001, 0.1}, Mode: mode}
		want, err := analysis.Runs(t.Context(), columns, kept.Samples(0), kept.Samples(1), o)
		if err != nil {
			t.Fatal(err)
		}
		got, err := analysis.Runs(t.Context(), columns, spilled.Samples(0), spilled.Samples(1), o)
		if err != nil {
			t.Fatal(err)
		}
		for c := range columns { // NaN is not itself
			got[c].Column, want[c].Column = score.Column{}, score.Column{}
			if a, b := fmt.Sprintf("%+v", got[c]), fmt.Sprintf("%+v", want[c]); a != b {
				t.Errorf("%s, %s:\n got %s\nwant %s", mode, columns[c].Name, a, b)
			}
		}
	}
	all := func(int) bool { return true }
	worse, better := analysis.Movers(columns, kept.Samples(0), kept.Samples(1), all, 10)
	lost, gained := analysis.Movers(columns, spilled.Samples(0), spilled.Samples(1), all, 10)
	if len(worse) != 10 || len(better) != 10 || !reflect.DeepEqual(lost, worse) || !reflect.DeepEqual(gained, better) {
		t.Errorf("%v and %v, want %v and %v", lost, gained, worse, better)
	}
}
