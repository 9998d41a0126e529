package stat

import "slices"

// KruskalWallis tests whether independent samples come from the same
// distribution, by the sums of their ranks among all values, corrected for
// ties; P is that of chi-square (Kruskal and Wallis 1952). It follows
// scipy.stats.kruskal. Absent values and empty groups are passed over; with
// fewer than two groups or where all values are equal it is undefined.
func KruskalWallis(groups ...[]float64) Result {
	groups = slices.DeleteFunc(samples(groups), func(g []float64) bool { return len(g) == 0 })
	all := slices.Concat(groups...)
	if len(groups) < 2 {
		return undefined(len(all), ErrFew)
	}
	if constant(all) {
		return undefined(len(all), ErrEqual)
	}
	n := float64(len(all))
	ranks := midranks(all)
	between := 0.0
	at := 0
	for _, g := range groups {
		sum := 0.0 // exact: ranks are halves
		for _, r := range ranks[at : at+len(g)] {
			sum += r
		}
		between += float64(sum*sum) / float64(len(g))
		at += len(g)
	}
	h := float64(12/(n*(n+1))*between) - float64(3*(n+1))
	h /= 1 - tieCubes(all)/(float64(n*n*n)-n)
	return Result{Statistic: h, P: chiTail(h, float64(len(groups)-1)), N: len(all)}
}

// tieCubes is the sum of t³-t over groups of t equal values, which corrections
// for ties are made of. It sorts values.
func tieCubes(values []float64) float64 {
	slices.Sort(values)
	sum := 0.0
	for first := 0; first < len(values); {
		end := first + 1
		for end < len(values) && values[end] == values[first] {
			end++
		}
		t := float64(end - first)
		sum += float64(t*t*t) - t
		first = end
	}
	return sum
}
