package numeral

import "slices"

// conversions are how many of one unit make another. A decade and a century are
// counted in years.
var conversions = []struct {
	n     int64
	units []Unit // one of which the article must count in
}{
	{7, []Unit{DayUnit, WeekUnit}},
	{10, []Unit{YearUnit}},
	{12, []Unit{MonthUnit, YearUnit, Inch, Foot}},
	{24, []Unit{Hour, DayUnit}},
	{30, []Unit{DayUnit, WeekUnit, MonthUnit}},
	{52, []Unit{WeekUnit, YearUnit}},
	{60, []Unit{Second, Minute, Hour}},
	{100, []Unit{YearUnit, Cent}},
	{365, []Unit{DayUnit, YearUnit}},
}

// implied reports whether argument i of e is a constant that the operator implies
// beside its other argument, so that the article need not have it:
//
//   - 100, for percent: a share times 100; 100 divided by a number, as one in four;
//     100 less a number, if the article has percentages
//   - 1900 and 2000, for a century: subtracted from one of its years, or added to a
//     number below 100
//   - how many of one unit make another, see conversions: what is multiplied or
//     divided by it, if the article counts in such units
func (a *Article) implied(e *Expr, i int) bool {
	if e.Args[i].Op != Literal {
		return false
	}
	c, ok := e.Args[i].Eval().Int64()
	if !ok {
		return false
	}
	first, other := i == 0, e.Args[1-i]
	switch {
	case c == 100 && (e.Op == Multiply && other.share() || e.Op == Divide && first || e.Op == Subtract && first && a.units[Percent]):
		return true
	case (c == 1900 || c == 2000) && other.Op <= Span:
		v := other.Eval()
		return v.OK() && (e.Op == Add && v.Cmp(Int(100)) < 0 ||
			e.Op == Subtract && !first && v.Cmp(Int(c)) >= 0 && v.Cmp(Int(c+100)) < 0)
	case e.Op == Multiply || e.Op == Divide && !first:
		for _, t := range conversions {
			if t.n == c {
				return slices.ContainsFunc(t.units, func(u Unit) bool { return a.units[u] })
			}
		}
	}
	return false
}

// share reports whether e is a part of something: a quotient, or a number that is not
// whole. It looks at no more than one operand, so that deep expressions take no time.
func (e *Expr) share() bool {
	for e.Op == Round || e.Op == SRound {
		e = e.Args[0]
	}
	return e.Op == Divide || e.Op <= Span && e.Eval().OK() && !e.Eval().IsInt()
}
