package analysis

import (
	"cmp"
	"slices"

	"hed/score"
	"hed/stat"
)

// verdictOf is what a test says of the first of two, on a column that improves
// that way. Difference and effect are positive where the first is higher.
//
// Tests by ranks may find for one system while the other has the higher mean:
// it wins often and by little, and loses seldom and by much. Then neither is
// better.
func verdictOf(better score.Better, significant bool, difference, effect float64) Verdict {
	if score.IsAbsent(effect) {
		effect = difference // of systems that never vary, which have no Cohen's d
	}
	mean, ranks := difference*float64(better), effect*float64(better)
	switch {
	case !significant:
		return NoDifference
	case better == score.Unknown:
		return Different
	case mean > 0 && ranks > 0:
		return Better
	case mean < 0 && ranks < 0:
		return Worse
	}
	return Mixed
}

// Pair is the test of system i against system k on a column, turned so that
// difference and effect are positive where i is higher. There is none where
// nothing was compared or the test is undefined.
func (a *Analysis) Pair(column, i, k int) (stat.Comparison, bool) {
	if len(a.Tests) == 0 {
		return stat.Comparison{}, false
	}
	pairs := a.Tests[column].Pairs
	first, second := min(i, k), max(i, k)
	at, ok := slices.BinarySearchFunc(pairs, first, func(p stat.Comparison, _ int) int {
		return cmp.Or(cmp.Compare(p.A, first), cmp.Compare(p.B, second)) // their order
	})
	if !ok || score.IsAbsent(pairs[at].P) {
		return stat.Comparison{}, false
	}
	p := pairs[at]
	if i > k {
		p.A, p.B = i, k
		p.Difference, p.Effect = -p.Difference, -p.Effect
	}
	return p, true
}

// Verdict is what the test of system i against system k says on a column:
// Better, Worse, NoDifference, Mixed, Different where the column does not say
// which way is better, or Untested.
func (a *Analysis) Verdict(column, i, k int) Verdict {
	p, ok := a.Pair(column, i, k)
	if !ok {
		return Untested
	}
	return verdictOf(a.Columns[column].Better, p.Significant, p.Difference, p.Effect)
}

// A Record is on how many columns a system is significantly better or worse
// than another, or mean and ranks disagree about that.
type Record struct{ Wins, Losses, Mixed, Columns int }

// Between returns how system i fares against system k. Columns that do not say
// which way is better, or could not be tested, do not count.
func (a *Analysis) Between(i, k int) (r Record) {
	for c, col := range a.Columns {
		v := a.Verdict(c, i, k)
		if col.Better == score.Unknown || v == Untested {
			continue
		}
		r.Columns++
		switch v {
		case Better:
			r.Wins++
		case Worse:
			r.Losses++
		case Mixed:
			r.Mixed++
		}
	}
	return r
}

// A Standing is how the systems compare on one column. Systems without a mean
// take no part.
type Standing struct {
	Best int  // has the best mean, of equals the first; -1 where no system can be called that
	Next int  // the best of the others; -1 without others
	Lead bool // whether no other has the mean of Best
	// Against is what the tests of Best against every system say; Untested
	// against itself.
	Against []Verdict
}

// Standing finds the best of a column. A column that does not say which way is
// better has none.
func (a *Analysis) Standing(column int) Standing {
	st := Standing{Best: -1, Next: -1, Against: make([]Verdict, len(a.Systems))}
	better := float64(a.Columns[column].Better)
	mean := func(s int) float64 { return a.Systems[s].Means[column].Mean }
	above := func(s, other int) bool { return other < 0 || mean(s)*better > mean(other)*better }
	for s := range a.Systems {
		st.Against[s] = Untested
		switch {
		case better == 0 || score.IsAbsent(mean(s)):
		case above(s, st.Best):
			st.Best, st.Next = s, st.Best
		case above(s, st.Next):
			st.Next = s
		}
	}
	if st.Next < 0 {
		return st
	}
	st.Lead = above(st.Best, st.Next)
	for s := range a.Systems {
		st.Against[s] = a.Verdict(column, st.Best, s)
	}
	return st
}
