package stat

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mathext"
)

// A Result is what a test says. Where a test is undefined its P is NaN and
// Warning says why: no test answers 0 or 1 out of nothing.
type Result struct {
	Statistic float64 // NaN where undefined
	P         float64 // of both sides where there are two
	N         int     // the values, pairs or documents that it rests on
	Warning   error   // what to tell with the result, or nil
}

// A PairResult is the test of two of several samples, A < B.
type PairResult struct {
	A, B int
	Result
}

// What makes a test undefined, or doubtful.
var (
	ErrFew         = errors.New("too few values for the test")
	ErrMany        = errors.New("more values than the distribution of W was fitted to")
	ErrEqual       = errors.New("the values do not differ, so that the test is undefined")
	ErrApproximate = errors.New("fewer than ten values, for which the normal approximation is only rough")
	ErrSmall       = errors.New("fewer than ten documents, with which the bootstrap finds too many differences")
)

// undefined is the result of a test that has no answer.
func undefined(n int, why error) Result {
	return Result{math.NaN(), math.NaN(), n, why}
}

// normalTail is the chance that a standard normal value is above z.
func normalTail(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }

// studentTails is the chance that Student's t is further from 0 than t.
func studentTails(t, df float64) float64 { return fTail(t*t, 1, df) }

// chiTail is the chance that chi-square is above x.
func chiTail(x, df float64) float64 { return mathext.GammaIncRegComp(df/2, x/2) }

// fTail is the chance that Fisher's F is above f. It asks for the tail
// itself, since one minus the rest has no digits where the tail is small.
func fTail(f, df1, df2 float64) float64 {
	return mathext.RegIncBeta(df2/2, df1/2, df2/(df2+float64(df1*f)))
}

// constant reports whether no value differs from the others.
func constant(values []float64) bool {
	for _, v := range values {
		if v != values[0] {
			return false
		}
	}
	return true
}

// samples are the values that are present, a slice a sample.
func samples(groups [][]float64) [][]float64 {
	out := make([][]float64, len(groups))
	for g, values := range groups {
		out[g] = withoutAbsent(values)
	}
	return out
}

// complete are the documents which every system has: one row a document,
// one value a system. It panics if the lengths differ.
func complete(systems [][]float64) [][]float64 {
	if len(systems) == 0 {
		return nil
	}
	for _, values := range systems {
		if len(values) != len(systems[0]) {
			panic("stat: systems with different numbers of documents")
		}
	}
	var rows [][]float64
	for d := range systems[0] {
		row := make([]float64, 0, len(systems))
		for _, values := range systems {
			if !math.IsNaN(values[d]) {
				row = append(row, values[d])
			}
		}
		if len(row) == len(systems) {
			rows = append(rows, row)
		}
	}
	return rows
}
