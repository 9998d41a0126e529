package analysis

import (
	"fmt"
	"slices"
	"strings"

	"hed/score"
	"hed/stat"
)

// A Test is how systems are compared on a column.
type Test string

const (
	// Checked does as the column says, mostly Tukey's HSD where scores are
	// normal and Wilcoxon's signed-rank by document where not: HEvAS's rule.
	Checked Test = "checked"
	// SignedRank is Wilcoxon's signed-rank for all columns.
	SignedRank Test = "signed-rank"
	// RankSum is Checked with the rank-sum test of Mann and Whitney in place of
	// the signed-rank: the one that the paper cites.
	RankSum Test = "rank-sum"
	// Tukey is Tukey's HSD for all columns.
	Tukey Test = "tukey"
)

// Tests are all there are.
var Tests = []Test{Checked, SignedRank, RankSum, Tukey}

// ParseTest is the test of that name, Checked for "".
func ParseTest(name string) (Test, error) {
	if name == "" {
		return Checked, nil
	}
	if t := Test(name); slices.Contains(Tests, t) {
		return t, nil
	}
	names := make([]string, len(Tests))
	for i, t := range Tests {
		names[i] = string(t)
	}
	return "", fmt.Errorf("no test %q; have %s", name, strings.Join(names, ", "))
}

// test compares all pairs of systems on every column.
func (a *Analysis) test(how Test, level float64) {
	if len(a.Systems) < 2 {
		return
	}
	for c, col := range a.Columns {
		values := make([][]float64, len(a.Systems))
		for i, s := range a.Systems {
			values[i] = s.Values[c]
		}
		a.Tests = append(a.Tests, how.Compare(col.Assume, values, level))
	}
}

// Compare tests all pairs of systems on a column of which that may be assumed;
// see score.Column. The values are by system, then document.
func (t Test) Compare(assume string, values [][]float64, level float64) stat.Comparisons {
	assumption, o := t.chosen(assume, level)
	return assumption.Compare(values, o)
}

// chosen is what the test makes of a column of which that may be assumed.
func (t Test) chosen(assume string, level float64) (stat.Assumption, stat.Options) {
	assumption, err := stat.ParseAssumption(assume)
	if err != nil {
		panic("analysis: " + err.Error()) // columns are written in the source
	}
	switch {
	case assumption == stat.Exact:
	case t == SignedRank:
		assumption = stat.Nothing
	case t == Tukey:
		assumption = stat.Normal
	}
	return assumption, stat.Options{Level: level, RankSum: t == RankSum}
}

// Behind says of every system whether it is significantly worse than the best
// one on a column. None is where columns do not say which way is better.
func (a *Analysis) Behind(column int) []bool {
	behind := make([]bool, len(a.Systems))
	if a.Tests == nil {
		return behind
	}
	better := float64(a.Columns[column].Better)
	best := -1
	for i, s := range a.Systems {
		v := s.Means[column].Mean * better
		if !score.IsAbsent(v) && (best < 0 || v > a.Systems[best].Means[column].Mean*better) {
			best = i
		}
	}
	for _, p := range a.Tests[column].Pairs {
		if !p.Significant {
			continue
		}
		switch {
		case p.A == best && p.Difference*better > 0:
			behind[p.B] = true
		case p.B == best && p.Difference*better < 0:
			behind[p.A] = true
		}
	}
	return behind
}

// A Record is on how many columns a system is significantly better or worse
// than another.
type Record struct{ Wins, Losses, Columns int }

// Between returns how system i fares against system k. Columns that do not say
// which way is better, or could not be tested, do not count.
func (a *Analysis) Between(i, k int) (r Record) {
	for c, tests := range a.Tests {
		better := float64(a.Columns[c].Better)
		for _, p := range tests.Pairs {
			d := p.Difference * better
			switch {
			case p.A == k && p.B == i:
				d = -d
			case p.A != i || p.B != k:
				continue
			}
			if better == 0 || score.IsAbsent(p.P) {
				continue
			}
			r.Columns++
			if p.Significant && d > 0 {
				r.Wins++
			} else if p.Significant && d < 0 {
				r.Losses++
			}
		}
	}
	return r
}
