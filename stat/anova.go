package stat

import (
	"math"
	"slices"
)

// ANOVA tests whether independent samples have the same mean, by Fisher's F:
// the mean square between groups over the mean square within. It assumes
// normal values and equal variances. It follows scipy.stats.f_oneway. Absent
// values and empty groups are passed over; with fewer than two groups,
// without a value more than there are groups, or where no value differs from
// its group's others it is undefined.
func ANOVA(groups ...[]float64) Result { return anova(samples(groups)) }

// Levene tests whether samples have the same variance: an ANOVA of the
// distances of values to the mean of their group (Levene 1960), as
// scipy.stats.levene(center="mean").
func Levene(groups ...[]float64) Result {
	return spread(groups, func(sorted []float64) float64 {
		mean, _ := moments(sorted)
		return mean
	})
}

// BrownForsythe is Levene with distances to the median (Brown and Forsythe
// 1974), which holds its level for skewed values too, as
// scipy.stats.levene(center="median").
func BrownForsythe(groups ...[]float64) Result {
	return spread(groups, func(sorted []float64) float64 { return Quantile(sorted, 0.5) })
}

func spread(groups [][]float64, center func(sorted []float64) float64) Result {
	distances := samples(groups)
	for _, values := range distances {
		slices.Sort(values)
		c := center(values)
		for i, v := range values {
			values[i] = math.Abs(v - c)
		}
	}
	return anova(distances)
}

// anova is ANOVA of groups without absent values.
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
