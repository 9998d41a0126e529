package stat

import (
	"iter"
	"maps"
	"math"
	"slices"

	"hed/score"
)

// atBounds reports whether every value is one of the bounds, as right and wrong are.
func atBounds(s score.Sample) bool {
	for _, block := range s.Values.Blocks() {
		for _, v := range block {
			if v != s.Low && v != s.High && !score.IsAbsent(v) {
				return false
			}
		}
	}
	return true
}

// exact is the interval of Gaffke (2005; Learned-Miller and Thomas 2020) for the mean of values between two
// bounds, whatever their distribution. The upper end is a quantile of the weighted mean of the values
// and one more, at the upper bound, where the weights are random with a sum of 1, all
// equally likely; the lower end is the same with one at the lower bound. For values that are all at
// the bounds it is the interval of Clopper and Pearson. It covers at least at its level for those,
// and in all simulations and special cases that are known.
func exact(values iter.Seq[float64], low, high, level float64) (float64, float64) {
	counts := map[float64]float64{}
	for v := range values {
		counts[min(max(v, low), high)]++ // rounding may lead out
	}
	up, down := make([]atom, 0, len(counts)+1), make([]atom, 0, len(counts)+1)
	for _, v := range slices.Sorted(maps.Keys(counts)) {
		up = append(up, atom{v, counts[v]})
		down = append(down, atom{-v, counts[v]})
	}
	p := (1 + level) / 2
	return -upperEnd(down, -low, p), upperEnd(up, high, p)
}

// An atom is a value and how often it is there.
type atom struct{ value, n float64 }

// upperEnd is the quantile p of the randomly weighted mean of the atoms and one more value, at the bound.
func upperEnd(atoms []atom, bound, p float64) float64 {
	atoms = append(atoms, atom{bound, 1})
	below := math.Inf(1)
	for _, a := range atoms {
		below = min(below, a.value)
	}
	if below == bound {
		return bound
	}
	// Regula falsi, where an end that stays twice counts half (Illinois).
	above, at := bound, bound
	fBelow, fAbove := -p, 1-p
	const precise, most = 1e-13, 200
	side := 0 // which moved last
	for range most {
		at = above - float64(fAbove*(above-below)/(fAbove-fBelow))
		f := weightedBelow(atoms, at) - p
		if math.Abs(f) < precise || at <= below || at >= above {
			break
		}
		if f < 0 {
			if below, fBelow = at, f; side < 0 {
				fAbove /= 2
			}
			side = -1
		} else {
			if above, fAbove = at, f; side > 0 {
				fBelow /= 2
			}
			side = 1
		}
	}
	return at
}

// weightedBelow is the chance that the mean of the atoms is at most t, where the weights are random with a sum of
// 1, all equally likely. Such weights are exponential numbers over their sum, so that
// it is the chance that their sum, each times value - t, is not above 0. That comes from the characteristic function
// (Gil-Pelaez 1951), integrated over the logarithm of its argument.
func weightedBelow(atoms []atom, t float64) float64 {
	mean, variance := 0.0, 0.0
	for _, a := range atoms {
		d := a.value - t
		mean += float64(a.n * d)
		variance += float64(a.n * d * d)
	}
	if variance == 0 {
		return 1
	}
	sd := math.Sqrt(variance)
	mean /= sd
	const (
		certain = 12 // standard deviations, beyond which a chance is 0 or 1 to five digits, and its function waves too fast
		step    = 1.0 / 32
		first   = -10.0 // of the logarithm; below, the function is mean times the argument
		last    = 45.0
		nothing = -40.0 // logarithm of a part that adds nothing
	)
	if math.Abs(mean) > certain {
		if mean > 0 {
			return 0
		}
		return 1
	}
	sum := mean * math.Exp(first-step) / (1 - math.Exp(-step)) // all steps before the first
	for s := first; s < last; s += step {
		u := math.Exp(s) / sd
		size, angle := 0.0, 0.0
		for _, a := range atoms {
			d := float64(u * (a.value - t))
			size -= float64(a.n * math.Log1p(float64(d*d)) / 2)
			angle += float64(a.n * math.Atan(d))
		}
		if size < nothing {
			break
		}
		sum += float64(math.Exp(size) * math.Sin(angle))
	}
	return 0.5 - sum*step/math.Pi
}
