package stat

import (
	"math"
	"slices"
)

// Friedman tests whether systems differ on the same documents: each
// document ranks the systems, ties sharing their mean rank, as in SignedRank, and the
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
	squares, g := 0.0, grainOfRows(rows)
	for _, mean := range meanRanks(rows, g) {
		sum := mean * n
		squares += float64(sum * sum)
	}
	tied := 0.0
	for _, row := range rows {
		tied += tieCubes(row, g)
	}
	c := 1 - tied/(k*(k*k-1)*n)
	if c == 0 {
		return undefined(len(rows), ErrEqual)
	}
	x := (float64(12/(k*n*(k+1))*squares) - float64(3*n*(k+1))) / c
	return Result{Statistic: x, P: chiTail(x, k-1), N: len(rows)}
}

// MeanRanks are the mean ranks of systems over the documents that all of them
// have, 1 for the lowest value, with intervals by Student's t, which stay between 1 and the number of systems. Without
// documents the ranks are NaN. It panics if the lengths differ.
func MeanRanks(level float64, systems ...[]float64) []Interval {
	rows := complete(systems)
	g := grainOfRows(rows)
	out := make([]Interval, len(systems))
	by := make([][]float64, len(systems)) // ranks, by document
	for _, row := range rows {
		for s, r := range midranks(row, g) {
			by[s] = append(by[s], r)
		}
	}
	for s := range out {
		in := &out[s]
		*in = Interval{Mean: math.NaN(), Low: math.NaN(), High: math.NaN(), N: len(rows)}
		if len(rows) == 0 {
			continue
		}
		sum := 0.0 // exact: ranks are halves
		for _, r := range by[s] {
			sum += r
		}
		if in.Mean = sum / float64(len(rows)); len(rows) > 1 {
			sh := shapeOf(inOne(by[s]))
			in.student(&sh, 0, level)
			in.Low, in.High = max(in.Low, 1), min(in.High, float64(len(systems)))
		}
	}
	return out
}

// grainOfRows is of the scores of all documents, since the same measure made them.
func grainOfRows(rows [][]float64) grain {
	scale := 0.0
	for _, row := range rows {
		scale = max(scale, largest(row))
	}
	return grainOf(scale)
}

func meanRanks(rows [][]float64, g grain) []float64 {
	sums := make([]float64, len(rows[0])) // exact: ranks are halves
	for _, row := range rows {
		for s, r := range midranks(row, g) {
			sums[s] += r
		}
	}
	for s := range sums {
		sums[s] /= float64(len(rows))
	}
	return sums
}

// tieCubes is the sum of t³-t over groups of t tied values, which corrections
// for ties are made of. It sorts values.
func tieCubes(values []float64, g grain) float64 {
	slices.Sort(values)
	sum := 0.0
	g.runs(len(values), func(i int) float64 { return values[i] }, func(first, end int) {
		t := float64(end - first)
		sum += float64(t*t*t) - t
	})
	return sum
}
