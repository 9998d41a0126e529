package stat

import "math"

// Friedman tests whether systems differ on the same documents: each
// document ranks the systems, ties sharing their mean rank, and the
// statistic compares the sums of ranks, corrected for ties; P is that of
// chi-square (Friedman 1937). It follows scipy.stats.friedmanchisquare.
// Documents that a system lacks are passed over. It is undefined with fewer
// than three systems, without documents, or where all systems are equal on
// every document. It panics if the lengths differ.
func Friedman(systems ...[]float64) Result {
	rows := complete(systems)
	if len(systems) < 3 || len(rows) == 0 {
		return undefined(len(rows), ErrFew)
	}
	k, n := float64(len(systems)), float64(len(rows))
	squares := 0.0
	for _, mean := range meanRanks(rows) {
		sum := mean * n
		squares += float64(sum * sum)
	}
	tied := 0.0
	for _, row := range rows {
		tied += tieCubes(row)
	}
	c := 1 - tied/(k*(k*k-1)*n)
	if c == 0 {
		return undefined(len(rows), ErrEqual)
	}
	x := (float64(12/(k*n*(k+1))*squares) - float64(3*n*(k+1))) / c
	return Result{Statistic: x, P: chiTail(x, k-1), N: len(rows)}
}

// Nemenyi compares all pairs of systems after Friedman (Nemenyi 1963,
// Demšar 2006): the statistic is the distance of their mean ranks over
// sqrt(k(k+1)/(12n)), and P that of the studentised range with infinite
// degrees of freedom, which is already of the whole family. Documents that
// a system lacks are passed over. It follows
// scikit_posthocs.posthoc_nemenyi_friedman. All pairs are undefined with
// fewer than two systems or documents, or where all systems are equal on
// every document. It panics if the lengths differ.
func Nemenyi(systems ...[]float64) []PairResult {
	rows := complete(systems)
	var why error
	if len(rows) < 2 {
		why = ErrFew
	} else if allEqual(rows) {
		why = ErrEqual
	}
	ranks := meanRanks(rows)
	k, n := float64(len(systems)), float64(len(rows))
	var out []PairResult
	for a := range systems {
		for b := a + 1; b < len(systems); b++ {
			r := undefined(len(rows), why)
			if why == nil {
				q := math.Abs(ranks[a]-ranks[b]) / math.Sqrt(k*(k+1)/(12*n))
				r = Result{Statistic: q, P: StudentizedRange{K: len(systems), Df: math.Inf(1)}.Survival(q), N: len(rows)}
			}
			out = append(out, PairResult{a, b, r})
		}
	}
	return out
}

// MeanRanks are the mean ranks of systems over the documents that all of them
// have, 1 for the lowest value, and how many documents these are. Without
// any the ranks are NaN. It panics if the lengths differ.
func MeanRanks(systems ...[]float64) (ranks []float64, documents int) {
	rows := complete(systems)
	if len(rows) == 0 {
		ranks = make([]float64, len(systems))
		for s := range ranks {
			ranks[s] = math.NaN()
		}
		return ranks, 0
	}
	return meanRanks(rows), len(rows)
}

// CriticalDifference is how far apart the mean ranks of two of k systems
// over n documents must be for Nemenyi to find a difference at the level:
//
//	q(1-level; k, ∞) sqrt(k(k+1)/(12n))
//
// It is NaN with fewer than two systems or without documents.
func CriticalDifference(k, n int, level float64) float64 {
	if k < 2 || n < 1 {
		return math.NaN()
	}
	q := StudentizedRange{K: k, Df: math.Inf(1)}.Quantile(1 - level)
	return q * math.Sqrt(float64(k)*float64(k+1)/(12*float64(n)))
}

func meanRanks(rows [][]float64) []float64 {
	if len(rows) == 0 {
		return nil
	}
	sums := make([]float64, len(rows[0])) // exact: ranks are halves
	for _, row := range rows {
		for s, r := range midranks(row) {
			sums[s] += r
		}
	}
	for s := range sums {
		sums[s] /= float64(len(rows))
	}
	return sums
}

func allEqual(rows [][]float64) bool {
	for _, row := range rows {
		if !constant(row) {
			return false
		}
	}
	return true
}
