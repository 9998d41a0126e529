package agree

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"hed/stat"
)

// An ICC is an intraclass correlation (Shrout and Fleiss 1979): how much of the
// variance of ratings is between items.
type ICC struct {
	// Name is as in Shrout and Fleiss: "ICC(1,1)" if every item has raters of
	// its own, "ICC(2,1)" if all items have the same raters, drawn from many,
	// so that a rater who is always higher disagrees, "ICC(3,1)" if there are no
	// other raters, so that one who is always higher agrees. With k instead of
	// the second 1, it is of the mean of the raters instead of one of them.
	Name      string
	Value     float64     // at most 1; NaN where undefined
	Low, High float64     // confidence interval; NaN where undefined
	Method    stat.Method // how the interval was made; "" where there is none
	F         float64     // of no variance between items
	DF1, DF2  float64
	P         float64
	Warnings  []error // what to tell with the result
}

// ICCs are the six intraclass correlations of some ratings.
type ICCs struct {
	All       []ICC // (1,1), (2,1), (3,1), (1,k), (2,k), (3,k); nil where undefined
	Undefined error // why they are, or nil
	Items     int   // items that they rest on
	Dropped   int   // items left out because some rater gave no value
	Raters    int
}

// MethodF makes intervals by F, which is of normal ratings.
const MethodF stat.Method = "f"

// ErrNoVariance says that all values are the same.
var ErrNoVariance = errors.New("all values are the same, so there is no variance to share")

// ICC returns the intraclass correlations with the intervals of textbooks at the level, such as
// 0.95, which are by F. They rest on the items that every rater rated; the others are
// dropped, as in pingouin with nan_policy="omit". They need numbers, and two
// such items and raters at least. There is no interval where raters agree wholly, so that F is
// infinite, or where it has no end: with items that differ less than chance makes them, ICC(2,1) may
// go down to -1/(k-1), the least that k raters can have, and then ICC(2,k) goes down without end. Programs
// that apply the formulas there print a lower end above the upper one.
//
// F is of normal ratings, and of those from 1 to 5 its intervals are too short: see BootstrapICC.
func (r *Ratings) ICC(level float64) (ICCs, error) {
	rows, err := r.complete()
	if err != nil {
		return ICCs{}, err
	}
	k := len(r.raters)
	out := ICCs{Items: len(rows), Dropped: len(r.items) - len(rows), Raters: k}
	switch {
	case k < 2 || len(rows) == 0:
		out.Undefined = ErrNoOverlap
		if k > 2 {
			out.Undefined = fmt.Errorf("no item has values of all %d raters", k)
		}
	case len(rows) < 2:
		out.Undefined = errors.New("only one item has values of all raters, two are needed")
	default:
		v := newVariance(rows)
		if v.items+v.raters+v.rest == 0 {
			out.Undefined = ErrNoVariance
			break
		}
		out.All = v.correlations(level)
	}
	return out, nil
}

// complete are the values of the items that every rater rated: an item a row, a rater a column.
func (r *Ratings) complete() (rows [][]float64, err error) {
	if r.notNumber != nil {
		return nil, fmt.Errorf("intraclass correlation: %w", r.notNumber)
	}
	items, _ := r.rated(max(len(r.raters), 1))
	for _, i := range items {
		row := make([]float64, len(r.raters))
		for rater, v := range r.of(i) { // all of them, in order
			row[rater] = r.numbers[v]
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// BootstrapICC is ICC with intervals that do not take ratings for normal: those of Bootstrap. What is
// true of one rater is true of the mean of k, so their ends are the same on the two scales. That of the mean is missing where one rater may have the
// least that there is, -1/(k-1), which for the mean is without end.
func (r *Ratings) BootstrapICC(ctx context.Context, how stat.Resampling, seed uint64) (ICCs, error) {
	out, err := r.ICC(how.Level)
	for i := range len(out.All) / 2 {
		one, mean := &out.All[i], &out.All[i+len(out.All)/2]
		a, err := r.Bootstrap(ctx, intraclass(i), how, rand.New(rand.NewPCG(seed, 0)))
		if err != nil {
			return out, err
		}
		one.Low, one.High, one.Method, mean.Method = a.Low, a.High, a.Method, a.Method
		one.Warnings, mean.Warnings = a.Warnings, a.Warnings
		mean.Low, mean.High = stepUp(a.Low, float64(out.Raters)), stepUp(a.High, float64(out.Raters))
		if !(math.Inf(-1) < mean.Low && mean.Low <= mean.Value) { // rounding may take it to either side of what is without end
			mean.Low, mean.High, mean.Method = math.NaN(), math.NaN(), ""
		}
	}
	return out, err
}

// An intraclass is the correlation of one rater, as a measure: its place in ICCs.All.
type intraclass int

func (i intraclass) String() string { return fmt.Sprintf("ICC(%d,1)", int(i)+1) }

func (i intraclass) on(r *Ratings) (*sample, error) {
	rows, err := r.complete()
	if err != nil {
		return nil, err
	}
	items, ratings := r.rated(max(len(r.raters), 1))
	return &sample{items: len(items), ratings: ratings, of: items, raters: len(r.raters), value: func(chosen []int32) (float64, error) {
		some := make([][]float64, len(chosen))
		for k, row := range chosen {
			some[k] = rows[row]
		}
		if len(some) < 2 {
			return math.NaN(), ErrNoOverlap
		}
		return newVariance(some).single()[i], nil
	}}, nil
}

// A variance is the analysis of variance of n items by k raters: mean squares
// between items, between raters, and of what both leave over.
type variance struct {
	n, k                float64
	items, raters, rest float64
}

func newVariance(rows [][]float64) *variance {
	n, k := len(rows), len(rows[0])
	byRater, total := make([]float64, k), 0.0
	byItem := make([]float64, n)
	for i, row := range rows {
		for j, x := range row {
			byItem[i] += x / float64(k)
			byRater[j] += x / float64(n)
			total += x / float64(n*k)
		}
	}
	v := &variance{n: float64(n), k: float64(k)}
	for _, m := range byRater {
		v.raters += float64((m - total) * (m - total))
	}
	for i, row := range rows {
		v.items += float64((byItem[i] - total) * (byItem[i] - total))
		for j, x := range row {
			d := x - byItem[i] - byRater[j] + total
			v.rest += float64(d * d)
		}
	}
	v.items *= v.k / (v.n - 1)
	v.raters *= v.n / (v.k - 1)
	v.rest /= (v.n - 1) * (v.k - 1)
	return v
}

// correlations follow Shrout and Fleiss, and McGraw and Wong (1996) for the
// interval of ICC(2,1).
func (v *variance) correlations(level float64) []ICC {
	n, k := v.n, v.k
	within := v.within()
	one := fTest(v.items, within, n-1, n*(k-1))
	two := fTest(v.items, v.rest, n-1, (n-1)*(k-1))

	values := v.single()
	first, third := one, two
	first.Name, first.Value = "ICC(1,1)", values[0]
	first.Low, first.High = single(one.low(level), k), single(one.high(level), k)
	third.Name, third.Value = "ICC(3,1)", values[2]
	third.Low, third.High = single(two.low(level), k), single(two.high(level), k)
	second := two
	second.Name, second.Value = "ICC(2,1)", values[1]
	second.Low, second.High = v.absolute(second.Value, level)
	least := -1 / (k - 1)
	second.Low, second.High = max(second.Low, least), max(second.High, least)

	firstK, secondK, thirdK := one, two, two
	firstK.Name, firstK.Value = "ICC(1,k)", part(v.items-within, v.items)
	firstK.Low, firstK.High = 1-1/one.low(level), 1-1/one.high(level)
	secondK.Name, secondK.Value = "ICC(2,k)", part(v.items-v.rest, v.items+(v.raters-v.rest)/n)
	secondK.Low, secondK.High = stepUp(second.Low, k), stepUp(second.High, k)
	thirdK.Name, thirdK.Value = "ICC(3,k)", part(v.items-v.rest, v.items)
	thirdK.Low, thirdK.High = 1-1/two.low(level), 1-1/two.high(level)

	all := []ICC{first, second, third, firstK, secondK, thirdK}
	for i := range all {
		c := &all[i]
		c.Method = MethodF
		if math.IsInf(c.F, 0) || !(math.Inf(-1) < c.Low && c.Low <= c.Value && c.Value <= c.High && c.High <= 1) {
			c.Low, c.High, c.Method = math.NaN(), math.NaN(), ""
		}
	}
	return all
}

// within is the mean square of raters and rest together, for (1,·).
func (v *variance) within() float64 {
	return (float64(v.raters*(v.k-1)) + float64(v.rest*(v.n-1)*(v.k-1))) / (v.n * (v.k - 1))
}

// single are the correlations of one rater.
func (v *variance) single() [3]float64 {
	within := v.within()
	return [3]float64{
		part(v.items-within, v.items+float64((v.k-1)*within)),
		part(v.items-v.rest, v.items+float64((v.k-1)*v.rest)+float64(v.k*(v.raters-v.rest)/v.n)),
		part(v.items-v.rest, v.items+float64((v.k-1)*v.rest)),
	}
}

// part is a share of a variance. An estimate of the whole that is not positive,
// as of items that differ less than chance alone makes them, has no parts.
func part(a, whole float64) float64 {
	if whole <= 0 {
		return math.NaN()
	}
	return a / whole
}

// fTest is the F of two mean squares.
func fTest(above, below, df1, df2 float64) ICC {
	f := above / below
	// The tail itself, since one minus the rest has no digits where p is small.
	p := mathext.RegIncBeta(df2/2, df1/2, df2/(df2+float64(df1*f)))
	return ICC{F: f, DF1: df1, DF2: df2, P: p}
}

// low and high are the ends of the interval of the ratio that F estimates.
func (c *ICC) low(level float64) float64  { return c.F / quantileF((1+level)/2, c.DF1, c.DF2) }
func (c *ICC) high(level float64) float64 { return c.F * quantileF((1+level)/2, c.DF2, c.DF1) }

func quantileF(p, df1, df2 float64) float64 { return distuv.F{D1: df1, D2: df2}.Quantile(p) }

// single is the correlation of one rater that belongs to F.
func single(f, k float64) float64 { return (f - 1) / (f + k - 1) }

// stepUp is the correlation of the mean of k raters, if that of one is known
// (Spearman and Brown).
func stepUp(r, k float64) float64 { return r * k / (1 + float64(r*(k-1))) }

// absolute is the interval of ICC(2,1), where Satterthwaite's degrees of
// freedom stand for raters and rest together.
func (v *variance) absolute(icc, level float64) (low, high float64) {
	n, k := v.n, v.k
	f := v.raters / v.rest
	a := float64(k * icc * f)
	b := float64(n*(1+float64((k-1)*icc))) - float64(k*icc)
	df := (n - 1) * (k - 1) * (a + b) * (a + b) / (float64((n-1)*a*a) + float64(b*b))
	if !(df > 0) { // neither items nor raters differ
		return math.NaN(), math.NaN()
	}
	up, down := quantileF((1+level)/2, n-1, df), quantileF((1+level)/2, df, n-1)
	rest := float64(k*v.raters) + float64((k*n-k-n)*v.rest)
	low = n * (v.items - float64(up*v.rest)) / (float64(up*rest) + float64(n*v.items))
	high = n * (float64(down*v.items) - v.rest) / (rest + float64(n*down*v.items))
	return low, high
}
