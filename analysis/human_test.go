package analysis_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"hed/analysis"
	"hed/score"
)

// judged is three systems on four documents. Columns: a measure, one that
// goes against it, one that is always the same and one with gaps.
func judged() (*score.Table, [][]float64) {
	t := score.NewTable([]string{"a", "b", "c"}, []score.Column{{Name: "flat"}, {Name: "bad"}, {Name: "good"}, {Name: "part"}})
	none := score.Absent
	systems := [][][]float64{
		{{1, 9, .1, 1}, {1, 7, .4, none}, {1, 8, .35, 2}, {1, 3, .8, 4}},
		{{1, 8, .2, none}, {1, 6.5, .5, 3}, {1, 4, .7, 5}, {1, 2, .9, 6}},
		{{1, 7, .3, 2}, {1, 9, .1, 1}, {1, 5, .6, none}, {1, 5.5, .55, 3}},
	}
	for d := range 4 {
		t.Append(strconv.Itoa(d), slices.Concat(systems[0][d], systems[1][d], systems[2][d]))
	}
	return t, [][]float64{{1, 3, 2.5, 5}, {2, 3, 4, 4.5}, {1.5, 1, 4, 3}}
}

// The numbers are those of scipy 1.17.1, to 1e-12.
func TestHumanOf(t *testing.T) {
	table, ratings := judged()
	h, err := analysis.HumanOf(t.Context(), table, ratings, 0.95, rand.New(rand.NewPCG(1, 0)))
	if err != nil {
		t.Fatal(err)
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= 1e-12) {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	if len(h.Items) != 4 || len(h.Systems) != 4 {
		t.Fatalf("%d and %d measures, want 4 and 4", len(h.Items), len(h.Systems))
	}
	for i, want := range []struct {
		column, n                  int
		pearson, spearman, kendall float64
		means                      float64 // Pearson between systems
	}{
		{2, 12, 0.960196768571155, 0.9770294090586084, 0.905218163946105, 0.9208636977038153},
		{1, 12, -0.9264047132650932, -0.9485036968818232, -0.8549499226759615, -0.8293962196513643},
		{3, 9, 0.9027075674773933, 0.9446894041981058, 0.8657680793384716, 0.9176629354822471},
	} {
		m, s := h.Items[i], h.Systems[i]
		if m.Column != want.column || s.Column != want.column || m.Pearson.N != want.n || s.Pearson.N != 3 {
			t.Errorf("place %d has %+v and %+v", i, m, s)
		}
		near("pearson", m.Pearson.R, want.pearson)
		near("spearman", m.Spearman.R, want.spearman)
		near("kendall", m.Kendall.R, want.kendall)
		near("pearson of means", s.Pearson.R, want.means)
		if m.Pearson.Clusters != 4 || s.Pearson.Clusters != 0 || h.Within[i].Column != want.column || h.Within[i].Pearson.N != want.n {
			t.Errorf("place %d rests on %+v and, inside documents, on %+v", i, m.Pearson, h.Within[i].Pearson)
		}
	}
	if last := h.Items[3]; last.Column != 0 || !math.IsNaN(last.Pearson.R) || !math.IsNaN(last.Best) {
		t.Errorf("the measure that does not vary has %+v", last)
	}
}

// The measure that the ratings were made of is the best, and the other one is not.
func TestHumanOfBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	table := score.NewTable([]string{"a", "b"}, []score.Column{{Name: "noise"}, {Name: "good"}})
	ratings := make([][]float64, 2)
	for d := range 40 {
		row := []float64{rng.Float64(), rng.Float64(), rng.Float64(), rng.Float64()}
		table.Append(strconv.Itoa(d), row)
		for s := range ratings {
			ratings[s] = append(ratings[s], -row[2*s+1]+rng.Float64()/4)
		}
	}
	h, err := analysis.HumanOf(t.Context(), table, ratings, 0.95, rng)
	if err != nil {
		t.Fatal(err)
	}
	best, other := h.Items[0], h.Items[1]
	if best.Column != 1 || best.Best != 1 || other.Best > 0.01 || best.Pearson.Clusters != 40 || !(best.Pearson.High < 0) {
		t.Errorf("got %+v and %+v", best, other)
	}
}

// Two systems with ratings are too few to correlate their means.
func TestHumanOfFewSystems(t *testing.T) {
	table, ratings := judged()
	for d := range ratings[2] {
		ratings[2][d] = score.Absent
	}
	h, err := analysis.HumanOf(t.Context(), table, ratings, 0.95, rand.New(rand.NewPCG(1, 0)))
	if err != nil || len(h.Systems) != 0 || h.Items[0].Pearson.N != 8 {
		t.Errorf("got %+v, %v", h, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := analysis.HumanOf(ctx, table, ratings, 0.95, rand.New(rand.NewPCG(1, 0))); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
