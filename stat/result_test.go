package stat_test

import (
	"math"
	"slices"
	"testing"

	"hed/score"
	"hed/stat"
)

func TestUndefined(t *testing.T) {
	one, same, three := []float64{1}, []float64{2, 2, 2, 2, 2, 2, 2, 2, 2}, []float64{1, nan, 2, 4}
	for name, r := range map[string]stat.Result{
		"shapiro of none":     stat.ShapiroWilk(nil),
		"shapiro of two":      stat.ShapiroWilk([]float64{1, nan, 2}),
		"shapiro of the same": stat.ShapiroWilk(same),
		"shapiro of many":     stat.ShapiroWilk(made("normal", 1, 5001, 0)),
		"dagostino of few":    stat.DAgostinoPearson(three),
		"dagostino of same":   stat.DAgostinoPearson(same),
		"normality of same":   stat.Normality(make([]float64, 6000)),
		"brown of one":        stat.BrownForsythe(three),
		"brown of singles":    stat.BrownForsythe(one, one),
		"brown of same":       stat.BrownForsythe(same, same),
		"friedman of two":     stat.Friedman(three, three),
		"friedman of same":    stat.Friedman(three, three, three),
		"friedman of none":    stat.Friedman(nil, nil, nil),
		"paired t of one":     stat.PairedT(score.SeriesOf(one...), score.SeriesOf(one...)),
		"paired t of same":    stat.PairedT(score.SeriesOf(same...), score.SeriesOf(same...)),
		"paired t of shifted": stat.PairedT(score.SeriesOf(0.3, 0.4, 0.5), score.SeriesOf(0.2, 0.3, 0.4)),
		"signed rank of none": stat.SignedRank(nil, nil),
		"signed rank of one":  stat.SignedRank(one, []float64{2}),
		"signed rank of same": stat.SignedRank(same, same),
		"mcnemar of none":     stat.McNemarExact(0, 0),
		"tukey of same":       stat.TukeyHSD(same, same)[0].Result,
		"tukey of none":       stat.TukeyHSD(three, nil)[0].Result,
	} {
		if !math.IsNaN(r.P) || !math.IsNaN(r.Statistic) || r.Warning == nil {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// The normal approximation is rough for few values, which is said.
func TestRoughApproximation(t *testing.T) {
	values := []float64{1, 2, 3, 3, 5, 6, 7, 8, 9, 10}
	for name, c := range map[string]struct {
		r    stat.Comparison
		want []error
	}{
		"nine, two of them tied":   {rankSum(t, values[:4], values[3:8]), []error{stat.ErrApproximate}},
		"ten":                      {rankSum(t, values[:4], values[3:9]), nil},
		"nine, which can be exact": {rankSum(t, values[:3], values[4:]), nil},
	} {
		if c.r.P < 0 || !slices.Equal(c.r.Warnings[1:], c.want) { // the first is of the lengths
			t.Errorf("%s: %+v, want the warning %v", name, c.r, c.want)
		}
	}
}

func TestMisuse(t *testing.T) {
	for name, f := range map[string]func(){
		"lengths":  func() { stat.SignedRank([]float64{1}, nil) },
		"systems":  func() { stat.Friedman([]float64{1}, nil, nil) },
		"range":    func() { stat.StudentizedRange{K: 1, Df: 3}.Survival(1) },
		"counts":   func() { stat.McNemarExact(-1, 3) },
		"assume":   func() { _, _ = stat.Assumption("gauss").Compare(t.Context(), nil, stat.Options{}) },
		"resample": func() { _, _ = stat.PairedBootstrap(t.Context(), nil, stat.Resampling{}, rng()) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

func TestMeanRanks(t *testing.T) {
	ranks := stat.MeanRanks(0.95, []float64{1, 2, nan, 1}, []float64{2, 2, 5, 0}, []float64{3, 2, 1, -1})
	for s, want := range []stat.Interval{{Mean: 2, Low: 1, High: 3}, {Mean: 2, Low: 2, High: 2}, {Mean: 2, Low: 1, High: 3}} {
		if in := ranks[s]; in.N != 3 || in.Mean != want.Mean || in.Low != want.Low || in.High != want.High {
			t.Errorf("system %d: got %+v, want %+v", s, in, want)
		}
	}
	// scipy.stats.t.interval(0.95, 4, 1.4, scipy.stats.sem([1, 1, 2, 2, 1])), scipy 1.16.
	ranks = stat.MeanRanks(0.95, []float64{1, 1, 2, 2, 1}, []float64{2, 2, 1, 1, 2}, []float64{3, 3, 3, 3, 3})
	if in := ranks[0]; math.Abs(in.High-2.0800874) > 1e-6 || in.Low != 1 || in.Mean != 1.4 {
		t.Errorf("got %+v", in)
	}
	if ranks := stat.MeanRanks(0.95, []float64{nan}, []float64{1}); ranks[1].N != 0 || !math.IsNaN(ranks[1].Mean) || !math.IsNaN(ranks[1].Low) {
		t.Errorf("got %v", ranks)
	}
}

// The tail keeps its digits where one minus the rest would have none: far out
// it is that of Student's t over all pairs, or nearly.
func TestStudentizedRangeTail(t *testing.T) {
	for _, df := range []float64{20, 1000, math.Inf(1)} {
		last := 1.0
		for q := 0.5; q < 40; q += 1.5 {
			p := stat.StudentizedRange{K: 5, Df: df}.Survival(q)
			two := stat.StudentizedRange{K: 2, Df: df}.Survival(q)
			if !(p < last || p == 1) || p < two || p > 10*two*(1+1e-9) {
				t.Errorf("df %v, q %v: %v, of a single pair %v", df, q, p, two)
			}
			last = p
		}
	}
	if (stat.StudentizedRange{K: 4, Df: 7}).Survival(-1) != 1 {
		t.Error("a range may be below 0")
	}
}

// A test of many values on one side is a chance, however small.
func TestExactMannWhitneyOfMany(t *testing.T) {
	a, b := made("uniform", 1, 5, 0), made("uniform", 77, 3000, 0)
	if r := rankSum(t, a, b); !(r.P > 0 && r.P <= 1) {
		t.Errorf("got %+v", r)
	}
}

func BenchmarkSignedRank(b *testing.B) {
	x, y := made("uniform", 1, 10_495, 0), made("uniform", 2, 10_495, 0)
	for b.Loop() {
		stat.SignedRank(x, y)
	}
}

func BenchmarkShapiroWilk(b *testing.B) {
	x := made("normal", 1, 5000, 0)
	for b.Loop() {
		stat.ShapiroWilk(x)
	}
}

func BenchmarkStudentizedRange(b *testing.B) {
	for b.Loop() {
		stat.StudentizedRange{K: 8, Df: 392}.Survival(3.7)
	}
}
