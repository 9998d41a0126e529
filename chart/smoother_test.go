package chart

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hed/score"
)

// Points that are taken together give the curve that they give one by one.
func TestSpots(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	x, y := new(score.Series), new(score.Series)
	for range 2 * mostSpots {
		v := rng.Float64()
		x.Append(v * v)
		y.Append(math.Sqrt(v) + 0.1*rng.NormFloat64())
	}
	all := cloudOf(x, y)
	together := spots(all)
	if len(together) > strips || !slices.IsSortedFunc(together, func(a, b spot) int { return cmp.Compare(a.x, b.x) }) {
		t.Fatalf("%d spots", len(together))
	}
	points := 0.0
	for _, s := range together {
		points += s.points
	}
	if points != float64(all.n) {
		t.Errorf("%v of %d points", points, all.n)
	}
	var alone []spot
	for x, y := range all.all {
		alone = append(alone, spot{x, y, 1})
	}
	slices.SortFunc(alone, func(a, b spot) int { return cmp.Compare(a.x, b.x) })
	for _, at := range []float64{0, 0.1, 0.5, 1} {
		if got, want := local(together, at), local(alone, at); math.Abs(got-want) > 1e-4 {
			t.Errorf("at %v: %v, want %v", at, got, want)
		}
	}
}

// Measures of few words have few values: where the nearest points are all at one of them, the curve is at their mean. Before,
// it went up and down by chance.
func TestLocalAtOneValue(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, x := range []float64{1.0 / 3, 2.0 / 11, 0.7} {
		var at []spot
		sum := 0.0
		for range 10_000 {
			at = append(at, spot{x, rng.Float64(), 1})
			sum += at[len(at)-1].y
		}
		for _, place := range []float64{0.1, x, 0.9} {
			if got, want := local(at, place), sum/10_000; math.Abs(got-want) > 1e-9 {
				t.Errorf("points at %v give %v at %v, want %v", x, got, place, want)
			}
		}
	}
}
