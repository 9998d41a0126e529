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
