package stat

import "math"

// rounding is the part of the largest value that was computed with below which a
// difference is taken to be the noise of arithmetic: 1-2/3 and 1/3 do not have the same
// bits, nor have all differences of 0.1.
const rounding = 1e-13

// A grain is the distance up to which numbers are tied: equal but for rounding. All ranks
// are of numbers compared so, because noise that splits ties moves p.
type grain float64

// grainOf is the grain of numbers computed from values of which this is the largest size.
// Of infinite values nothing is known; then bits decide.
func grainOf(scale float64) grain {
	if math.IsInf(scale, 0) {
		return 0
	}
	return grain(rounding * scale)
}

// zero reports whether a number is 0 but for rounding.
func (g grain) zero(v float64) bool { return math.Abs(v) <= float64(g) }

// tied reports whether a number belongs to the run of tied numbers that begins with start, where numbers ascend.
func (g grain) tied(start, v float64) bool { return v == start || v-start <= float64(g) }

// runs calls run with the ends of each run of tied numbers, of n in ascending order. All
// numbers of a run are within a grain of its first, so that a run cannot creep.
func (g grain) runs(n int, at func(i int) float64, run func(first, end int)) {
	for first := 0; first < n; {
		start, end := at(first), first+1
		for end < n && g.tied(start, at(end)) {
			end++
		}
		run(first, end)
		first = end
	}
}
