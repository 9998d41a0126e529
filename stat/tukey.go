package stat

import "math"

// TukeyHSD compares the means of all pairs of independent samples (Tukey
// 1949; Kramer 1956 for unequal sizes). The statistic is
//
//	|mean(a) - mean(b)| / sqrt(s² (1/n + 1/m) / 2)
//
// where s² is the variance inside all groups, and P that of the studentised
// range, so that it is already of the whole family. It follows
// scipy.stats.tukey_hsd. Normal values with equal variances are assumed.
//
// Note: scores of systems on the same documents are not independent. What
// makes a document hard or easy for all of them stays in s², while it cancels
// in the difference of means, so that P is too large: the test then finds
// less than one by document would. Where systems are good on the
// documents that others are bad on, it is the other way round and P is too
// small.
//
// Absent values and empty groups are passed over. Pairs with an empty group
// are undefined, and all are where no value differs from its group's
// others or there are not more values than groups.
func TukeyHSD(groups ...[]float64) []PairResult {
	values := samples(groups)
	w := newWithin(values)
	df := float64(w.n - w.groups)
	var out []PairResult
	for a := range values {
		for b := a + 1; b < len(values); b++ {
			n, m := len(values[a]), len(values[b])
			r := undefined(n+m, ErrFew)
			switch {
			case n == 0 || m == 0 || df < 1:
			case w.squares == 0:
				r.Warning = ErrEqual
			default:
				se := math.Sqrt(w.squares / df * (1/float64(n) + 1/float64(m)) / 2)
				r.Statistic = math.Abs(w.means[a]-w.means[b]) / se
				r.P = StudentizedRange{w.groups, df}.Survival(r.Statistic)
				r.Warning = nil
			}
			out = append(out, PairResult{a, b, r})
		}
	}
	return out
}
