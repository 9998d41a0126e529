package stat

import (
	"fmt"
	"math"

	"hed/score"
)

// A Williams is the test of whether one column correlates more with a third
// than another does (Williams 1959). Graham and Baldwin (2014) use it to
// compare two metrics by the same human scores: the metrics correlate with each
// other too, which a test of independent correlations would not know.
type Williams struct {
	RA, RB, RAB float64 // Pearson's r of the third with A and with B, and of A with B
	N           int     // rows with all three values
	Dropped     int     // rows left out because a value is absent
	T           float64 // positive where A correlates more; NaN where undefined
	P           float64 // two-sided, with N-3 degrees of freedom
	Greater     float64 // one-sided: that A does not correlate more
	Warnings    []error // what to tell with the result
}

// WilliamsTest tests whether a correlates more with human than b does. Rows
// with an absent value are dropped. It panics if the lengths differ. Note:
// a metric for which less is better should have its sign turned first.
func WilliamsTest(human, a, b []float64) Williams {
	if len(human) != len(a) || len(human) != len(b) {
		panic("stat: columns of different lengths")
	}
	var h, x, y []float64
	for i, v := range human {
		if !score.IsAbsent(v) && !score.IsAbsent(a[i]) && !score.IsAbsent(b[i]) {
			h, x, y = append(h, v), append(x, a[i]), append(y, b[i])
		}
	}
	ph, px, py := Pearson.prepare(h), Pearson.prepare(x), Pearson.prepare(y)
	w := WilliamsOf(Pearson.value(ph, px), Pearson.value(ph, py), Pearson.value(px, py), len(h))
	w.Dropped = len(human) - len(h)
	if len(h) > 1 && (ph.constant || px.constant || py.constant) {
		w.Warnings = append(w.Warnings, ErrConstant)
	}
	return w
}

// WilliamsOf is the test of correlations that are known, ra and rb with the
// third column and rab with each other, over n rows:
//
//	t = (ra-rb) sqrt((n-1)(1+rab) / (2K(n-1)/(n-3) + (ra+rb)²/4 (1-rab)³))
//	K = 1 - ra² - rb² - rab² + 2 ra rb rab
//
// It is undefined with fewer than four rows and where A and B are the same.
func WilliamsOf(ra, rb, rab float64, n int) Williams {
	w := Williams{RA: ra, RB: rb, RAB: rab, N: n, T: math.NaN(), P: math.NaN(), Greater: math.NaN()}
	if n < 4 {
		w.Warnings = append(w.Warnings, fmt.Errorf("%d rows: Williams' test needs four at least", n))
		return w
	}
	m := float64(n)
	// K is the determinant of a matrix of correlations: below 0 by rounding alone.
	k := max(0, 1-float64(ra*ra)-float64(rb*rb)-float64(rab*rab)+float64(2*ra*rb*rab))
	mean := (ra + rb) / 2
	below := float64(2*k*(m-1)/(m-3)) + float64(mean*mean*math.Pow(1-rab, 3))
	t := (ra - rb) * math.Sqrt((m-1)*(1+rab)/below)
	switch {
	case math.IsNaN(ra + rb + rab):
		return w
	case rab >= 1-rounding || math.IsNaN(t):
		w.Warnings = append(w.Warnings, fmt.Errorf("both columns order the rows the same way, so Williams' test is undefined"))
		return w
	}
	df := m - 3
	w.T = t
	w.P = studentTails(t, df)
	w.Greater = w.P / 2
	if t < 0 {
		w.Greater = 1 - w.P/2
	}
	return w
}
