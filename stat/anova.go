package stat

import (
	"math"
	"slices"
)

// BrownForsythe tests whether samples have the same variance (Brown and Forsythe
// 1974): Fisher's F of the distances of values to the median of their group, the
// mean square between groups over the mean square within. Distances to
// the median, where Levene has the mean, hold the level for skewed values too. It follows
// scipy.stats.levene(center="median"). Absent values and empty groups are
// passed over; with fewer than two groups, without a value more than there are
// groups, or where no distance differs from its group's others it is undefined.
func BrownForsythe(groups ...[]float64) Result {
	distances := samples(groups)
	for _, values := range distances {
		slices.Sort(values)
		median := Quantile(values, 0.5)
		for i, v := range values {
			values[i] = math.Abs(v - median)
		}
	}
	return anova(distances)
}

// anova tests whether groups, none of whose values is absent, have the same mean.
func anova(groups [][]float64) Result {
	within := newWithin(groups)
	n, k := within.n, within.groups
	if k < 2 || n <= k {
		return undefined(n, ErrFew)
	}
	if within.squares == 0 {
		return undefined(n, ErrEqual)
	}
	total, between := 0.0, 0.0
	for g, values := range groups {
		if len(values) > 0 {
			total += float64(float64(len(values)) * within.means[g])
		}
	}
	for g, values := range groups {
		if len(values) > 0 {
			d := within.means[g] - total/float64(n)
			between += float64(float64(len(values)) * float64(d*d))
		}
	}
	df1, df2 := float64(k-1), float64(n-k)
	f := between / df1 / (within.squares / df2)
	return Result{Statistic: f, P: fTail(f, df1, df2), N: n}
}

// within is what varies inside the groups.
type within struct {
	n, groups int       // values, and groups that have any
	means     []float64 // NaN for an empty group
	squares   float64   // sum of squared distances to the group's mean
}

// newWithin takes the groups apart into means and what is around them.
func newWithin(groups [][]float64) within {
	w := within{means: make([]float64, len(groups))}
	for g, values := range groups {
		mean, squares := moments(values)
		w.means[g] = mean
		if len(values) == 0 {
			continue
		}
		w.n += len(values)
		w.groups++
		if !constant(values) { // whose squares are 0 but for rounding
			w.squares += squares
		}
	}
	return w
}
